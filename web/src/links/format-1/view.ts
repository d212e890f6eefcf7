// The view of a link of format 1: bits for what it says, then what it says, in the order of kParts. A view of another kind is a value.
import { damaged, type ByteReader, type ByteWriter } from '../bytes';
import type { LinkView } from '../link';
import { writeColumn, type ValueReader } from './values';

// Lists that are written as bits, one for each word. The order is part of the format.
const kMarks = (
  'velocity acceleration momentum force angularVelocity angularMomentum torque point appliedForces about contacts centre axes trail strobe ' +
  'impacts ellipsoid polhode cones'
).split(' ');
const kOpen = 'gallery numbers lab lab/plots lab/push lab/collision lab/scene lab/compare'.split(' ');

const kFlags = ['playing', 'allBodies', 'follow', 'names', 'energyBars', 'graphPaper'] as const; // two bits each: said, and what
const kParts = ['camera', 'selected', 'marks', 'rate', 'open', 'plots', 'point', 'about'] as const; // one bit each
const kKeys: readonly string[] = [...kParts, ...kFlags];
// As LinkView has them.
const kOrder = 'camera selected point marks about allBodies follow names energyBars graphPaper plots rate playing open'.split(
  ' ',
) as (keyof LinkView)[];
const kUsual = 5; // parts that most links have; the flag that all have stands behind them, so that most need one byte
const kOther = 2 ** (kParts.length + 2 * kFlags.length);

const bitOfPart = (place: number): number => 2 ** (place < kUsual ? place : place + 2);
const bitOfFlag = (place: number): number => 2 ** (place === 0 ? kUsual : kParts.length + 2 * place);

type Loose = Record<string, unknown>;

// The number whose bits name the words; null where they are others, or stand in another order.
function bitsOf(value: unknown, words: readonly string[]): number | null {
  if (!Array.isArray(value)) return null;
  let bits = 0;
  let last = -1;
  for (const word of value) {
    const place = words.indexOf(word as string);
    if (place <= last) return null;
    bits += 2 ** place;
    last = place;
  }
  return bits;
}

function wordsOf(bits: number, words: readonly string[]): string[] {
  if (bits >= 2 ** words.length) throw damaged();
  return words.filter((_, place) => Math.floor(bits / 2 ** place) % 2 === 1);
}

function isUsual(view: Loose): boolean {
  const keys = Object.keys(view);
  return (
    keys.every((key, index) => kKeys.includes(key) && (index === 0 || kKeys.indexOf(keys[index - 1]!) < kKeys.indexOf(key))) &&
    kFlags.every((key) => view[key] === undefined || typeof view[key] === 'boolean') &&
    (view.camera === undefined || isCamera(view.camera)) &&
    (view.marks === undefined || bitsOf(view.marks, kMarks) !== null) &&
    (view.open === undefined || bitsOf(view.open, kOpen) !== null)
  );
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number');

function isCamera(value: unknown): value is { position: number[]; target: number[] } {
  if (typeof value !== 'object' || value === null || Object.keys(value).join() !== 'position,target') return false;
  const { position, target } = value as Loose;
  return isVector(position) && isVector(target);
}

export function writeView(given: LinkView, writer: ByteWriter): void {
  const view = ordered(given as Loose);
  if (!isUsual(view)) {
    writer.count(kOther);
    return writeColumn([view], writer);
  }
  let bits = 0;
  kParts.forEach((key, place) => {
    if (view[key] !== undefined) bits += bitOfPart(place);
  });
  kFlags.forEach((key, place) => {
    if (view[key] !== undefined) bits += bitOfFlag(place) * (view[key] === true ? 3 : 1);
  });
  writer.count(bits);
  for (const key of kParts) {
    const value = view[key];
    if (value === undefined) continue;
    if (key === 'camera') writeColumn(Object.values(value as LinkView['camera'] & {}).flat(), writer);
    else if (key === 'marks') writer.count(bitsOf(value, kMarks)!);
    else if (key === 'open') writer.count(bitsOf(value, kOpen)!);
    else writeColumn([value], writer);
  }
}

// Keys in the order of the format, without those that say nothing.
function ordered(view: Loose): Loose {
  const keys = Object.keys(view).filter((key) => view[key] !== undefined);
  if (keys.some((key) => !kKeys.includes(key))) return view;
  return Object.fromEntries(kKeys.filter((key) => keys.includes(key)).map((key) => [key, view[key]]));
}

export function readView(reader: ByteReader, values: ValueReader): LinkView {
  const bits = reader.count();
  if (bits === kOther) {
    const [view] = values.column(1);
    if (typeof view !== 'object' || view === null || Array.isArray(view)) throw damaged();
    return asViewHas(view as Loose);
  }
  if (bits > kOther) throw damaged();
  const view: Loose = {};
  kParts.forEach((key, place) => {
    if ((bits & bitOfPart(place)) === 0) return;
    if (key === 'camera') {
      const numbers = values.column(6);
      view.camera = { position: numbers.slice(0, 3), target: numbers.slice(3) };
    } else if (key === 'marks') view.marks = wordsOf(reader.count(), kMarks);
    else if (key === 'open') view.open = wordsOf(reader.count(), kOpen);
    else [view[key]] = values.column(1);
  });
  kFlags.forEach((key, place) => {
    const said = Math.floor(bits / bitOfFlag(place)) & 3;
    if (said === 2) throw damaged();
    if (said > 0) view[key] = said === 3;
  });
  return asViewHas(view);
}

// Keys in the order of LinkView, unless there are others.
function asViewHas(view: Loose): LinkView {
  if (Object.keys(view).some((key) => !kKeys.includes(key))) return view as LinkView;
  return Object.fromEntries(kOrder.filter((key) => key in view).map((key) => [key, view[key]]));
}
