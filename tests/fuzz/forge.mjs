// Forged snapshots under sanitizers: `npm run fuzz:forge -- --count 1000000`. Whatever bytes are restored, they are refused or run.
//   --count N    how many (1,000,000)     --first N    seed of the first (by the clock, and printed)
//   --seconds S  ends after so long       --jobs N     processes (one for each processor)
//   --known N    so many findings are known faults: exit code 1 only above (0)
// What is found is made small (seeds.mjs), with the command that shows it again. Exit code 1 then. What takes long under sanitizers counts where it takes
// long in the release build.
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { run } from '../../build-scripts/lib/run.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';
import { firstSeed, kMostFindings, kSeedOptions, trySeeds } from './seeds.mjs';

const kTimed = 'native-release';

await runMain(async () => {
  const options = readOptions(process.argv.slice(2), kSeedOptions);
  const first = firstSeed(options);
  await ensureTestTools();
  for (const variant of new Set([options.variant, kTimed])) await buildVariantWithProgress(variant, ['tumble-forge']);
  const programIn = (variant) => join(buildRoot, variant, 'tumble-forge');
  const isFinding = async (seed, why) => !why.includes('takes long') || (await run(programIn(kTimed), ['--seed', String(seed)])).code !== 0;
  const { tried, taken, findings } = await trySeeds({
    ...options,
    first,
    program: programIn(options.variant),
    isFinding,
    title: 'Forging snapshots',
    sum: /^(\d+) forgeries of \d+ snapshots, (\d+) taken/m,
  });
  for (const finding of findings) console.log(finding);
  if (findings.length >= kMostFindings) say('there may be more');
  console.log(
    `\n${findings.length} of ${tried} forgeries get through, ${options.known} known, ${taken} were taken for worlds; first seed ${first}`,
  );
  return findings.length > options.known ? 1 : 0;
});
