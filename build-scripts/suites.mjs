// Every test suite, once: its name, what it needs, how it runs and how its output is counted.
//   name     what `npm test -- --only name` says
//   needs    steps of prepare.mjs that come first
//   variant  the engine variant whose test programs it builds first (a build failure fails the suite)
//   command  () => [program, ...arguments], or a sentence when there is nothing to run
//   count    (output, code) => { passed, failed, skipped }
import { existsSync } from 'node:fs';
import { countDoctest, countFindings, countNodeTest, countOne, countScenes, countTalks } from './lib/counts.mjs';
import { buildRoot, inProject, projectRoot } from './lib/paths.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { isWasm } from './build-engine.mjs';
import { join } from 'node:path';

const node = process.execPath;

const script = (name, file, needs) => ({ name, needs, count: countOne, command: () => [node, inProject('build-scripts', file)] });

const cpp = (variant) => ({
  name: variant,
  needs: isWasm(variant) ? ['testTools', 'npm', 'emscripten'] : ['testTools'],
  variant,
  count: countDoctest,
  command: () => {
    const program = join(buildRoot, variant, isWasm(variant) ? 'tumble-tests.js' : 'tumble-tests');
    if (!existsSync(program)) return 'there is no C++ test program: tests/support/main.cpp is missing';
    return isWasm(variant) ? [node, program] : [program];
  },
});

const nodeTests = (name, folder, needs, { oneAtATime = false } = {}) => ({
  name,
  needs,
  count: countNodeTest,
  command: () => {
    const files = filesBelow(inProject(folder), (path) => /\.test\.mjs$/.test(path)).map((path) => path.slice(projectRoot.length + 1));
    if (files.length === 0) return `${folder} holds no *.test.mjs`;
    return [node, '--test', '--test-reporter=spec', ...(oneAtATime ? ['--test-concurrency=1'] : []), ...files];
  },
});

export const kSuites = [
  script('layers', 'check-layers.mjs', []),
  nodeTests('build-scripts', 'tests/build', ['npm']),
  script('types', 'check-types.mjs', ['modules']),
  script('sizes', 'check-sizes.mjs', ['page']),
  // The other variants give the same bits: the determinism suite holds every one of them to the same hashes.
  cpp('native-release'),
  cpp('asan'),
  cpp('wasm'),
  // Random scenes, none of which may break a law of mechanics: shorter here than the fuzzer's own command takes them.
  { name: 'laws', needs: ['testTools'], count: countScenes, command: () => [node, inProject('tests/fuzz/fuzz.mjs'), '--scenes', '2000', '--seconds', '10', '--work', '20000', '--known', '68'] },
  // Random scenes move to the same bits in every native build and in wasm (and 200 of them in the browsers); and snapshots that were forged,
  // under sanitizers, are refused or run.
  { name: 'builds', needs: ['testTools', 'modules'], count: countFindings, command: () => [node, inProject('tests/fuzz/builds.mjs'), '--scenes', '2000', '--steps', '120', '--seconds', '330'] },
  { name: 'forge', needs: ['testTools'], count: countFindings, command: () => [node, inProject('tests/fuzz/forge.mjs'), '--seconds', '60', '--known', '8'] },
  nodeTests('web', 'tests/web', ['modules']),
  // Random talks with the host of the page; `npm run fuzz:protocol` holds as many as one likes.
  { name: 'protocol', needs: ['modules'], count: countTalks, command: () => [node, inProject('tests/fuzz/protocol.mjs'), '--seconds', '30', '--talks', '100000'] },
  nodeTests('boundary', 'tests/wasm', ['modules']),
  nodeTests('accuracy', 'tests/accuracy', ['modules']),
  nodeTests('determinism', 'tests/determinism', ['goldens', 'replayer', 'modules']),
  nodeTests('browser', 'tests/browser', ['browsers', 'page', 'randomScenes'], { oneAtATime: true }),
];
