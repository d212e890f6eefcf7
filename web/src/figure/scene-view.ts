// What a scene says to the figure around it: what it shows, and the controls and keys it brings along. It loads with the first scene that says
// something.
import { readLooks } from './scene-looks';
import { readKeys, type SceneKey } from './scene-keys';
import { readControls, type Control } from './scene-controls';
import { readShow, type Show } from './scene-show';

export type SceneView = {
  readonly show: Show;
  readonly controls: readonly Control[];
  readonly keys: readonly SceneKey[];
  readonly hasLooks: boolean;
};

/** Throws a SceneError with the sentence of a refusal. */
export const readView = (scene: unknown): SceneView => ({
  show: readShow(scene),
  controls: readControls(scene),
  keys: readKeys(scene),
  hasLooks: readLooks(scene),
});
