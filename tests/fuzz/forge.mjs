// Forged snapshots under sanitizers: `npm run fuzz:forge -- --count 1000000`. Whatever bytes are restored, they are refused or run.
//   --count N    how many (1,000,000)     --first N    seed of the first (by the clock, and printed)
//   --seconds S  ends after so long       --jobs N     processes (one for each processor)
//   --known N    so many findings are known faults: exit code 1 only above (0)
// What is found is made small: of the changes of a seed only those that it needs, with the command that shows it again. Exit code 1 then.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { say, step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';

const kChunk = 2000;
const kMostChanges = 6; // of one forgery (forgery.cpp)
const kMostFindings = 20;

const kOptions = {
  count: { value: 1_000_000, least: 1, isWhole: true },
  first: { value: 0, least: 1, isWhole: true }, // 0: by the clock
  seconds: { value: Infinity },
  jobs: { value: availableParallelism(), least: 1, isWhole: true },
  known: { value: 0, isWhole: true },
  variant: { value: 'asan', isText: true },
};

await runMain(async () => {
  const options = readOptions(process.argv.slice(2), kOptions);
  if (options.first === 0) options.first = 1 + Math.floor(Date.now() / 1000) * 1_000_000;
  await ensureTestTools();
  await buildVariantWithProgress(options.variant, ['tumble-forge']);
  const program = join(buildRoot, options.variant, 'tumble-forge');
  const isBad = async (seed, mask) => (await run(program, ['--seed', String(seed), '--mask', String(mask)])).code !== 0;
  const findings = [];
  let tried = 0,
    taken = 0,
    next = options.first;
  const end = options.first + options.count,
    start = Date.now();

  const shrink = async (seed, why) => {
    let mask = 2 ** kMostChanges - 1;
    for (let bit = 0; bit < kMostChanges; bit += 1) {
      if (await isBad(seed, mask & ~(1 << bit))) mask &= ~(1 << bit);
    }
    const { output } = await run(program, ['--seed', String(seed), '--mask', String(mask)]);
    findings.push(`tumble-forge --seed ${seed} --mask ${mask}\n  ${why}\n${tail(output)}`);
  };

  const left = () => options.seconds - (Date.now() - start) / 1000;
  const work = async (job) => {
    const trace = join(tmpdir(), `tumble-forge-${process.pid}-${job}`);
    while (next < end && left() > 0 && findings.length < kMostFindings) {
      let first = next;
      const chunkEnd = Math.min(end, first + kChunk);
      next = chunkEnd;
      while (first < chunkEnd && left() > 0) {
        const seconds = Number.isFinite(left()) ? ['--seconds', String(Math.max(0.1, left()))] : [];
        const { code, output } = await run(program, [String(first), String(chunkEnd - first), '--trace', trace, ...seconds]);
        const sum = output.match(/^(\d+) forgeries of \d+ snapshots, (\d+) taken/m);
        for (const [, seed, why] of output.matchAll(/^seed (\d+): (.*)$/gm)) await shrink(Number(seed), why);
        if (sum) {
          tried += Number(sum[1]);
          taken += Number(sum[2]);
          break;
        }
        const dead = Number(readFileSync(trace, 'utf8'));
        if (!(dead >= first)) throw new Problem(`The forger ended with code ${code}.`, tail(output));
        await shrink(dead, 'the program ended');
        tried += dead - first + 1;
        first = dead + 1;
      }
    }
  };
  await step(`Forging snapshots from seed ${options.first} on`, async (report) => {
    const ticker = setInterval(() => report(`${tried} forgeries, ${findings.length} findings`), 1000);
    await Promise.all(Array.from({ length: options.jobs }, (_, job) => work(job)));
    clearInterval(ticker);
  });
  for (const finding of findings) console.log(finding);
  if (findings.length >= kMostFindings) say('there may be more');
  console.log(
    `\n${findings.length} of ${tried} forgeries get through, ${options.known} known, ${taken} were taken for worlds; first seed ${options.first}`,
  );
  return findings.length > options.known ? 1 : 0;
});
