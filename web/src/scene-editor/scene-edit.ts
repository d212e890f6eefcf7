// Changes of a scene: add, copy or remove an item of a list, rename a body. Each gives a new scene. References to bodies are kept right: forces, commands
// and joints of a removed body are removed too (joints: joint-edit.ts).
import { asList, asObject, copiesOf, valueAt, withValue, type Path } from '../simulation/scene-path';
import { withoutJoints } from './joint-edit';

type Loose = Record<string, unknown>;

/** A copy of an item of a list, right behind it. */
export function withCopy(scene: unknown, path: Path): unknown {
  const list = asList(valueAt(scene, path.slice(0, -1)));
  const at = path.at(-1) as number;
  return withValue(scene, path.slice(0, -1), list.toSpliced(at + 1, 0, structuredClone(list[at])));
}

/** Removes an item of a list, and the list when it is empty then. */
export function withoutItem(scene: unknown, path: Path): unknown {
  const rest = asList(valueAt(scene, path.slice(0, -1))).toSpliced(path.at(-1) as number, 1);
  return withValue(scene, path.slice(0, -1), rest.length > 0 ? rest : undefined);
}

/** Sets a value, or with undefined removes it, and the object that held it when that is empty then. */
export function withNested(scene: unknown, path: Path, value: unknown): unknown {
  const next = withValue(scene, path, value);
  const around = path.slice(0, -1);
  const isEmpty = typeof around.at(-1) === 'string' && Object.keys(asObject(valueAt(next, around))).length === 0;
  return value === undefined && isEmpty ? withValue(next, around, undefined) : next;
}

// ---- bodies ----

/** Adds a body behind all others, so that no index changes. */
export const withBody = (scene: unknown, body: object): unknown => withValue(scene, ['bodies'], [...asList(asObject(scene).bodies), body]);

/** A copy of a body with another name, or none, and another place. */
export function withBodyCopy(scene: unknown, entry: number, other: object): unknown {
  const { name: _, ...own } = structuredClone(asObject(valueAt(scene, ['bodies', entry])));
  return withBody(scene, { ...own, ...other });
}

/** Removes a body, and the forces, commands and joints that name it. */
export function withoutBody(scene: unknown, entry: number): unknown {
  const { bodies } = asObject(scene);
  const own = asObject(asList(bodies)[entry]);
  const first = asList(bodies)
    .slice(0, entry)
    .reduce<number>((sum, body) => sum + copiesOf(body), 0);
  const last = first + copiesOf(own);
  const isOwn = (reference: unknown): boolean =>
    typeof reference === 'number' ? reference >= first && reference < last : typeof own.name === 'string' && nameIn(reference) === own.name;
  const moved = (reference: unknown): unknown =>
    typeof reference === 'number' && reference >= last ? reference - (last - first) : reference;
  const kept = (list: unknown): unknown[] =>
    withReferences(
      asList(list).filter((item) => !isOwn(asObject(item).body) && !isOwn(asObject(item).other)),
      moved,
    );
  const rest = withoutJoints(scene, ({ a, b }) => isOwn(a) || isOwn(b));
  const next: Loose = { ...asObject(rest), bodies: asList(bodies).toSpliced(entry, 1) };
  const lists = { forces: kept(next.forces), commands: kept(next.commands), joints: withReferences(asList(next.joints), moved) };
  for (const [key, list] of Object.entries(lists)) {
    if (list.length > 0) next[key] = list;
    else delete next[key];
  }
  return next;
}

/** Gives a body another name (undefined: none), also in forces, commands and joints. */
export function withName(scene: unknown, entry: number, name: string | undefined): unknown {
  const { name: old } = asObject(valueAt(scene, ['bodies', entry]));
  const next = asObject(withValue(scene, ['bodies', entry, 'name'], name));
  if (typeof old !== 'string' || name === undefined) return next;
  const renamed = (reference: unknown): unknown => (nameIn(reference) === old ? name + String(reference).slice(old.length) : reference);
  for (const key of ['forces', 'commands', 'joints']) if (key in next) next[key] = withReferences(asList(next[key]), renamed);
  return next;
}

// "brick[3]" is of the body "brick".
const nameIn = (reference: unknown): string | null => (typeof reference === 'string' ? reference.replace(/\[\d+\]$/, '') : null);

const withReferences = (items: readonly unknown[], change: (reference: unknown) => unknown): unknown[] =>
  items.map((item) => {
    const next = { ...asObject(item) };
    for (const key of ['body', 'other', 'a', 'b']) if (key in next) next[key] = change(next[key]);
    return next;
  });
