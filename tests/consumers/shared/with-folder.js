import { init } from '/tumble/engine.web.js';
import { leave } from './leave.js';

const world = (await init()).createWorld(await (await fetch('/scene.json')).text());
world.step(120);
leave('engine', world.hash());
const { hash } = await document.querySelector('tumble-scene').seek(120);
leave('element', hash);
