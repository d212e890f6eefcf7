// JSON values as columns: what stands at the same place of many objects is written together, where it compresses best. Numbers come back to
// the bit, keys in their order. Part of format 1.
import { exactText } from '../../simulation/run-file';
import { damaged, type ByteReader, type ByteWriter } from '../bytes';
import { LinkError, linkLimits } from '../link';
import { readWhole, writeWhole } from './numbers';
import { kWords } from './words';

const kKinds = {
  nothing: 0, // null
  no: 1,
  yes: 2,
  decimal: 3, // a whole number divided by a power of ten
  single: 4, // a double that a float32 holds
  double: 5,
  text: 6,
  numbered: 7, // a text with a number in it: "brick[17]"
  color: 8, // "#rrggbb"
  list: 9,
  object: 10,
} as const;
const kMostKinds = 11;
const kMixed = 16;
const kSame = 32; // all values of the column are the one that follows

/** Lists of one length up to this are a column for each place. */
const kLongestRecord = 16;
const kMostDigits = 9; // behind the point
const kLargestFraction = 1e6;
const kLargestWhole = 2 ** 32;

type Loose = Record<string, unknown>;
type Numbered = readonly [string, number, string];

const kNumbered = /^(.*?)(0|[1-9]\d{0,7})(\D*)$/s;

function digitsBehindPoint(value: number): number {
  if (Object.is(value, -0) || !Number.isFinite(value)) return -1;
  if (Number.isInteger(value)) return Math.abs(value) <= kLargestWhole ? 0 : -1;
  if (Math.abs(value) >= kLargestFraction) return -1;
  for (let digits = 1; digits <= kMostDigits; digits += 1) {
    const scale = 10 ** digits;
    if (Math.round(value * scale) / scale === value) return digits;
  }
  return -1;
}

function kindOf(value: unknown, splits: boolean): number {
  switch (typeof value) {
    case 'boolean':
      return value ? kKinds.yes : kKinds.no;
    case 'number':
      if (!Number.isFinite(value)) throw new LinkError('A link cannot hold a number that is not finite.');
      if (digitsBehindPoint(value) >= 0) return kKinds.decimal;
      return Object.is(Math.fround(value), value) ? kKinds.single : kKinds.double;
    case 'string':
      if (/^#[0-9a-f]{6}$/.test(value)) return kKinds.color;
      return splits && kNumbered.test(value) ? kKinds.numbered : kKinds.text;
    case 'object':
      if (value === null) return kKinds.nothing;
      return Array.isArray(value) ? kKinds.list : kKinds.object;
    default:
      throw new LinkError(`A link cannot hold a ${typeof value}.`);
  }
}

// Texts are split where most of a column have a number.
function kindsOf(values: readonly unknown[]): number[] {
  const texts = values.filter((value) => typeof value === 'string');
  const splits = texts.length >= 4 && texts.filter((text) => kNumbered.test(text)).length > texts.length / 2;
  return values.map((value) => kindOf(value, splits));
}

// ---- writing ----

export function writeColumn(values: readonly unknown[], writer: ByteWriter, depth = 0): void {
  if (values.length === 0) return;
  if (depth > linkLimits.depth) throw new LinkError('This scene goes too deep into itself for a link.');
  const kinds = kindsOf(values);
  if (kinds.some((kind) => kind !== kinds[0])) {
    writer.byte(kMixed);
    writeWhole(kinds, writer);
    for (let kind = 0; kind < kMostKinds; kind += 1)
      writeKind(
        kind,
        values.filter((_, index) => kinds[index] === kind),
        writer,
        depth,
      );
    return;
  }
  const isSame = values.length > 1 && kinds[0]! > kKinds.yes && areSame(values);
  writer.byte(kinds[0]! + (isSame ? kSame : 0));
  writeKind(kinds[0]!, isSame ? values.slice(0, 1) : values, writer, depth);
}

function areSame(values: readonly unknown[]): boolean {
  const first = exactText(values[0]);
  return values.every((value) => exactText(value) === first);
}

function writeKind(kind: number, values: readonly unknown[], writer: ByteWriter, depth: number): void {
  if (values.length === 0) return;
  switch (kind) {
    case kKinds.decimal:
      return writeDecimals(values as number[], writer);
    case kKinds.single:
      return writePlanes(new Uint8Array(Float32Array.from(values as number[]).buffer), 4, writer);
    case kKinds.double:
      return writePlanes(new Uint8Array(Float64Array.from(values as number[]).buffer), 8, writer);
    case kKinds.text:
      return writeTexts(values as string[], writer);
    case kKinds.color:
      return writeWhole(
        (values as string[]).map((text) => Number.parseInt(text.slice(1), 16)),
        writer,
      );
    case kKinds.numbered: {
      const parts = (values as string[]).map((text): Numbered => {
        const [, before, number, after] = kNumbered.exec(text)!;
        return [before!, Number(number), after!];
      });
      writeTexts(
        parts.map(([before]) => before),
        writer,
      );
      writeWhole(
        parts.map(([, number]) => number),
        writer,
      );
      return writeTexts(
        parts.map(([, , after]) => after),
        writer,
      );
    }
    case kKinds.list:
      return writeLists(values as unknown[][], writer, depth + 1);
    case kKinds.object:
      return writeObjects(values as Loose[], writer, depth + 1);
  }
}

function writeDecimals(values: readonly number[], writer: ByteWriter): void {
  const digits = values.reduce((most, value) => Math.max(most, digitsBehindPoint(value)), 0);
  const scale = 10 ** digits;
  const whole = values.map((value) => Math.round(value * scale));
  const fits = whole.every((value, index) => Math.abs(value) < 2 ** 50 && value / scale === values[index]);
  writer.byte(fits ? digits : 255);
  if (fits) return writeWhole(whole, writer);
  const own = values.map(digitsBehindPoint);
  writeWhole(own, writer);
  writeWhole(
    values.map((value, index) => Math.round(value * 10 ** own[index]!)),
    writer,
  );
}

// The first bytes of all numbers, then the second ones, and so on: what is alike stands together.
function writePlanes(bytes: Uint8Array, size: number, writer: ByteWriter): void {
  for (let plane = 0; plane < size; plane += 1) for (let at = plane; at < bytes.length; at += size) writer.byte(bytes[at]!);
}

function writeTexts(texts: readonly string[], writer: ByteWriter): void {
  const listed = [...new Set(texts)];
  if (texts.length > 1) writer.count(listed.length);
  for (const text of listed) writeWord(text, writer);
  if (listed.length === 1) return;
  const places = new Map(listed.map((text, place) => [text, place]));
  writeWhole(
    texts.map((text) => places.get(text)!),
    writer,
  );
}

const kPlaces = new Map(kWords.map((word, place) => [word, place]));
const isWellFormed = (text: string): boolean => !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** 2n: the n-th of the known words; 2n + 1: n bytes follow, in UTF-8, or after a byte 255, which UTF-8 does not have, in UTF-16. */
export function writeWord(text: string, writer: ByteWriter): void {
  const place = kPlaces.get(text);
  if (place !== undefined) return writer.count(2 * place);
  const bytes = isWellFormed(text) ? new TextEncoder().encode(text) : utf16(text);
  writer.count(2 * bytes.length + 1);
  writer.raw(bytes);
}

function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * text.length);
  bytes[0] = 255;
  for (let index = 0; index < text.length; index += 1) {
    bytes[1 + 2 * index] = text.charCodeAt(index) & 255;
    bytes[2 + 2 * index] = text.charCodeAt(index) >> 8;
  }
  return bytes;
}

