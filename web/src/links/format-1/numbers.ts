// Columns of whole numbers, in the way that takes the fewest bytes: as they are, as differences (of differences), as digits of a base, or as places
// in a list of those that occur. Part of format 1: what is written once is read for ever.
import { damaged, type ByteReader, type ByteWriter } from '../bytes';

const kPlain = 0;
const kDifferences = 1;
const kSecondDifferences = 2;
const kDigits = 3;
const kDifferencesAsDigits = 4;
const kListed = 5;
const kListedAsDigits = 6;

/** Columns up to this length have no byte for their way. */
const kShort = 3;
const kLargestSpan = 2 ** 50;
const kDigitsAtOnce = 32; // wastes at most 1/32 bit each

const fold = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfold = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => (index === 0 ? value : value - values[index - 1]!));

function sums(values: number[]): number[] {
  for (let index = 1; index < values.length; index += 1) values[index]! += values[index - 1]!;
  return values;
}

// About how many bytes the deflated varints take: the entropy of bytes by themselves, or of each behind the one before it (for what repeats), with
// the table of what occurs.
function varintCost(values: readonly number[]): number {
  const alone = new Map<number, number>();
  const pairs = new Map<number, number>();
  let total = 0;
  let before = 0;
  for (const value of values) {
    let rest = fold(value);
    if (rest > Number.MAX_SAFE_INTEGER) return Number.POSITIVE_INFINITY;
    for (; rest >= 128; rest = Math.floor(rest / 128)) count((rest % 128) + 128);
    count(rest);
  }
  function count(byte: number): void {
    alone.set(byte, (alone.get(byte) ?? 0) + 1);
    pairs.set(before * 256 + byte, (pairs.get(before * 256 + byte) ?? 0) + 1);
    before = byte;
    total += 1;
  }
  let bits = 0;
  for (const times of alone.values()) bits -= times * Math.log2(times / total);
  let bitsOfPairs = 0;
  for (const [pair, times] of pairs) bitsOfPairs -= times * Math.log2(times / (alone.get(Math.floor(pair / 256)) ?? times));
  return Math.min((bits + 6 * alone.size) / 8, Math.max(0, bitsOfPairs) / 8 + pairs.size);
}

// The lowest of some numbers, and how far the highest is from it; null where that is too far for digits.
function rangeOf(values: readonly number[]): { readonly low: number; readonly span: number } | null {
  let low = values[0]!;
  let high = low;
  for (const value of values) {
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  return high - low <= kLargestSpan && Math.abs(low) <= kLargestSpan ? { low, span: high - low } : null;
}

const digitsCost = (values: readonly number[]): number => {
  const range = rangeOf(values);
  return range ? (values.length * Math.log2(range.span + 1)) / 8 + 5 : Number.POSITIVE_INFINITY;
};

// How many bits so many digits of a base take.
const widthOf = (base: bigint, count: number): number => (base ** BigInt(count) - 1n).toString(2).length;

// Digits of the base span + 1, in parts: each is one number.
function writeDigits(values: readonly number[], writer: ByteWriter): void {
  const { low, span } = rangeOf(values)!;
  writer.count(fold(low));
  writer.count(span);
  const base = BigInt(span) + 1n;
  for (let start = 0; start < values.length; start += kDigitsAtOnce) {
    const part = values.slice(start, start + kDigitsAtOnce);
    const whole = part.reduceRight((sum, value) => sum * base + BigInt(value - low), 0n);
    writer.dense.bits(whole, widthOf(base, part.length));
  }
}

function readDigits(length: number, reader: ByteReader): number[] {
  const low = unfold(reader.count());
  const span = reader.count();
  if (Math.abs(low) > kLargestSpan || span > kLargestSpan) throw damaged();
  const base = BigInt(span) + 1n;
  const width = widthOf(base, kDigitsAtOnce);
  const values: number[] = [];
  while (values.length < length) {
    const count = Math.min(kDigitsAtOnce, length - values.length);
    let whole = reader.dense.bits(count === kDigitsAtOnce ? width : widthOf(base, count));
    for (let digit = 0; digit < count; digit += 1) {
      values.push(low + Number(whole % base));
      whole /= base;
    }
    if (whole > 0n) throw damaged();
  }
  return values;
}

/** Whole numbers of at most 2^50, and never -0. */
export function writeWhole(values: readonly number[], writer: ByteWriter): void {
  const plain = (list: readonly number[]): void => {
    for (const value of list) writer.count(fold(value));
  };
  if (values.length <= kShort) return plain(values);
  const first = differences(values);
  const second = differences(first);
  const listed = [...new Set(values)];
  const places = new Map(listed.map((value, place) => [value, place]));
  const ways: [number, number, () => void][] = [
    [kPlain, varintCost(values), () => plain(values)],
    [kDifferences, varintCost(first), () => plain(first)],
    [kSecondDifferences, varintCost(second), () => plain(second)],
    [kDigits, digitsCost(values), () => writeDigits(values, writer)],
    [kDifferencesAsDigits, digitsCost(first), () => writeDigits(first, writer)],
  ];
  if (listed.length <= 128 && listed.length < values.length / 2) {
    const indices = values.map((value) => places.get(value)!);
    const list = (): void => {
      writer.count(listed.length);
      plain(listed);
    };
    const asBytes = (): void => {
      list();
      for (const index of indices) writer.byte(index);
    };
    const asDigits = (): void => {
      list();
      writeDigits(indices, writer);
    };
    ways.push([kListed, varintCost(listed) + varintCost(indices) + 1, asBytes]);
    ways.push([kListedAsDigits, varintCost(listed) + digitsCost(indices) + 1, asDigits]);
  }
  const [way, , write] = ways.reduce((best, one) => (one[1] < best[1] ? one : best));
  writer.byte(way);
  write();
}

export function readWhole(length: number, reader: ByteReader): number[] {
  const plain = (count: number): number[] => Array.from({ length: count }, () => unfold(reader.count()));
  if (length <= kShort) return plain(length);
  const way = reader.byte();
  switch (way) {
    case kPlain:
      return plain(length);
    case kDifferences:
      return sums(plain(length));
    case kSecondDifferences:
      return sums(sums(plain(length)));
    case kDigits:
      return readDigits(length, reader);
    case kDifferencesAsDigits:
      return sums(readDigits(length, reader));
    case kListed:
    case kListedAsDigits: {
      const listed = plain(Math.min(reader.count(), length));
      const places = way === kListed ? Array.from({ length }, () => reader.byte()) : readDigits(length, reader);
      return places.map((place) => listed[place] ?? fail());
    }
    default:
      throw damaged();
  }
}

function fail(): never {
  throw damaged();
}
