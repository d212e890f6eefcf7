// Builds variants of the engine (presets of CMakePresets.json) with what they need.
// As a command: `build-engine.mjs` builds the wasm modules of the page; `build-engine.mjs wasm asan …` builds those variants
// with their C++ tests; `--all` builds all of them.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compilerCache } from './lib/compiler-cache.mjs';
import { withLock } from './lib/lock.mjs';
import { buildRoot, inProject, logsRoot, projectRoot, wasmRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say, step } from './lib/progress.mjs';
import { run, tail } from './lib/run.mjs';
import { ensureBuildTools, ensureTestTools, hasTestHeaders } from './native-tools.mjs';
import { ensureNpmPackages } from './npm-packages.mjs';
import { ensureEmscripten } from './toolchain.mjs';

const kMemoryOfJob = 1e9; // bytes: what a C++20 compile takes at most
const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const kJobs = process.env.TUMBLE_JOBS ?? String(Math.max(1, Math.min(availableParallelism(), Math.floor(memory / kMemoryOfJob))));
export const kModuleTargets = ['tumble-core'];
export const kTestTargets = ['tumble-tests'];
export const kGoldenTargets = ['tumble-golden'];
export const kReplayTargets = ['tumble-replay', 'tumble-compare'];
export const kWasmVariants = ['wasm', 'wasm-scalar'];
/** Those whose golden runs are compared with those of the wasm modules: of both compilers, with SIMD and without. */
export const kGoldenVariants = ['native-release', 'scalar'];
export const kDebugVariant = 'wasm-debug';
export const kVariants = ['native-release', 'native-debug', 'clang-release', 'asan', 'scalar', ...kWasmVariants];

export const isWasm = (variant) => variant.startsWith('wasm');

// The environment of the compiler, words for CMake, and a line that changes when everything must be configured anew.
async function compilerOf(variant) {
  const cache = compilerCache(isWasm(variant));
  if (!isWasm(variant)) return { env: { ...process.env, ...cache.env }, words: cache.words, identity: `${variant} ${cache.words}` };
  const emscripten = await ensureEmscripten();
  const path = [inProject('node_modules', '.bin'), emscripten.bin, process.env.PATH].join(delimiter);
  return {
    env: {
      ...process.env,
      ...emscripten.env,
      ...cache.env,
      PATH: path,
      EMCC_CORES: kJobs,
      TUMBLE_EMSCRIPTEN_CMAKE: emscripten.cmakeToolchain,
    },
    words: cache.words,
    identity: `${variant} ${emscripten.version} ${emscripten.root} ${cache.words}`,
  };
}

async function configure(variant, folder, { env, words, identity }, options) {
  const stamp = join(folder, 'tumble-configured');
  // The headers count, because a folder configured without them knows no test programs.
  const wanted = createHash('sha256')
    .update(`${identity} ${hasTestHeaders()}`)
    .update(readFileSync(inProject('CMakePresets.json')))
    .digest('hex');
  if (existsSync(join(folder, 'build.ninja')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(join(folder, 'CMakeCache.txt'), { force: true });
  rmSync(join(folder, 'CMakeFiles'), { recursive: true, force: true });
  const result = await run('cmake', ['--preset', variant, ...words], { ...options, env });
  if (result.code !== 0) throw new Problem(`The variant "${variant}" could not be configured.`, tail(result.output));
  writeFileSync(stamp, wanted);
}

// The targets there are: without the headers of doctest and nlohmann/json no test programs.
async function targetsIn(folder, env, wanted) {
  const { output } = await run('ninja', ['-C', folder, '-t', 'targets', 'all'], { env });
  const known = new Set(output.split('\n').map((line) => line.split(':')[0]));
  return wanted.filter((target) => known.has(target));
}

// Builds one variant; report shows the compiler's progress. Gives the targets that were there to build.
export async function buildVariant(variant, targets, { report, log } = {}) {
  const compiler = await compilerOf(variant);
  const folder = join(buildRoot, variant);
  return withLock(
    join(buildRoot, `${variant}.lock`),
    async () => {
      const options = { cwd: projectRoot, report, log, append: true };
      if (log) rmSync(log, { force: true });
      await configure(variant, folder, compiler, options);
      const present = await targetsIn(folder, compiler.env, targets);
      const result = await run('ninja', ['-C', folder, '-j', kJobs, 'tumble-engine', ...present], { ...options, env: compiler.env });
      if (result.code !== 0) throw new Problem(`The variant "${variant}" does not build.`, tail(result.output));
      return present;
    },
    { onWait: (pid) => say(`Waiting for process ${pid}, which builds ${variant}`) },
  );
}

export const buildVariantWithProgress = (variant, targets) =>
  step(`Building the engine: ${variant}`, (report) =>
    buildVariant(variant, targets, { report, log: join(logsRoot, `build-${variant}.log`) }),
  );

async function ensureModuleTools() {
  await ensureBuildTools();
  await ensureNpmPackages(); // whoever asks for the modules makes a page of them, or tests it
  await ensureEmscripten();
}

// The wasm module for the browser's debugger.
export async function buildDebugModule() {
  await ensureModuleTools();
  await buildVariantWithProgress(kDebugVariant, kModuleTargets);
}

// The wasm modules of the page, with all they need.
export async function buildModules() {
  await ensureModuleTools();
  for (const variant of kWasmVariants) await buildVariantWithProgress(variant, kModuleTargets);
  // The same commit with the same compiler gives the same bytes, wherever it is built: whoever builds it elsewhere can compare.
  for (const name of ['tumble-core.wasm', 'tumble-core-scalar.wasm']) {
    say(
      `${name}: sha256 ${createHash('sha256')
        .update(readFileSync(join(wasmRoot, name)))
        .digest('hex')}`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const words = process.argv.slice(2);
    const unknown = words.find((word) => word !== '--all' && !kVariants.includes(word));
    if (unknown) throw new Problem(`There is no variant "${unknown}"; the variants are ${kVariants.join(', ')}.`);
    const variants = words.includes('--all') ? kVariants : words;
    if (variants.length === 0) {
      await buildModules();
      return;
    }
    await ensureTestTools();
    await ensureNpmPackages();
    for (const variant of variants) {
      await buildVariantWithProgress(variant, isWasm(variant) ? [...kModuleTargets, ...kTestTargets] : kTestTargets);
    }
  });
}
