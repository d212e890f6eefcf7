// Random scenes over builds of the engine: the same bits after every step. `npm run fuzz:builds -- --scenes 2000 --steps 120`
//   --scenes N   how many (2000)        --first N      seed of the first (1)
//   --steps N    of each, at most (120) --seconds S    ends after so long, with what was compared by then
//   --builds a,b variants of CMakePresets.json (wasm: the modules as they ship, in Node), the first is the one the others are held to
// Prints each seed that differs, and the first step of it; exit code 1 when one does, or when a number is not finite.
import { fileURLToPath } from 'node:url';
import { buildModules, buildVariantWithProgress, isWasm } from '../../build-scripts/build-engine.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';
import { hashesProgram } from './random-scenes.mjs';

const kChunk = 100;
const kScalarShare = 10; // of so many scenes the scalar module, ten times slower than the others, takes one
const kWasmRunner = fileURLToPath(new URL('./hashes-wasm.mjs', import.meta.url));

const kOptions = {
  scenes: { value: 2000, least: 1, isWhole: true },
  first: { value: 1, least: 1, isWhole: true },
  steps: { value: 120, least: 1, isWhole: true },
  seconds: { value: Infinity },
  builds: { value: 'native-release,scalar,wasm,wasm-scalar', isText: true },
};

const shareOf = (build, count) => (build === 'wasm-scalar' ? Math.ceil(count / kScalarShare) : count);

// One line for each seed (hashes_main.cpp). A module gets its scenes from the first native build.
async function linesOf(build, native, words) {
  const module = build === 'wasm' ? 'simd' : 'scalar';
  const command = isWasm(build) ? [process.execPath, kWasmRunner, module, native] : [hashesProgram(build)];
  const { code, output } = await run(command[0], [...command.slice(1), ...words.map(String)]);
  const lines = output.trim().split('\n');
  if (code > 1 || lines.length !== words[1]) throw new Problem(`${build} ended with code ${code} at ${words.join(' ')}.`, tail(output));
  return lines;
}

// A sentence on where two builds part; null when they do not.
function parting(one, line, other, otherLine) {
  if (line === otherLine) return null;
  const [a, b] = [line, otherLine].map((text) => text.split(' '));
  const at = (a.length > b.length ? a : b).findIndex((_, index) => a[index] !== b[index]);
  const where = at <= 1 ? 'in the scene that the seed names' : `after step ${at - 1}`;
  return `seed ${a[0]}: ${other} differs from ${one} ${where}: ${b[at]}, ${a[at]}`;
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2), kOptions);
  const builds = options.builds.split(','),
    { steps } = options;
  await ensureTestTools();
  const native = builds.find((build) => !isWasm(build));
  if (native === undefined) throw new Problem('--builds wants a native one: it writes the scenes.');
  for (const build of builds.filter((name) => !isWasm(name))) await buildVariantWithProgress(build, ['tumble-hashes']);
  if (builds.some(isWasm)) await buildModules();
  const findings = [];
  const start = Date.now();
  let compared = 0;
  await step(`Comparing ${options.scenes} scenes over ${builds.join(', ')}`, async (report) => {
    for (let first = options.first; first < options.first + options.scenes; first += kChunk) {
      if (Date.now() - start > 1000 * options.seconds) break;
      const count = Math.min(kChunk, options.first + options.scenes - first);
      const all = await Promise.all(builds.map((build) => linesOf(build, native, [first, shareOf(build, count), steps])));
      for (const [index, line] of all[0].entries()) {
        if (line.endsWith('not finite')) findings.push(`seed ${first + index}: a number is not finite`);
        for (let k = 1; k < builds.length; k += 1) {
          if (index >= all[k].length) continue;
          const difference = parting(builds[0], line, builds[k], all[k][index]);
          if (difference !== null) findings.push(difference);
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
