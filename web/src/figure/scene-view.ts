// What a scene says to the figure around it: what it shows, and the controls and keys it brings along. It loads with the first scene that says
// something.
import { asObject } from '../simulation/scene-path';
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

/** Throws a SceneError with the sentence of a refusal. Where the lists that it speaks of are none, the engine says so. */
export function readView(scene: unknown): SceneView {
  const { bodies, joints = [] } = asObject(scene);
  const read = Array.isArray(bodies) && Array.isArray(joints) ? scene : {};
  return { show: readShow(read), controls: readControls(read), keys: readKeys(read), hasLooks: readLooks(read) };
}
