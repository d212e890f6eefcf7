// What happens to links on their way, from seeds: bits, characters, cuts, splices of two, insertions, and things left out.
import { Random } from './random-links.mjs';

const kAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const kForeign = '.,;:!?()[]{}<>"\'#%&=+/\\ \n\t\u200b\u00ad€%2E%00\ud83d';

const mutations = {
  bit: (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(7))) + text.slice(at + 1);
  },
  character: (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + random.of(kAlphabet) + text.slice(at + 1);
  },
  characters: (text, random) => {
    let changed = text;
    for (let times = random.below(20) + 2; times > 0; times -= 1) changed = mutations.character(changed, random);
    return changed;
  },
  foreign: (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + random.of(kForeign) + text.slice(at + 1);
  },
  cut: (text, random) => text.slice(0, random.below(text.length)),
  headless: (text, random) => text.slice(random.below(text.length)),
  hole: (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1 + random.below(30));
  },
  splice: (text, random, other) => text.slice(0, random.below(text.length)) + other.slice(random.below(other.length)),
  sameSplice: (text, random, other) => {
    const at = random.below(Math.min(text.length, other.length));
    return text.slice(0, at) + other.slice(at);
  },
  insertion: (text, random) => {
    const at = random.below(text.length + 1);
    const added = Array.from({ length: random.below(30) + 1 }, () => random.of(random.chance(0.8) ? kAlphabet : kForeign)).join('');
    return text.slice(0, at) + added + text.slice(at);
  },
  swap: (text, random) => {
    const [a, b] = [random.below(text.length), random.below(text.length)].sort((one, other) => one - other);
    return text.slice(0, a) + text.slice(b) + text.slice(a, b);
  },
  lower: (text) => text.toLowerCase(),
  twice: (text) => text + text,
};
export const kinds = Object.keys(mutations);

/** Gives { text, kind, from }: `from` are the links it was made of. */
export function mutant(seed, texts) {
  const random = new Random(seed);
  const [one, other] = [random.of(texts), random.of(texts)];
  const kind = random.of(kinds);
  return { text: mutations[kind](one, random, other), kind, from: [one, other] };
}
