// What names a body of a scene, or a value in it, beside its joints (joint-edit.ts): forces, commands, controls, and what the scene shows. Each change
// gives a new scene; what names a thing that is gone goes with it.
import { asList, asObject, pathOf, pathText, valueAt, type Path } from '../simulation/scene-path';

type Loose = Record<string, unknown>;

/** What a reference or a path becomes; undefined: that is gone. */
type Change<Of> = (of: Of) => Of | undefined;

/** Whether a reference is of the body of this name: "brick", or a copy of it, "brick[3]". */
export const isNamed = (reference: unknown, name: unknown): reference is string =>
  typeof reference === 'string' && (reference === name || reference.replace(/\[\d+\]$/, '') === name);

// The body that a command adds is no reference.
const isReference = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** An item with its references to bodies changed, or null when one of them is gone. */
function withChanged(item: unknown, change: Change<unknown>): Loose | null {
  const next = { ...asObject(item) };
  for (const key of ['body', 'other', 'a', 'b']) if (isReference(next[key]) && (next[key] = change(next[key])) === undefined) return null;
  return next;
}

const without = (scene: Loose, key: string, list: readonly unknown[]): Loose => {
  const { [key]: _, ...rest } = scene;
  return list.length > 0 ? { ...rest, [key]: list } : rest;
};

/** Changes the references to bodies. Joints of a body that goes are gone already (joint-edit.ts). */
export function withBodyReferences(scene: unknown, change: Change<unknown>): unknown {
  let next = asObject(scene);
  const changedOf = (list: unknown): unknown[] => asList(list).flatMap((item) => withChanged(item, change) ?? []);
  for (const key of ['forces', 'commands', 'joints']) {
    if (!(key in next)) continue;
    const changed = asList(next[key]).map((item) => withChanged(item, change));
    const isThere = (item: Loose | null): boolean => item !== null;
    next = asObject(
      withControlPaths(next, without(next, key, changed.filter(isThere)), (path) => {
        const [list, index] = path;
        if (list !== key || typeof index !== 'number') return path;
        return changed[index] ? path.with(1, changed.slice(0, index).filter(isThere).length) : undefined;
      }),
    );
  }
  if ('controls' in next) {
    const controls = asList(next.controls).flatMap((control) => {
      if (!('command' in asObject(control))) return [control];
      const command = withChanged(asObject(control).command, change);
      return command ? [{ ...asObject(control), command }] : [];
    });
    next = without(next, 'controls', controls);
  }
  if (!('show' in next)) return next;
  const { body, plots, ...show } = asObject(next.show);
  const shown = change(body);
  if (body !== undefined && shown === undefined) for (const key of ['point', 'follow']) delete show[key]; // which are of the body
  return {
    ...next,
    show: { ...show, ...(shown !== undefined && { body: shown }), ...(plots !== undefined && { plots: changedOf(plots) }) },
  };
}

/** Changes where controls point to in `scene`, and writes that as `next` names its bodies. */
export function withControlPaths(scene: unknown, next: unknown, change: Change<Path>): unknown {
  if (!('controls' in asObject(next))) return next;
  const controls = asList(asObject(next).controls).flatMap((control) => {
    const { path: text } = asObject(control);
    const path = typeof text === 'string' ? pathOf(text, scene) : null;
    if (!path) return [control];
    const changed = change(path);
    return changed ? [{ ...asObject(control), path: /^bodies\./.test(String(text)) ? namedText(changed, next) : pathText(changed) }] : [];
  });
  return without(asObject(next), 'controls', controls);
}

/** Takes out the controls whose value the scene no longer gives. */
export const withLiveControls = (scene: unknown): unknown =>
  withControlPaths(scene, scene, (path) => (valueAt(scene, path) === undefined ? undefined : path));

// With the name of a body, if it has one, in place of its index.
function namedText(path: Path, scene: unknown): string {
  const { name } = asObject(valueAt(scene, path.slice(0, 2)));
  return typeof name === 'string' ? pathText([`bodies.${name}`, ...path.slice(2)]) : pathText(path);
}
