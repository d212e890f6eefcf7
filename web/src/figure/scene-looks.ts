// What bodies are drawn as: the key `look` of a body, also of one that a command adds (web/scenes/README.md). Checked as `show` is (scene-show.ts).
import { asList, asObject } from '../simulation/scene-path';
import { figureNames } from '../viewer/look-names';
import { oneOf } from './scene-checks';

/** Whether a scene has a body with a look. Throws a SceneError with the sentence of a refusal. */
export function readLooks(document: unknown): boolean {
  let hasLooks = false;
  const read = (body: unknown, place: string): void => {
    const { look } = asObject(body);
    if (look === undefined) return;
    oneOf(look, `${place}.look`, figureNames);
    hasLooks = true;
  };
  const { bodies, commands } = asObject(document);
  asList(bodies).forEach((body, index) => read(body, `bodies[${index}]`));
  asList(commands).forEach((command, index) => read(asObject(command).body, `commands[${index}].body`));
  return hasLooks;
}
