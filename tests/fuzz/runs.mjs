// Recorded runs of random input over browsers: `npm run fuzz:runs -- --runs 1000`. Each is recorded in one browser and replayed, from its link, in
// the others, in Node and natively.
//   --runs N     how many (1000)           --first N    seed of the first (1)
//   --seconds S  ends after so long        --browsers a,b   (chromium,firefox,webkit)
// Prints each run whose state is not the same everywhere; exit code 1 when there is one.
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { say } from '../../build-scripts/lib/progress.mjs';
import { prepare } from '../../build-scripts/prepare.mjs';
import { kEngines } from '../runs/engines.mjs';
import { readOptions } from './options.mjs';

const kOptions = {
  runs: { value: 1000, least: 1, isWhole: true },
  first: { value: 1, isWhole: true },
  seconds: { value: Infinity },
  browsers: { value: kEngines.join(','), isText: true },
};

await runMain(async () => {
  const { runs, first, seconds, browsers } = readOptions(process.argv.slice(2), kOptions);
  const engines = browsers.split(',');
  const unknown = engines.find((engine) => !kEngines.includes(engine));
  if (unknown !== undefined) throw new Problem(`There is no browser "${unknown}"; the browsers are ${kEngines.join(', ')}.`);
  for (const need of ['browsers', 'page', 'replayer']) await prepare(need);
  const { compareRuns } = await import('../runs/replays.mjs'); // it needs what was prepared
  const result = await compareRuns({ runs, first, seconds, engines, report: say });
  for (const finding of result.findings) console.log(finding);
  console.log(
    `${result.runs} runs from seed ${first}, ${result.commands} commands, ${result.steps} steps, ${result.findings.length} findings`,
  );
  return result.findings.length > 0 ? 1 : 0;
});