function writeLists(lists: readonly (readonly unknown[])[], writer: ByteWriter, depth: number): void {
  writeWhole(
    lists.map(({ length }) => length),
    writer,
  );
  const record = recordLength(lists.map(({ length }) => length));
  if (record === 0) return writeColumn(lists.flat(1), writer, depth);
  for (let place = 0; place < record; place += 1)
    writeColumn(
      lists.map((list) => list[place]),
      writer,
      depth,
    );
}

const recordLength = (lengths: readonly number[]): number =>
  lengths.length > 1 && lengths[0]! <= kLongestRecord && lengths.every((length) => length === lengths[0]) ? lengths[0]! : 0;

function writeObjects(objects: readonly Loose[], writer: ByteWriter, depth: number): void {
  const forms = new Map<string, number>();
  const lists: string[][] = [];
  const formOf = objects.map((object) => {
    const keys = Object.keys(object).filter((key) => object[key] !== undefined);
    const text = JSON.stringify(keys);
    if (!forms.has(text)) {
      forms.set(text, lists.length);
      lists.push(keys);
    }
    return forms.get(text)!;
  });
  writer.count(lists.length);
  for (const keys of lists) {
    writer.count(keys.length);
    for (const key of keys) writeWord(key, writer);
  }
  if (lists.length > 1) writeWhole(formOf, writer);
  const has = lists.map((keys) => new Set(keys));
  for (const key of new Set(lists.flat()))
    writeColumn(
      objects.filter((_, index) => has[formOf[index]!]!.has(key)).map((object) => object[key]),
      writer,
      depth,
    );
}

// ---- reading ----

export class ValueReader {
  readonly #reader: ByteReader;
  #values = 0; // so far, each counted as often as it stands

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  column(length: number, depth = 0): unknown[] {
    if (length === 0) return [];
    if (depth > linkLimits.depth) throw damaged();
    this.#take(length);
    const reader = this.#reader;
    const kind = reader.byte();
    if (kind === kMixed) {
      const kinds = readWhole(length, reader);
      const values = Array.from({ length: kMostKinds }, (_, one) => {
        const count = kinds.reduce((sum, other) => sum + (other === one ? 1 : 0), 0);
        return this.#kind(one, count, depth).values();
      });
      return kinds.map((one) => (values[one] ?? fail()).next().value);
    }
    if (kind < kSame) return this.#kind(kind, length, depth);
    const before = this.#values;
    const [value] = this.#kind(kind - kSame, 1, depth);
    this.#take((length - 1) * (this.#values - before));
    return new Array<unknown>(length).fill(value);
  }

