// Forged snapshots under sanitizers: `npm run fuzz:forge -- --count 1000000`. Whatever bytes are restored, they are refused or run.
//   --count N    how many (1,000,000)     --first N    seed of the first (by the clock, and printed)
//   --seconds S  ends after so long       --jobs N     processes (one for each processor)
//   --known N    so many findings are known faults: exit code 1 only above (0)
// What is found is made small (seeds.mjs), with the command that shows it again. Exit code 1 then.
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';
import { firstSeed, kMostFindings, kSeedOptions, trySeeds } from './seeds.mjs';

await runMain(async () => {
  const options = readOptions(process.argv.slice(2), kSeedOptions);
  const first = firstSeed(options);
  await ensureTestTools();
  await buildVariantWithProgress(options.variant, ['tumble-forge']);
  const { tried, taken, findings } = await trySeeds({
    ...options,
    first,
    program: join(buildRoot, options.variant, 'tumble-forge'),
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
