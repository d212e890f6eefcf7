import { init } from '/tumble/engine.web.js';
import { leave, leaveFigure } from './leave.js';

const world = (await init()).createWorld(await (await fetch('/scene.json')).text());
world.step(120);
leave('engine', world.hash());
await leaveFigure(document.querySelector('tumble-scene'));