  word(): string {
    const code = this.#reader.count();
    if (code % 2 === 0) return kWords[code / 2] ?? fail();
    const bytes = this.#reader.raw((code - 1) / 2);
    if (bytes[0] !== 255) {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        throw damaged();
      }
    }
    let text = '';
    for (let at = 1; at + 1 < bytes.length; at += 2) text += String.fromCharCode(bytes[at]! + 256 * bytes[at + 1]!);
    return text;
  }

  #kind(kind: number, length: number, depth: number): unknown[] {
    if (length === 0) return [];
    const reader = this.#reader;
    switch (kind) {
      case kKinds.nothing:
        return new Array<unknown>(length).fill(null);
      case kKinds.no:
      case kKinds.yes:
        return new Array<unknown>(length).fill(kind === kKinds.yes);
      case kKinds.decimal:
        return this.#decimals(length);
      case kKinds.single:
        return finite(new Float32Array(this.#planes(length, 4)));
      case kKinds.double:
        return finite(new Float64Array(this.#planes(length, 8)));
      case kKinds.text:
        return this.#texts(length);
      case kKinds.color:
        return readWhole(length, reader).map((value) =>
          value >= 0 && value <= 0xffffff ? `#${value.toString(16).padStart(6, '0')}` : fail(),
        );
      case kKinds.numbered: {
        const [before, numbers, after] = [this.#texts(length), readWhole(length, reader), this.#texts(length)];
        return before.map((text, index) => `${text}${numbers[index]!}${after[index]!}`);
      }
      case kKinds.list:
        return this.#lists(length, depth + 1);
      case kKinds.object:
        return this.#objects(length, depth + 1);
      default:
        throw damaged();
    }
  }

  #decimals(length: number): number[] {
    const digits = this.#reader.byte();
    if (digits <= kMostDigits) {
      const scale = 10 ** digits;
      return readWhole(length, this.#reader).map((value) => value / scale);
    }
    if (digits !== 255) throw damaged();
    const own = readWhole(length, this.#reader);
    return readWhole(length, this.#reader).map((value, index) =>
      own[index]! >= 0 && own[index]! <= kMostDigits ? value / 10 ** own[index]! : fail(),
    );
  }

  #planes(length: number, size: number): ArrayBuffer {
    const planes = this.#reader.raw(length * size);
    const bytes = new Uint8Array(length * size);
    for (let plane = 0; plane < size; plane += 1)
      for (let index = 0; index < length; index += 1) bytes[index * size + plane] = planes[plane * length + index]!;
    return bytes.buffer;
  }

  #texts(length: number): string[] {
    const count = length > 1 ? this.#reader.count() : 1;
    if (count > length || count === 0) throw damaged();
    const listed = Array.from({ length: count }, () => this.word());
    if (count === 1) return new Array<string>(length).fill(listed[0]!);
    return readWhole(length, this.#reader).map((place) => listed[place] ?? fail());
  }

  #lists(length: number, depth: number): unknown[][] {
    const lengths = readWhole(length, this.#reader);
    const total = lengths.reduce((sum, one) => (one >= 0 ? sum + one : fail()), 0);
    if (total > linkLimits.values) throw tooMuch();
    const record = recordLength(lengths);
    if (record === 0) {
      const items = this.column(total, depth);
      let at = 0;
      return lengths.map((one) => items.slice(at, (at += one)));
    }
    const columns = Array.from({ length: record }, () => this.column(length, depth));
    return lengths.map((_, index) => columns.map((column) => column[index]));
  }

  #objects(length: number, depth: number): Loose[] {
    const reader = this.#reader;
    const formCount = reader.count();
    if (formCount === 0 || formCount > length) throw damaged();
    const forms = Array.from({ length: formCount }, () => {
      const count = reader.count();
      if (count > reader.left) throw damaged();
      const keys = Array.from({ length: count }, () => this.word());
      if (new Set(keys).size !== count) throw damaged();
      return keys;
    });
    const formOf = formCount > 1 ? readWhole(length, reader) : new Array<number>(length).fill(0);
    const has = forms.map((keys) => new Set(keys));
    const columns = new Map<string, Iterator<unknown>>();
    for (const key of new Set(forms.flat())) {
      const count = formOf.reduce((sum, form) => sum + ((has[form] ?? fail()).has(key) ? 1 : 0), 0);
      columns.set(key, this.column(count, depth).values());
    }
    return formOf.map((form) => {
      const object: Loose = {};
      for (const key of forms[form] ?? fail()) {
        const value = columns.get(key)!.next().value;
        // "__proto__" is a key like any other, as it is for JSON.parse
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      }
      return object;
    });
  }

  #take(count: number): void {
    this.#values += count;
    if (this.#values > linkLimits.values) throw tooMuch();
  }
}

const tooMuch = (): LinkError => new LinkError(`This link holds more than ${linkLimits.values} values: so large a scene goes as a file.`);

const finite = (values: ArrayLike<number>): number[] => Array.from(values, (value) => (Number.isFinite(value) ? value : fail()));

function fail(): never {
  throw damaged();
}
