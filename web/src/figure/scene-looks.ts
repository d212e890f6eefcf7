// What bodies are drawn as: the key `look` of a body (web/scenes/README.md). Checked as `show` is (scene-show.ts).
import { asObject } from '../simulation/scene-path';
import { figureNames } from '../viewer/look-names';
import { oneOf } from './scene-checks';

/** Whether a scene has a body with a look. Throws a SceneError with the sentence of a refusal. */
export function readLooks(document: unknown): boolean {
  const { bodies } = asObject(document);
  if (!Array.isArray(bodies)) return false;
  let hasLooks = false;
  bodies.forEach((body, index) => {
    const { look } = asObject(body);
    if (look === undefined) return;
    oneOf(look, `bodies[${index}].look`, figureNames);
    hasLooks = true;
  });
  return hasLooks;
}
