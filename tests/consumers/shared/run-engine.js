import { init } from 'tumble-physics';
import { leave } from './leave.js';

/** 120 steps, and their hash left in the page. */
export async function run(scene, options) {
  const world = (await init(options)).createWorld(scene);
  world.step(120);
  leave('engine', world.hash());
  world.dispose();
}
