// Holds links that were damaged against what may come of them: a sentence, or the very link that it was.
import { mutant } from './mutations.mjs';

// Of all threads of this program, ms: what other programs do meanwhile does not count.
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Decodes mutants from seeds `first` on. Gives { refused, same, findings, slowest }: findings are sentences, slowest is processor time in ms. */
export async function checkMutants({ count, first, texts, decode, exactText, until = () => false }) {
  const originals = new Map(await Promise.all(texts.map(async (text) => [text, exactText(await decode(text))])));
  const result = { tried: 0, refused: 0, same: 0, findings: [], slowest: 0 };
  for (let seed = first; seed < first + count && !until(); seed += 1) {
    const { text, kind, from } = mutant(seed, texts);
    const start = processorTime();
    let decoded;
    try {
      decoded = await decode(text);
    } catch (error) {
      result.findings.push(`seed ${seed} (${kind}): threw ${error}`);
      continue;
    }
    const time = processorTime() - start;
    result.slowest = Math.max(result.slowest, time);
    result.tried += 1;
    if (!decoded.ok) {
      result.refused += 1;
      if (!/^[A-Z].*[.]$/s.test(decoded.message) || /^Unforeseen/.test(decoded.message))
        result.findings.push(`seed ${seed} (${kind}): is refused with no sentence: ${decoded.message}`);
    } else if (from.some((one) => originals.get(one) === exactText(decoded))) result.same += 1;
    else result.findings.push(`seed ${seed} (${kind}): opens as another link: ${text}`);
  }
  return result;
}
