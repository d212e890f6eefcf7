// The options of a fuzzer's command: `--name value`, each at most once.
import { Problem } from '../../build-scripts/lib/problem.mjs';

/**
 * Reads the words of a command line.
 * @param {string[]} words
 * @param {Record<string, { value?: unknown, least?: number, isWhole?: boolean, isText?: boolean }>} known
 *   By name: the value where nothing is said; a number, from `least` (0) on, and whole if so wanted, or text.
 * @returns the values by name; throws a Problem with one sentence for what is not known or no such value.
 */
export function readOptions(words, known) {
  const options = Object.fromEntries(Object.entries(known).map(([name, { value }]) => [name, value]));
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, ''),
      text = words[i + 1];
    if (!Object.hasOwn(known, name) || text === undefined)
      throw new Problem(
        `This command knows ${Object.keys(known)
          .map((word) => `--${word}`)
          .join(', ')}, each with a value.`,
      );
    const { least = 0, isWhole = false, isText = false } = known[name];
    const number = Number(text);
    if (!isText && !(number >= least && (!isWhole || Number.isSafeInteger(number))))
      throw new Problem(`--${name} wants a ${isWhole ? 'whole ' : ''}number from ${least} on.`);
    options[name] = isText ? text : number;
  }
  return options;
}
