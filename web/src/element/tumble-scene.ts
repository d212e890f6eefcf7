// The one module of dist/tumble-scene.js: a page that loads it has the elements.
import { MeterElement, PlotElement } from './instrument-element';
import { awaitProse } from './prose-watch';
import { SceneElement } from './scene-element';

export type * from './api';

if (globalThis.customElements && !customElements.get('tumble-scene')) {
  customElements.define('tumble-scene', SceneElement);
  customElements.define('tumble-plot', PlotElement);
  customElements.define('tumble-meter', MeterElement);
  awaitProse();
}
