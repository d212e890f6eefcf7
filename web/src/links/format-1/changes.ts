// What was changed of a scene: a list of places with what stands there now. [path, value] sets, [path] removes, [path, start, count, items]
// puts items in place of `count` others of a list. Part of format 1.
import { exactText } from '../../simulation/run-file';
import { inThousands } from '../../simulation/problems';
import { damaged } from '../bytes';
import { LinkError, linkLimits } from '../link';

type Loose = Record<string, unknown>;
type Path = readonly (string | number)[];
export type Change = readonly [Path] | readonly [Path, unknown] | readonly [Path, number, number, readonly unknown[]];

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (a: unknown, b: unknown): boolean => exactText(a) === exactText(b);

/** Null where the changes would not bring back the very text, as where keys stand in another order. */
export function changesBetween(before: unknown, after: unknown): Change[] | null {
  const changes: Change[] = [];
  compare(before, after, [], changes);
  return isSame(applyChanges(before, changes), after) ? changes : null;
}

function compare(before: unknown, after: unknown, path: Path, changes: Change[]): void {
  if (isSame(before, after)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) compare(before[key], after[key], [...path, key], changes);
      else changes.push([[...path, key]]);
    }
    for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) changes.push([[...path, key], after[key]]);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (let index = 0; index < after.length; index += 1) compare(before[index], after[index], [...path, index], changes);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && isSame(before[start], after[start])) start += 1;
    let end = 0;
    while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
    changes.push([path, start, before.length - end - start, after.slice(start, after.length - end)]);
  } else changes.push([path, after]);
}

/** What the changes of one link may copy and put in together: a link of a few bytes can ask for a large scene to be changed 20,000 times. */
export class ChangeBudget {
  #left = linkLimits.changed;

  /** Throws LinkError. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0)
      throw new LinkError(
        `The edits of this link change more than ${inThousands(linkLimits.changed)} values, which is more than a link may.`,
      );
  }

  /** All that hangs on a value, as often as it does. */
  takeAll(value: unknown): void {
    this.take(1);
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) this.takeAll(part);
  }
}

/** The scene stays as it is; what is not changed is shared with it. Throws LinkError where the changes do not fit the scene. */
export function applyChanges(scene: unknown, changes: readonly unknown[], budget: ChangeBudget | null = null): unknown {
  const own = new Set<unknown>(); // copied here
  const copied = (value: unknown): unknown => {
    if (own.has(value) || typeof value !== 'object' || value === null) return value;
    budget?.take(Array.isArray(value) ? value.length : Object.keys(value).length);
    const copy: unknown = Array.isArray(value) ? [...(value as unknown[])] : copyOf(value as Loose);
    own.add(copy);
    return copy;
  };
  let whole = scene;
  for (const change of changes as readonly Change[]) {
    if (!Array.isArray(change) || !Array.isArray(change[0])) throw damaged();
    const path = change[0] as Path;
    budget?.takeAll(change);
    if (path.length === 0 && change.length === 2) {
      whole = change[1];
      continue;
    }
    let place = (whole = copied(whole));
    for (const part of change.length === 4 ? path : path.slice(0, -1)) {
      const inner = copied(inside(place, part));
      put(place as Loose, part, inner);
      place = inner;
    }
    if (change.length === 4) splice(place, change as unknown as readonly [Path, number, number, unknown[]]);
    else set(place, path.at(-1), change);
  }
  return whole;
}

// A key "__proto__" is one like any other.
function put(place: Loose, key: string | number, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, configurable: true, writable: true });
}

function copyOf(value: Loose): Loose {
  const copy: Loose = {};
  for (const key of Object.keys(value)) put(copy, key, value[key]);
  return copy;
}

function inside(place: unknown, part: unknown): unknown {
  if (Array.isArray(place) && Number.isInteger(part) && (part as number) in place) return place[part as number];
  if (isObject(place) && typeof part === 'string' && Object.hasOwn(place, part)) return place[part];
  throw damaged();
}

function splice(list: unknown, [, start, count, items]: readonly [Path, number, number, unknown[]]): void {
  const fits = Array.isArray(list) && Array.isArray(items) && Number.isInteger(start) && Number.isInteger(count);
  if (!fits || start < 0 || count < 0 || start + count > list.length) throw damaged();
  list.splice(start, count, ...items);
}

function set(place: unknown, part: unknown, change: readonly unknown[]): void {
  if (Array.isArray(place) && Number.isInteger(part) && (part as number) in place && change.length === 2) place[part as number] = change[1];
  else if (isObject(place) && typeof part === 'string') {
    if (change.length === 1) delete place[part];
    else put(place, part, change[1]);
  } else throw damaged();
}
