// What strangers send, under sanitizers: `npm run fuzz:scenes`, `fuzz:commands`, `fuzz:revisions`, each with
//   --count N    how many (1,000,000)     --first N    seed of the first (by the clock, and printed)
//   --seconds S  ends after so long       --jobs N     processes (one for each processor)
//   --known N    so many findings are known faults: exit code 1 only above (0)
// Scenes are those of the other fuzzers, spoiled by someone who knows the format (spoil.h); commands go to a running world; revisions are
// changed scenes for it. What is found is made small and printed, with the command that shows it again. Exit code 1 then.
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';
import { firstSeed, kMostFindings, kSeedOptions, trySeeds } from './seeds.mjs';

const kKinds = ['scenes', 'commands', 'revisions'];

await runMain(async () => {
  const [kind, ...words] = process.argv.slice(2);
  if (!kKinds.includes(kind)) throw new Problem(`This command begins with one of ${kKinds.join(', ')}.`);
  const options = readOptions(words, kSeedOptions);
  const first = firstSeed(options);
  await ensureTestTools();
  await buildVariantWithProgress(options.variant, ['tumble-inputs']);
  const { tried, taken, findings } = await trySeeds({
    ...options,
    first,
    program: join(buildRoot, options.variant, 'tumble-inputs'),
    words: [kind],
    title: `Trying ${kind}`,
    sum: /^(\d+) tried, (\d+) taken/m,
    lastly: ['--shrink'],
  });
  for (const finding of findings) console.log(finding);
  if (findings.length >= kMostFindings) say('there may be more');
  console.log(`\n${findings.length} of ${tried} ${kind} break the rule, ${options.known} known, ${taken} began; first seed ${first}`);
  return findings.length > options.known ? 1 : 0;
});
