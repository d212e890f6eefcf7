// Every test suite, once: its name, what it needs, how it runs and how its output is counted.
//   name     what `npm test -- --only name` says
//   needs    steps of prepare.mjs that come first
//   variant  the engine variant whose test programs it builds first (a build failure fails the suite)
//   command  () => [program, ...arguments], or a sentence when there is nothing to run
//   count    (output, code) => { passed, failed, skipped }
//   concerns the files it tests, for `npm test -- --changed`: folders, ending in "/", and single files (lib/changed.mjs)
//   looksAt  files whose style it judges; it runs when they change, but does not count as their test
//   sees     folders that are built of the page's sources, and all that it has of them: while they are the same, it need not run (lib/remembered.mjs)
//   onRequest  it runs when it is named, and with --all: other suites hold what it tests, and it takes long
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { countBrowserTest, countDoctest, countFindings, countNodeTest, countOne, countScenes, countSessions } from './lib/counts.mjs';
import { buildRoot, inProject, projectRoot } from './lib/paths.mjs';
import { readBy } from './lib/imports.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { isWasm } from './build-engine.mjs';
import { join } from 'node:path';

const node = process.execPath;
const kBrowsersAtOnce = Math.min(2, availableParallelism()); // one alone waits a third of its time

const scripts = (...names) => names.map((name) => `build-scripts/${name}`);
// The files of build-scripts that are not here concern every suite, because nothing names them.
const kToolchain = scripts(
  'build-engine.mjs',
  'compiler-cache.cmake',
  'compiler.json',
  'emscripten-prefix.mjs',
  'native-tools.mjs',
  'npm-packages.mjs',
  'toolchain.mjs',
);
const kPageScripts = scripts('bill-of-materials.mjs', 'build-package.mjs', 'build-page.mjs', 'scene-schema.mjs');
const kOtherScripts = scripts(
  'browsers.mjs',
  'check-layers.mjs',
  'check-sizes.mjs',
  'check-types.mjs',
  'dev.mjs',
  'lesson-pictures.mjs',
  'format.mjs',
  'lint.mjs',
  'posters.mjs',
  'release.mjs',
  'serve.mjs',
  'site-generators.mjs',
  'start.mjs',
);
const kBuild = ['CMakeLists.txt', 'CMakePresets.json', ...kToolchain];
const kEngine = ['engine/', ...kBuild];
const kModules = [...kEngine, ...scripts('node-glue.mjs.in')];
const kCppTests = ['tests/unit/', 'tests/accuracy/', 'tests/support/', 'tests/fuzz/', 'web/scenes/'];
const kPackages = ['package.json', 'package-lock.json'];
const kScripted = ['web/', 'tests/', 'build-scripts/'];
const kPage = ['web/', 'tsconfig.json', ...kPageScripts, ...kPackages];

const script = (name, file, needs, concerns, ...words) => ({
  name,
  needs,
  count: countOne,
  concerns: [...scripts(file), ...concerns],
  command: () => [node, inProject('build-scripts', file), ...words],
});

const cpp = (variant) => ({
  name: variant,
  concerns: [...kEngine, ...kCppTests, ...scripts('cpp-tests.mjs')],
  needs: isWasm(variant) ? ['testTools', 'npm', 'emscripten'] : ['testTools'],
  variant,
  count: countDoctest,
  command: () => {
    const program = join(buildRoot, variant, isWasm(variant) ? 'tumble-tests.js' : 'tumble-tests');
    if (!existsSync(program)) return 'there is no C++ test program: the headers of doctest or nlohmann/json are missing';
    return [node, inProject('build-scripts/cpp-tests.mjs'), ...(isWasm(variant) ? [node, program] : [program])];
  },
});

const testsBelow = (folder, accept = /\.test\.mjs$/) => filesBelow(inProject(folder), (path) => accept.test(path));
/** The modules of the page that tests of Node bundle for themselves, with all that these import. */
const pageModules = (folder) => readBy(testsBelow(folder)).filter((file) => file.startsWith('web/src/'));

