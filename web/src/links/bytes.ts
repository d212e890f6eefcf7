// Bytes one after another: numbers of variable length (seven bits a byte, the lowest first), and bytes as they are.
import { LinkError } from './link';

/** What is no link of the format. The envelope makes a sentence of it. */
export const damaged = (): LinkError => new LinkError('damaged');

export class ByteWriter {
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
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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
