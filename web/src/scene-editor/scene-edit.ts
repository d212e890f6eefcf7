// Changes of a scene: add, copy or remove an item of a list, rename a body. Each gives a new scene. References to bodies and joints are kept right:
// forces, commands and joints of a removed body are removed too.

import { asList, asObject, valueAt, withValue, type Path } from '../simulation/scene-path';

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

// ---- joints ----

// Without the joints at these indices, and without the gears and racks between them; indices in others are moved.
function withoutJoints(joints: readonly unknown[], isGone: (joint: Loose, index: number) => boolean): unknown[] {
  const all = joints.map(asObject);
  const gone = new Set(all.flatMap((joint, index) => (isGone(joint, index) ? [index] : [])));
  const indexOf = (reference: unknown): number =>
    typeof reference === 'number' ? reference : all.findIndex(({ name }) => name === reference);
  all.forEach(({ joints: pair }, index) => asList(pair).some((one) => gone.has(indexOf(one))) && gone.add(index));
  const moved = (reference: unknown): unknown =>
    typeof reference === 'number' ? reference - [...gone].filter((index) => index < reference).length : reference;
  return all
    .filter((_, index) => !gone.has(index))
    .map((joint) => (Array.isArray(joint.joints) ? { ...joint, joints: joint.joints.map(moved) } : joint));
}

/** Adds a joint behind all others, with a name of its own. Where the scene lists the joints that it shows, it is one of them. */
export function withJoint(scene: unknown, joint: Readonly<Record<string, unknown>>): unknown {
  const joints = asList(asObject(scene).joints);
  const name = freeName(joints, String(joint.type));
  const { type, ...rest } = joint;
  const next = withValue(scene, ['joints'], [...joints, { type, name, ...rest }]);
  const shown = valueAt(scene, ['show', 'joints']);
  return Array.isArray(shown) ? withValue(next, ['show', 'joints'], [...shown, name]) : next;
}

/** “cube”, “cube 2”, …: the first that none of the bodies or joints has. */
export function freeName(list: readonly unknown[], wanted: string): string {
  const taken = new Set(list.map((one) => asObject(one).name));
  const stem = wanted.replace(/ \d+$/, '');
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Removes a joint, and the gears and racks that it has a part in. */
export function withoutJoint(scene: unknown, index: number): unknown {
  const rest = withoutJoints(asList(asObject(scene).joints), (_, at) => at === index);
  return withValue(scene, ['joints'], rest.length > 0 ? rest : undefined);
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
  const { bodies, forces, commands, joints } = asObject(scene);
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
  const next: Loose = { ...asObject(scene), bodies: asList(bodies).toSpliced(entry, 1) };
  const keptJoints = withReferences(
    withoutJoints(asList(joints), ({ a, b }) => isOwn(a) || isOwn(b)),
    moved,
  );
  for (const [key, list] of Object.entries({ forces: kept(forces), commands: kept(commands), joints: keptJoints })) {
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

/** How many bodies an entry stands for: engine/scene/arrangement.h. */
export function copiesOf(body: unknown): number {
  const { arrangement } = asObject(body);
  if (arrangement === undefined) return 1;
  const { type, count, rows, columns } = asObject(arrangement);
  const [r, c] = [Number(rows), Number(columns)];
  if (type === 'pyramid') return (r * (r + 1)) / 2;
  if (type === 'wall') return c * r - Math.floor(r / 2);
  return Array.isArray(count) ? count.reduce<number>((product, part) => product * Number(part), 1) : Number(count);
}
