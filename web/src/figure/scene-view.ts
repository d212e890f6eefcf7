// What a scene says to the figure around it: what it shows, and the controls it brings along. It loads with the first scene that says
// something.
import { readControls, type Control } from './scene-controls';
import { readShow, type Show } from './scene-show';

export type SceneView = { readonly show: Show; readonly controls: readonly Control[] };

/** Throws a SceneError with the sentence of a refusal. */
export const readView = (scene: unknown): SceneView => ({ show: readShow(scene), controls: readControls(scene) });
