import { init } from './tumble/lib/engine.web.js';
import { leave, leaveFigure } from './leave.js';

const scene = await (await fetch('./scene.json')).json();
const world = (await init()).createWorld(scene);
world.step(120);
leave('engine', world.hash());
await leaveFigure(document.querySelector('tumble-scene'));
