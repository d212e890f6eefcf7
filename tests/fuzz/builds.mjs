// Random scenes over builds of the engine: the same bits after every step. `npm run fuzz:builds -- --scenes 2000 --steps 120`
//   --scenes N   how many (2000)        --first N      seed of the first (1)
//   --steps N    of each, at most (120) --seconds S    ends after so long, with what was compared by then
//   --builds a,b variants of CMakePresets.json, the first is the one the others are held to
// Prints each seed that differs, and the first step of it; exit code 1 when one does, or when a number is not finite.
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';

const kChunk = 100;

function readOptions(words) {
  const options = { scenes: 2000, first: 1, steps: 120, seconds: Infinity, builds: 'native-release,clang-release,scalar' };
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i].replace(/^--/, '');
    if (!(name in options) || words[i + 1] === undefined) throw new Problem(`This knows ${Object.keys(options).map((word) => `--${word}`).join(', ')}, each with a value.`);
    options[name] = name === 'builds' ? words[i + 1] : Number(words[i + 1]);
    if (name !== 'builds' && !(options[name] > 0)) throw new Problem(`--${name} wants a number above 0.`);
  }
  return { ...options, builds: options.builds.split(',') };
}

const programOf = (build) => join(buildRoot, build, 'tumble-hashes');

async function linesOf(build, words) {
  const { code, output } = await run(programOf(build), words.map(String));
  const lines = output.trim().split('\n');
  if (code > 1 || lines.length === 0) throw new Problem(`${build} ended with code ${code} at ${words.join(' ')}.`, tail(output));
  return lines;
}

// A sentence on the first step at which two builds part.
async function parting(seed, steps, one, other) {
  const [a, b] = await Promise.all([one, other].map((build) => linesOf(build, ['--steps', seed, steps])));
  const at = a.findIndex((line, index) => line !== b[index]);
  const where = at === 0 ? 'in the scene that the seed names' : `after step ${at}`;
  return `seed ${seed}: ${other} differs from ${one} ${where}: ${b[at]}, ${a[at]}`;
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2));
  const { builds, steps } = options;
  await ensureTestTools();
  for (const build of builds) await buildVariantWithProgress(build, ['tumble-hashes']);
  const findings = [];
  const start = Date.now();
  let compared = 0;
  await step(`Comparing ${options.scenes} scenes over ${builds.join(', ')}`, async (report) => {
    for (let first = options.first; first < options.first + options.scenes; first += kChunk) {
      if (Date.now() - start > 1000 * options.seconds) break;
      const count = Math.min(kChunk, options.first + options.scenes - first);
      const all = await Promise.all(builds.map((build) => linesOf(build, [first, count, steps])));
      for (const [index, line] of all[0].entries()) {
        const seed = line.split(' ')[0];
        if (line.endsWith('not finite')) findings.push(`seed ${seed}: a number is not finite`);
        for (let k = 1; k < builds.length; k += 1) {
          if (all[k][index] !== line) findings.push(await parting(seed, steps, builds[0], builds[k]));
        }
      }
      compared += count;
      report(`${compared} scenes, ${findings.length} findings`);
    }
  });
  for (const line of findings) console.log(line);
  console.log(`\n${findings.length} of ${compared} scenes differ`);
  return findings.length > 0 ? 1 : 0;
});
