// What every consumer runs: the engine and the element, 120 steps each, with their hashes left in the page.
import { init } from 'tumble-physics';
import 'tumble-physics/element';
import { leave } from './leave.js';

export async function run(scene, options) {
  const engine = await init(options);
  const world = engine.createWorld(scene);
  world.step(120);
  leave('engine', world.hash());
  world.dispose();
  const figure = document.querySelector('tumble-scene');
  if (!figure) return;
  await customElements.whenDefined('tumble-scene');
  const { hash } = await figure.seek(120);
  leave('element', hash);
}
