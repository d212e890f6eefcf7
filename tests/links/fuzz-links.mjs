// Mutated links, as many as one likes: npm run fuzz:links -- --count 1000000. Each is refused with a sentence or is the link that it was, within
// 250 ms of processor time.
import { readOptions } from '../fuzz/options.mjs';
import { runMain } from '../../build-scripts/lib/problem.mjs';
import { decode, encode, exactText, galleryScenes, keptBodies } from './link-driver.mjs';
import { checkMutants } from './support/mutant-check.mjs';
import { randomLink } from './support/random-links.mjs';

const kSlowest = 250; // ms
const kPerRound = 10_000;
const kTextsPerRound = 40;

await runMain(async () => {
  const { count, first } = readOptions(process.argv.slice(2), {
    count: { value: 1_000_000, least: 1, isWhole: true },
    first: { value: 0, isWhole: true },
  });
  let tried = 0;
  let same = 0;
  let slowest = 0;
  const findings = [];
  for (let start = first; start < first + count; start += kPerRound) {
    const texts = [];
    for (let seed = start; texts.length < kTextsPerRound; seed += 1) texts.push(await encode(randomLink(seed, keptBodies, galleryScenes)));
    const result = await checkMutants({ count: Math.min(kPerRound, first + count - start), first: start, texts, decode, exactText });
    tried += result.tried;
    same += result.same;
    findings.push(...result.findings);
    slowest = Math.max(slowest, result.slowest);
    if (process.stdout.isTTY) process.stdout.write(`\r${tried} of ${count}`);
  }
  if (slowest > kSlowest) findings.push(`the slowest took ${slowest.toFixed(0)} ms`);
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(
    `${tried} mutated links: ${tried - same} refused, ${same} open as what they were, ${findings.length} findings; the slowest took ${slowest.toFixed(1)} ms of processor time\n`,
  );
  return findings.length === 0 ? 0 : 1;
});
