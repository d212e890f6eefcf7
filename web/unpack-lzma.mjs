// Unpacks LZMA, which takes a fifth less room than deflate and which no browser unpacks by itself. Source and names: Igor Pavlov, "LZMA Specification" (2015), a
// stream with header. Bits are decoded by a range coder; each has a probability of its own, which learns.

const kHeader = 13; // bytes: properties, size of the dictionary, size of what was packed
const kProbabilityBits = 11;
const kEven = 1 << (kProbabilityBits - 1); // the probability of a 0 at first
const kShift = 5; // how fast a probability learns
const kStates = 12; // of what the last symbols were: literals below 7
const kPositionStates = 16;
const kShortestMatch = 2;

const even = (count) => new Uint16Array(count).fill(kEven);

/** What was packed: `packed` holds its size below 2^32 in its header. Bytes after the stream do not matter. */
export function unpackLzma(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const properties = packed[0];
  const contextBits = properties % 9; // lc: of the byte before a literal
  const literalPositionMask = (1 << (Math.floor(properties / 9) % 5)) - 1; // lp
  const positionMask = (1 << Math.floor(properties / 45)) - 1; // pb
  const bytes = new Uint8Array(header.getUint32(5, true));

  let range = 0xffffffff;
  let code = header.getUint32(kHeader + 1);
  let at = kHeader + 5;

  const normalize = () => {
    if (range >= 2 ** 24) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | packed[at]) >>> 0;
    at += 1;
  };
  const decodeBit = (probabilities, index) => {
    const probability = probabilities[index];
    const bound = (range >>> kProbabilityBits) * probability;
    const bit = code < bound ? 0 : 1;
    if (bit === 0) {
      range = bound;
      probabilities[index] = probability + (((1 << kProbabilityBits) - probability) >> kShift);
    } else {
      range -= bound;
      code -= bound;
      probabilities[index] = probability - (probability >> kShift);
    }
    normalize();
    return bit;
  };
  const decodeDirectBits = (count) => {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      range >>>= 1;
      const bit = code < range ? 0 : 1;
      if (bit === 1) code -= range;
      normalize();
      value = 2 * value + bit;
    }
    return value;
  };
  // A number whose bits stand in a tree of probabilities, the highest first.
  const decodeTree = (probabilities, start, bits) => {
    let node = 1;
    for (let i = 0; i < bits; i += 1) node = (node << 1) | decodeBit(probabilities, start + node);
    return node - (1 << bits);
  };
  const decodeReverseTree = (probabilities, start, bits) => {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i += 1) {
      const bit = decodeBit(probabilities, start + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  };
  const lengthDecoder = () => {
    const choice = even(2);
    const low = even(kPositionStates << 3);
    const middle = even(kPositionStates << 3);
    const high = even(1 << 8);
    return (positionState) => {
      if (decodeBit(choice, 0) === 0) return decodeTree(low, positionState << 3, 3);
      if (decodeBit(choice, 1) === 0) return 8 + decodeTree(middle, positionState << 3, 3);
      return 16 + decodeTree(high, 0, 8);
    };
  };

  const literals = even(0x300 * (literalPositionMask + 1) * (1 << contextBits));
  const slots = even(4 << 6);
  const distances = even(115);
  const alignment = even(1 << 4);
  const decodeDistance = (length) => {
    const slot = decodeTree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** count;
    if (slot < 14) return high + decodeReverseTree(distances, high - slot, count);
    return high + decodeDirectBits(count - 4) * 16 + decodeReverseTree(alignment, 0, 4);
  };

  const isMatch = even(kStates * kPositionStates);
  const isRepeat = even(kStates);
  const isRepeat0Long = even(kStates * kPositionStates);
  const isRepeatAfter0 = even(kStates);
  const isRepeatAfter1 = even(kStates);
  const isRepeatAfter2 = even(kStates);
  const decodeLength = lengthDecoder();
  const decodeRepeatLength = lengthDecoder();

  let state = 0;
  let [repeat0, repeat1, repeat2, repeat3] = [0, 0, 0, 0]; // the last four distances, less one
  for (let position = 0; position < bytes.length; ) {
    const positionState = position & positionMask;
    const context = state * kPositionStates + positionState;
    if (decodeBit(isMatch, context) === 0) {
      const before = position > 0 ? bytes[position - 1] : 0;
      const start = 0x300 * (((position & literalPositionMask) << contextBits) + (before >> (8 - contextBits)));
      let symbol = 1;
      // After a match, the byte that would have gone on with it says what to expect, up to the first bit that differs.
      let expected = state < 7 ? -1 : bytes[position - repeat0 - 1];
      while (symbol < 0x100) {
        const bitExpected = (expected >> 7) & 1;
        const bit = decodeBit(literals, start + (expected < 0 ? 0 : (1 + bitExpected) << 8) + symbol);
        expected = expected < 0 || bit !== bitExpected ? -1 : (expected << 1) & 0xff;
        symbol = (symbol << 1) | bit;
      }
      bytes[position] = symbol;
      position += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length = 0;
    if (decodeBit(isRepeat, state) === 0) {
      [repeat1, repeat2, repeat3] = [repeat0, repeat1, repeat2];
      length = kShortestMatch + decodeLength(positionState);
      repeat0 = decodeDistance(length - kShortestMatch);
      state = state < 7 ? 7 : 10;
    } else {
      let isShort = false;
      if (decodeBit(isRepeatAfter0, state) === 0) isShort = decodeBit(isRepeat0Long, context) === 0;
      else if (decodeBit(isRepeatAfter1, state) === 0) [repeat0, repeat1] = [repeat1, repeat0];
      else if (decodeBit(isRepeatAfter2, state) === 0) [repeat0, repeat1, repeat2] = [repeat2, repeat0, repeat1];
      else [repeat0, repeat1, repeat2, repeat3] = [repeat3, repeat0, repeat1, repeat2];
      length = isShort ? 1 : kShortestMatch + decodeRepeatLength(positionState);
      state = state < 7 ? (isShort ? 9 : 8) : 11;
    }
    for (const end = Math.min(position + length, bytes.length); position < end; position += 1)
      bytes[position] = bytes[position - repeat0 - 1];
  }
  return bytes;
}
