// Columns of whole numbers, in the way that takes the fewest bytes: as they are, as differences (of differences), in a fixed number of bits,
// or as places in a list of those that occur. Part of format 1: what is written once is read for ever.
import { damaged, type ByteReader, type ByteWriter } from '../bytes';

const kPlain = 0;
const kDifferences = 1;
const kSecondDifferences = 2;
const kBits = 3;
const kDifferencesInBits = 4;
const kListed = 5;

/** Columns up to this length have no byte for their way. */
const kShort = 3;
const kMostBits = 31;

const fold = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unfold = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => (index === 0 ? value : value - values[index - 1]!));

function sums(values: number[]): number[] {
  for (let index = 1; index < values.length; index += 1) values[index]! += values[index - 1]!;
  return values;
}

// About how many bytes the deflated varints take: their entropy, and the table of it.
function varintCost(values: readonly number[]): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (const value of values) {
    let rest = fold(value);
    if (rest > Number.MAX_SAFE_INTEGER) return Number.POSITIVE_INFINITY;
    for (; rest >= 128; rest = Math.floor(rest / 128)) count((rest % 128) + 128);
    count(rest);
  }
  function count(byte: number): void {
    counts.set(byte, (counts.get(byte) ?? 0) + 1);
    total += 1;
  }
  let bits = 0;
  for (const times of counts.values()) bits -= times * Math.log2(times / total);
  return (bits + 6 * counts.size) / 8;
}

function range(values: readonly number[]): { readonly low: number; readonly width: number } | null {
  let low = values[0]!;
  let high = low;
  for (const value of values) {
    if (value < low) low = value;
    else if (value > high) high = value;
  }
  const width = Math.ceil(Math.log2(high - low + 1));
  return width <= kMostBits && Math.abs(low) < 2 ** 51 ? { low, width } : null;
}

function writeBits(values: readonly number[], writer: ByteWriter): void {
  const { low, width } = range(values)!;
  writer.count(fold(low));
  writer.byte(width);
  let held = 0;
  let bits = 0;
  for (const value of values) {
    let rest = value - low;
    for (let left = width; left > 0; ) {
      const part = Math.min(left, 8 - bits);
      held |= (rest % 2 ** part) << bits;
      rest = Math.floor(rest / 2 ** part);
      left -= part;
      bits += part;
      if (bits === 8) {
        writer.byte(held);
        held = bits = 0;
      }
    }
  }
  if (bits > 0) writer.byte(held);
}

function readBits(length: number, reader: ByteReader): number[] {
  const low = unfold(reader.count());
  const width = reader.byte();
  if (width > kMostBits) throw damaged();
  const bytes = reader.raw(Math.ceil((length * width) / 8));
  return Array.from({ length }, (_, index) => {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) {
      const at = index * width + bit;
      if ((bytes[at >> 3]! >> (at & 7)) & 1) value += 2 ** bit;
    }
    return low + value;
  });
}

const bitsCost = (values: readonly number[]): number => {
  const found = range(values);
  return found ? (values.length * found.width) / 8 + 3 : Number.POSITIVE_INFINITY;
};

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
    [kBits, bitsCost(values), () => writeBits(values, writer)],
    [kDifferencesInBits, bitsCost(first), () => writeBits(first, writer)],
  ];
  if (listed.length <= 128 && listed.length < values.length / 2) {
    const indices = values.map((value) => places.get(value)!);
    ways.push([
      kListed,
      varintCost(listed) + varintCost(indices) + 1,
      () => {
        writer.count(listed.length);
        plain(listed);
        for (const index of indices) writer.byte(index);
      },
    ]);
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
    case kBits:
      return readBits(length, reader);
    case kDifferencesInBits:
      return sums(readBits(length, reader));
    case kListed: {
      const listed = plain(Math.min(reader.count(), length));
      return Array.from({ length }, () => {
        const value = listed[reader.byte()];
        if (value === undefined) throw damaged();
        return value;
      });
    }
    default:
      throw damaged();
  }
}