const nodeTests = (name, folder, needs, concerns, { accept = /\.test\.mjs$/, sideBySide, count = countNodeTest } = {}) => ({
  name,
  needs,
  concerns: [`${folder}/`, ...concerns],
  count,
  command: () => {
    const files = testsBelow(folder, accept).map((path) => path.slice(projectRoot.length + 1));
    if (files.length === 0) return `${folder} holds no *.test.mjs`;
    return [node, '--test', '--test-reporter=spec', ...(sideBySide ? [`--test-concurrency=${sideBySide}`] : []), ...files];
  },
});

/** A run of the fuzzer for laws with these options; `known`: scenes that break one, to be mended. */
const lawSuite = (name, options) => ({
  name,
  needs: ['testTools'],
  count: countScenes,
  concerns: [...kEngine, 'tests/fuzz/', 'tests/support/'],
  command: () => [
    node,
    inProject('tests/fuzz/fuzz.mjs'),
    ...Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]),
  ],
});

export const kSuites = [
  { ...script('format', 'format.mjs', ['npm'], ['.clang-format', 'biome.json'], '--check'), looksAt: ['engine/', ...kScripted] },
  { ...script('lint', 'lint.mjs', ['npm'], ['biome.json']), looksAt: kScripted },
  script('layers', 'check-layers.mjs', [], ['engine/', 'web/src/']),
  nodeTests(
    'build-scripts',
    'tests/build',
    ['npm'],
    [
      ...kToolchain,
      ...kPageScripts,
      ...kOtherScripts,
      'tests/bench/',
      'tests/replay/',
      'README.md',
      'web/README.md',
      'web/about.html',
      'web/index.html',
      'web/vite.config.mjs',
      'web/element-build.mjs',
      'web/figure-page.mjs',
      'web/figure-start.mjs',
      'web/figure-styles.mjs',
      'web/import-again.mjs',
      'web/offline-page.mjs',
      'web/packed-wasm.mjs',
      'web/seven-bits.mjs',
      'web/three-flags.mjs',
      'web/three-parts.mjs',
      'web/three-shaders.mjs',
      'web/unpack-lzma.mjs',
      'web/unused-methods.mjs',
      'web/posters/',
      'web/preview/',
      'web/lessons/',
      'web/scenes/',
      'tests/determinism/golden.json',
      'tests/browser/drivers/',
      'tests/browser/suites/',
      'tests/browser/support/memory.mjs',
      'tests/browser/support/whole.mjs',
      'web/debug-engine.mjs',
      'web/src/simulation/compile-engine.ts',
      'CMakePresets.json',
      ...kPackages,
    ],
  ),
  script('types', 'check-types.mjs', ['modules'], ['web/src/', 'web/scenes/', 'engine/bindings/', 'tsconfig.json', ...kPackages]),
  script('sizes', 'check-sizes.mjs', ['page'], [...kModules, ...kPage]),
  // The other variants give the same bits: the determinism suite holds every one of them to the same hashes.
  cpp('native-release'),
  cpp('asan'),
  // What the engine computes as wasm is held to the native bits by determinism and builds, and its boundary by boundary and accuracy.
  { ...cpp('wasm'), onRequest: true },
  // Random scenes, none of which may break a law of mechanics: shorter here than the fuzzer's own command takes them.
  lawSuite('laws', { scenes: 2000, seconds: 10, work: 20_000, known: 35 }),
  lawSuite('joint-laws', { family: 'joints', scenes: 180, seconds: 6, work: 8000, known: 6 }),
  lawSuite('shape-laws', { family: 'shapes', scenes: 200, seconds: 6, work: 8000, known: 2 }),
  // Random scenes move to the same bits in every native build and in wasm (and 200 of them in the browsers); and snapshots that were forged,
  // under sanitizers, are refused or run. The seeds here are always the same, so that what fails fails again; the commands begin by the clock.
  {
    name: 'builds',
    needs: ['testTools', 'modules'],
    count: countFindings,
    concerns: [...kModules, 'tests/fuzz/', 'tests/support/', 'tests/determinism/'],
    command: () => [node, inProject('tests/fuzz/builds.mjs'), '--scenes', '2000', '--steps', '120', '--seconds', '150'],
  },
  {
    name: 'forge',
    needs: ['testTools'],
    count: countFindings,
    concerns: [...kEngine, 'tests/fuzz/', 'tests/support/'],
    command: () => [node, inProject('tests/fuzz/forge.mjs'), '--first', '1', '--seconds', '40'],
  },
  // Scenes, commands and changed scenes of somebody who knows the format and means harm, under sanitizers.
  ...['scenes', 'commands', 'revisions'].map((kind) => ({
    name: kind,
    needs: ['testTools'],
    count: countFindings,
    concerns: [...kEngine, 'tests/fuzz/', 'tests/support/'],
    command: () => [node, inProject('tests/fuzz/inputs.mjs'), kind, '--first', '1', '--seconds', '40'],
  })),
  nodeTests(
    'web',
    'tests/web',
    ['modules'],
    [
      ...[
        'web/',
        'engine/bindings/',
        'engine/bodies/motion_scheme.h',
        'engine/scene/limits.h',
        'tests/fuzz/',
        'tests/replay/',
        'tests/support/',
      ],
      ...scripts('scene-schema.mjs'),
      ...kPackages,
    ],
  ),
  // Links: what is in them comes back, however they were damaged they never open as another, and those of the corpus are replayed.
  nodeTests(
    'links',
    'tests/links',
    ['modules'],
    [...kModules, 'web/src/links/', 'web/src/simulation/', 'web/scenes/', 'web/scenes/README.md', 'tests/web/support/', ...kPackages],
  ),
  // Random sessions with the host of the page; `npm run fuzz:protocol` holds as many as one likes.
  {
    name: 'protocol',
    needs: ['modules'],
    count: countSessions,
    concerns: [...kModules, 'web/src/simulation/', 'tests/fuzz/', 'tests/web/support/', 'tests/wasm/support/', ...kPackages],
    command: () => [node, inProject('tests/fuzz/protocol.mjs'), '--seconds', '60', '--sessions', '100000'],
  },
  nodeTests(
    'boundary',
    'tests/wasm',
    ['modules'],
    [
      ...kModules,
      ...scripts('scene-schema.mjs'),
      ...pageModules('tests/wasm'),
      'web/checks.json',
      'web/scenes/',
      'web/scenes/README.md',
      'web/lessons/',
      'web/preview/',
      'tests/fuzz/',
      'tests/web/support/',
      'tests/links/support/',
      'tests/accuracy/',
      ...kPackages,
    ],
  ),
  nodeTests(
    'accuracy',
    'tests/accuracy',
    ['modules'],
    [...kModules, ...pageModules('tests/accuracy'), 'web/checks.json', 'web/scenes/', 'tests/web/support/', 'tests/support/', ...kPackages],
  ),
  nodeTests(
    'determinism',
    'tests/determinism',
    ['goldens', 'replayer', 'modules'],
    [...kModules, 'web/scenes/', 'tests/replay/', 'tests/support/', ...kPackages],
  ),
  nodeTests(
    'browser',
    'tests/browser',
    ['browsers', 'page', 'randomScenes', 'replayer'],
    [
      ...kModules,
      ...kPage,
      'tests/determinism/',
      'tests/fuzz/',
      'tests/links/',
      'tests/runs/',
      'tests/web/support/',
      'tests/replay/',
      'tests/support/',
      ...scripts('browsers.mjs', 'serve.mjs'),
    ],
    { sideBySide: kBrowsersAtOnce, count: countBrowserTest },
  ),
  // The package as npm packs it, in the hands of strangers: their tools are packages of their own (tests/consumers/package.json).
  {
    ...nodeTests(
      'consumers',
      'tests/consumers',
      ['browsers', 'page', 'siteGenerators'],
      [
        ...kModules,
        ...kPage,
        'tests/browser/drivers/',
        'tests/browser/support/whole.mjs',
        ...scripts('browsers.mjs', 'serve.mjs', 'site-generators.mjs'),
      ],
      { accept: /consumers\.test\.mjs$/ },
    ),
    sees: ['dist/package'],
  },
  // The page in the sites of others.
  nodeTests(
    'sites',
    'tests/consumers',
    ['browsers', 'page', 'siteGenerators'],
    [
      ...kModules,
      ...kPage,
      'tests/browser/drivers/',
      'tests/browser/support/whole.mjs',
      'tests/web/support/',
      ...scripts('browsers.mjs', 'serve.mjs', 'site-generators.mjs'),
    ],
    { accept: /sites\.test\.mjs$/ },
  ),
];
