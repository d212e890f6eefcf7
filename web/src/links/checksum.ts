// A checksum of 64 bits: two lanes of multiplications and shifts, each fed every byte (after bryc, cyrb53, public domain, 2018). Damage that
// chance makes goes unseen once in 2^64 times; it is no defence against somebody who wants two texts to agree.

/** The two halves, as uint32. */
export function checksum(bytes: Uint8Array, seed = 0): readonly [number, number] {
  let a = 0xdeadbeef ^ seed ^ bytes.length;
  let b = 0x41c6ce57 ^ seed;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 2654435761);
    b = Math.imul(b ^ byte, 1597334677);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}
