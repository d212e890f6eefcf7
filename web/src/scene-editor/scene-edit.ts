// Changes of a scene: add, copy or remove an item of a list, rename a body. Each gives a new scene. What names a body or a value is kept right, and goes
// with what it names (body-references.ts, joint-edit.ts).
import { asList, asObject, copiesOf, valueAt, withValue, type Path } from '../simulation/scene-path';
import { isNamed, withBodyReferences, withControlPaths, withLiveControls } from './body-references';
import { withoutJoints } from './joint-edit';

/** A copy of an item of a list, right behind it. */
export function withCopy(scene: unknown, path: Path): unknown {
  const list = asList(valueAt(scene, path.slice(0, -1)));
  const at = path.at(-1) as number;
  const next = withValue(scene, path.slice(0, -1), list.toSpliced(at + 1, 0, structuredClone(list[at])));
  return withControlPaths(scene, next, shifted(path.slice(0, -1), at, 1));
}

/** Removes an item of a list, and the list when it is empty then. */
export function withoutItem(scene: unknown, path: Path): unknown {
  const at = path.at(-1) as number;
  const rest = asList(valueAt(scene, path.slice(0, -1))).toSpliced(at, 1);
  const next = withValue(scene, path.slice(0, -1), rest.length > 0 ? rest : undefined);
  return withControlPaths(scene, next, (own) => (isWithin(own, path) ? undefined : shifted(path.slice(0, -1), at, -1)(own)));
}

/** Sets a value, or with undefined removes it. */
export const withSet = (scene: unknown, path: Path, value: unknown): unknown => withLiveControls(withValue(scene, path, value));

const isWithin = (path: Path, place: Path): boolean => place.every((part, index) => part === path[index]);

// Paths into a list, whose items behind one have moved.
const shifted =
  (list: Path, behind: number, by: number) =>
  (path: Path): Path => {
    const index = path[list.length];
    const isBehind = isWithin(path, list) && typeof index === 'number' && index > behind;
    return isBehind ? path.with(list.length, index + by) : path;
  };

/** Sets a value, or with undefined removes it, and the object that held it when that is empty then. */
export function withNested(scene: unknown, path: Path, value: unknown): unknown {
  const next = withValue(scene, path, value);
  const around = path.slice(0, -1);
  const isEmpty = typeof around.at(-1) === 'string' && Object.keys(asObject(valueAt(next, around))).length === 0;
  return withLiveControls(value === undefined && isEmpty ? withValue(next, around, undefined) : next);
}

// ---- bodies ----

/** Adds a body behind all others, so that no index changes. */
export const withBody = (scene: unknown, body: object): unknown => withValue(scene, ['bodies'], [...asList(asObject(scene).bodies), body]);

/** A copy of a body with another name, or none, and another place. */
export function withBodyCopy(scene: unknown, entry: number, other: object): unknown {
  const { name: _, ...own } = structuredClone(asObject(valueAt(scene, ['bodies', entry])));
  return withBody(scene, { ...own, ...other });
}

/** Removes a body, and what names it. */
export function withoutBody(scene: unknown, entry: number): unknown {
  const { bodies } = asObject(scene);
  const own = asObject(asList(bodies)[entry]);
  const first = firstOf(bodies, entry);
  const last = first + copiesOf(own);
  const isOwn = (reference: unknown): boolean =>
    typeof reference === 'number' ? reference >= first && reference < last : isNamed(reference, own.name);
  const moved = (reference: unknown): unknown => {
    if (isOwn(reference)) return undefined;
    return typeof reference === 'number' && reference >= last ? reference - (last - first) : reference;
  };
  const rest = withoutItem(
    withoutJoints(scene, ({ a, b }) => isOwn(a) || isOwn(b)),
    ['bodies', entry],
  );
  return withBodyReferences(asObject(rest).bodies === undefined ? { ...asObject(rest), bodies: [] } : rest, moved);
}

// The index of the first body of an entry.
const firstOf = (bodies: unknown, entry: number): number =>
  asList(bodies)
    .slice(0, entry)
    .reduce<number>((sum, body) => sum + copiesOf(body), 0);

/** Gives a body another name, or (undefined) none: then it is named by its index. */
export function withName(scene: unknown, entry: number, name: string | undefined): unknown {
  const { bodies } = asObject(scene);
  const { name: old } = asObject(asList(bodies)[entry]);
  const next = withValue(scene, ['bodies', entry, 'name'], name);
  if (typeof old !== 'string') return next;
  const renamed = (reference: unknown): unknown => {
    if (!isNamed(reference, old)) return reference;
    const copy = reference.slice(old.length);
    return name === undefined ? firstOf(bodies, entry) + Number(copy.slice(1, -1)) : name + copy;
  };
  return withControlPaths(scene, withBodyReferences(next, renamed), (path) => path);
}
