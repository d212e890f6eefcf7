// What consumers run: the engine and the element, 120 steps each, with their hashes left in the page.
import 'tumble-physics/element';
import { leaveFigure } from './leave.js';
import { run as runEngine } from './run-engine.js';

export async function run(scene, options) {
  await runEngine(scene, options);
  await customElements.whenDefined('tumble-scene');
  await leaveFigure(document.querySelector('tumble-scene'));
}
