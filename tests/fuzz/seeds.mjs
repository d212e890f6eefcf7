// Runs a program that tries what seeds give, over many seeds and in several processes. It may die of one: then it is started again behind it.
// What is found is made small: of the changes of a seed only those that it needs, and by the program itself where it can.
//
// The program: `program [words] FIRST COUNT [--seconds S] --trace FILE` prints "seed N: why" for what it finds and "N tried…" or the like at
// its end; `program [words] --seed N --mask BITS` tries one seed with some of its changes, and ends with another code than 0 when that fails.
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../build-scripts/lib/problem.mjs';
import { step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';

const kChunk = 2000;
const kMostChanges = 6; // of one input
export const kMostFindings = 20;

/** Options of the commands, for readOptions. */
export const kSeedOptions = {
  count: { value: 1_000_000, least: 1, isWhole: true },
  first: { value: 0, least: 1, isWhole: true }, // 0: by the clock
  seconds: { value: Infinity },
  jobs: { value: availableParallelism(), least: 1, isWhole: true },
  known: { value: 0, isWhole: true },
  variant: { value: 'asan', isText: true },
};

/** The first seed: the one that was asked for, or another one at every time. */
export const firstSeed = ({ first }) => (first === 0 ? 1 + Math.floor(Date.now() / 1000) * 1_000_000 : first);

/**
 * @param {{ program: string, words?: string[], title: string, first: number, count: number, seconds: number, jobs: number, sum: RegExp,
 *   lastly?: string[], isFinding?: (seed: number, why: string) => boolean | Promise<boolean> }} wanted `sum`: the last line of the program, with the number that was tried and the number that was accepted;
 *   `lastly`: words for the last look at a finding; `isFinding`: looks once more at a seed and why it was found.
 * @returns {Promise<{ tried: number, taken: number, findings: string[] }>}
 */
export async function trySeeds({ program, words = [], title, first, count, seconds, jobs, sum, lastly = [], isFinding = () => true }) {
  const runOne = (seed, mask, more = []) => run(program, [...words, '--seed', String(seed), '--mask', String(mask), ...more]);
  const isBad = async (seed, mask) => (await runOne(seed, mask)).code !== 0;
  const findings = [];
  let [tried, taken, next] = [0, 0, first];
  const end = first + count;
  const start = Date.now();

  const shrink = async (seed, why) => {
    let mask = 2 ** kMostChanges - 1;
    for (let bit = 0; bit < kMostChanges; bit += 1) {
      if (await isBad(seed, mask & ~(1 << bit))) mask &= ~(1 << bit);
    }
    const { output } = await runOne(seed, mask, lastly);
    findings.push(`${[program, ...words].join(' ')} --seed ${seed} --mask ${mask}\n  ${why}\n${tail(output)}`);
  };

  const left = () => seconds - (Date.now() - start) / 1000;
  const goesOn = () => left() > 0 && findings.length < kMostFindings;
  const work = async (job) => {
    const trace = join(tmpdir(), `tumble-seeds-${process.pid}-${job}`);
    while (next < end && goesOn()) {
      let at = next;
      const chunkEnd = Math.min(end, at + kChunk);
      next = chunkEnd;
      while (at < chunkEnd && goesOn()) {
        const limit = Number.isFinite(left()) ? ['--seconds', String(Math.max(0.1, left()))] : [];
        const { code, output } = await run(program, [...words, String(at), String(chunkEnd - at), '--trace', trace, ...limit]);
        for (const [, seed, why] of output.matchAll(/^seed (\d+): (.*)$/gm))
          if (await isFinding(Number(seed), why)) await shrink(Number(seed), why);
        const told = output.match(sum);
        if (told) {
          tried += Number(told[1]);
          taken += Number(told[2]);
          break;
        }
        const dead = Number(readFileSync(trace, 'utf8'));
        if (!(dead >= at)) throw new Problem(`The fuzzer ended with code ${code}.`, tail(output));
        await shrink(dead, 'the program ended');
        tried += dead - at + 1;
        at = dead + 1;
      }
    }
    rmSync(trace, { force: true });
  };
  await step(`${title} from seed ${first} on`, async (report) => {
    const ticker = setInterval(() => report(`${tried} tried, ${findings.length} findings`), 1000);
    await Promise.all(Array.from({ length: jobs }, (_, job) => work(job)));
    clearInterval(ticker);
  });
  return { tried, taken, findings };
}
