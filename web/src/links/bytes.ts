// Bytes one after another: numbers of variable length (seven bits a byte, the lowest first), and bytes as they are. Beside them a stream of bits for
// what no compression makes shorter, so that it does not spoil the statistics of the rest.
import { LinkError } from './link';

/** What is no link of the format. The envelope makes a sentence of it. */
export const damaged = (): LinkError => new LinkError('damaged');

/** Bits, the lowest first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  /** The last byte is filled with zeros. */
  get bytes(): Uint8Array {
    return Uint8Array.from(this.#count > 0 ? [...this.#bytes, this.#held] : this.#bytes);
  }

  /** The lowest `width` bits of a number from 0. */
  bits(value: bigint, width: number): void {
    let rest = value;
    for (let left = width; left > 0; ) {
      const part = Math.min(left, 8 - this.#count);
      this.#held |= Number(BigInt.asUintN(part, rest)) << this.#count;
      rest >>= BigInt(part);
      left -= part;
      this.#count += part;
      if (this.#count < 8) continue;
      this.#bytes.push(this.#held);
      this.#held = this.#count = 0;
    }
  }
}

export class BitReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bits(width: number): bigint {
    if (width > 8 * this.#bytes.length - this.#at) throw damaged();
    let value = 0n;
    for (let read = 0; read < width; ) {
      const part = Math.min(width - read, 8 - (this.#at & 7));
      const bits = (this.#bytes[this.#at >> 3]! >> (this.#at & 7)) & (2 ** part - 1);
      value |= BigInt(bits) << BigInt(read);
      read += part;
      this.#at += part;
    }
    return value;
  }

  /** Nothing is left but the zeros that fill the last byte. */
  get isAtEnd(): boolean {
    const left = 8 * this.#bytes.length - this.#at;
    return left === 0 || (left < 8 && this.#bytes.at(-1)! >> (this.#at & 7) === 0);
  }
}

export class ByteWriter {
  readonly dense = new BitWriter();
  #bytes = new Uint8Array(1024);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#need(1);
    this.#bytes[this.#length++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.#need(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A whole number from 0 to 2^53 - 1. */
  count(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.byte((rest % 128) + 128);
    this.byte(rest);
  }

  #need(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}

export class ByteReader {
  at = 0;
  readonly dense: BitReader;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, dense: Uint8Array = new Uint8Array(0)) {
    this.#bytes = bytes;
    this.dense = new BitReader(dense);
  }

  get left(): number {
    return this.#bytes.length - this.at;
  }

  byte(): number {
    if (this.at >= this.#bytes.length) throw damaged();
    return this.#bytes[this.at++]!;
  }

  raw(length: number): Uint8Array {
    if (length > this.left) throw damaged();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  count(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) {
        if (!Number.isSafeInteger(value)) throw damaged();
        return value;
      }
    }
    throw damaged();
  }
}
