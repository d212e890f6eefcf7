// npm run replay -- RUN.json: runs a scene with the log of its commands and prints hashes of the state. run-file.mjs has the format.
//   --build a,b      variants of CMakePresets.json (native-release); with two or more, the others are held to the first
//   --steps N        how many, instead of the number in the file
//   --hash-every N   prints each Nth hash, beside the last
// Where builds differ it names the first step, and the first field of the state there with both values. Exit code 1: builds differ, an
// expected hash was not met, or a run ended early.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWasm, kVariants } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { ensureNpmPackages } from '../../build-scripts/npm-packages.mjs';
import { firstDifference, missedHashes } from './hashes.mjs';
import { readRun } from './run-file.mjs';
import { buildFor, compareSnapshots, runIn } from './run-in-build.mjs';

const kUsualBuild = 'native-release';
const say = (line) => process.stdout.write(`${line}\n`);

function readOptions(words) {
  const options = { build: kUsualBuild, steps: undefined, 'hash-every': undefined };
  const files = [];
  for (let i = 0; i < words.length; i += 1) {
    const name = words[i].replace(/^--/, '');
    if (name === words[i]) files.push(name);
    else if (name in options && words[i + 1] !== undefined) options[name] = words[(i += 1)];
    else throw new Problem('npm run replay -- RUN.json knows --build a,b, --steps N and --hash-every N.');
  }
  if (files.length !== 1) throw new Problem('npm run replay -- RUN.json wants one file: a scene, or a scene with its log.');
  const count = (name, least) => {
    if (options[name] === undefined) return undefined;
    const value = Number(options[name]);
    if (!Number.isInteger(value) || value < least) throw new Problem(`--${name} wants a whole number from ${least}.`);
    return value;
  };
  const builds = options.build.split(',');
  const unknown = builds.find((build) => !kVariants.includes(build));
  if (unknown !== undefined) throw new Problem(`There is no build "${unknown}"; the builds are ${kVariants.join(', ')}.`);
  return { file: files[0], builds, steps: count('steps', 0), hashEvery: count('hash-every', 1) };
}

function readFile(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Problem(`There is no file ${file}.`);
  }
}

// Runs both once more, up to the step at which they differ, and looks at the two states.
async function differingField(run, step, pair, nativeBuild) {
  const folder = join(buildRoot, 'replay');
  mkdirSync(folder, { recursive: true });
  const files = pair.map((build) => join(folder, `${build}.snapshot`));
  for (const [index, build] of pair.entries()) await runIn(build, run, step, { step, file: files[index] });
  return compareSnapshots(nativeBuild, files);
}

await runMain(async () => {
  const { file, builds, hashEvery, ...options } = readOptions(process.argv.slice(2));
  const run = readRun(readFile(file));
  const steps = options.steps ?? run.steps;
  const nativeBuild = builds.find((build) => !isWasm(build)) ?? kUsualBuild; // reads snapshots of all of them
  await ensureTestTools();
  await ensureNpmPackages();
  for (const build of new Set(builds.length > 1 ? [...builds, nativeBuild] : builds)) await buildFor(build);

  const results = [];
  for (const build of builds) results.push({ build, ...(await runIn(build, run, steps)) });
  const [first, ...others] = results;
  let isGood = true;
  const complain = (line) => {
    isGood = false;
    say(line);
  };
  first.hashes.forEach((hash, step) => {
    if (step === first.hashes.length - 1 || (hashEvery && step > 0 && step % hashEvery === 0)) say(`${step} ${hash}`);
  });
  for (const { build, problem } of results) if (problem) complain(`${build}: ${problem}`);
  for (const miss of missedHashes(run.hashes, first.hashes, steps)) complain(`${first.build}: ${miss}`);
  for (const other of others) {
    const step = firstDifference(first.hashes, other.hashes);
    if (step === null) continue;
    const pair = [first.build, other.build];
    const hashes = [first, other].map((result) => result.hashes[step] ?? 'none');
    complain(`${pair.join(' and ')} differ first ${step === 0 ? 'when the scene is loaded' : `after step ${step}`}: ${hashes.join(', ')}`);
    if (!hashes.includes('none')) complain(await differingField(run, step, pair, nativeBuild));
  }
  return isGood ? 0 : 1;
});
