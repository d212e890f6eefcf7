// What was changed of a scene: a list of places with what stands there now. [path, value] sets, [path] removes, [path, start, count, items]
// puts items in place of `count` others of a list. Part of format 1.
import { exactText } from '../../simulation/run-file';
import { damaged } from '../bytes';

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

/** Throws LinkError where the changes do not fit the scene. */
export function applyChanges(scene: unknown, changes: readonly unknown[]): unknown {
  let whole = structuredClone(scene);
  for (const change of changes as readonly Change[]) {
    if (!Array.isArray(change) || !Array.isArray(change[0])) throw damaged();
    const path = change[0] as Path;
    if (path.length === 0 && change.length === 2) {
      whole = change[1];
      continue;
    }
    let place: unknown = whole;
    for (const part of change.length === 4 ? path : path.slice(0, -1)) place = inside(place, part);
    if (change.length === 4) splice(place, change as unknown as readonly [Path, number, number, unknown[]]);
    else set(place, path.at(-1), change);
  }
  return whole;
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
    else Object.defineProperty(place, part, { value: change[1], enumerable: true, configurable: true, writable: true });
  } else throw damaged();
}
