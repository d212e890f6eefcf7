import scene from 'tumble-physics/scenes/tennis-racket.json';
import { run } from './main.js';

await run(scene);
