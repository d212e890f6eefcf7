// The one module of dist/tumble-scene.js: a page that loads it has the element.
import { SceneElement } from './scene-element';

export type * from './api';

if (globalThis.customElements && !customElements.get('tumble-scene')) {
  customElements.define('tumble-scene', SceneElement);
  void import('./prose').then(({ watchProse }) => watchProse());
}
