import { init } from './tumble/lib/engine.web.js';
import { leave } from './leave.js';

const scene = await (await fetch('./scene.json')).json();
const world = (await init()).createWorld(scene);
world.step(120);
leave('engine', world.hash());
const { hash } = await document.querySelector('tumble-scene').seek(120);
leave('element', hash);
