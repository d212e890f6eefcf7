// Makes dist/package/: what a developer installs, ready for `npm publish`. Its addresses of Worker and WebAssembly stand in the code as
// `new URL('./file', import.meta.url)`, the one form that Vite, webpack and browsers all follow.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { kThreeApart } from '../web/element-build.mjs';
import { figureStyles } from '../web/figure-styles.mjs';
import { addressOutside } from '../web/offline-page.mjs';
import { packedWasm } from '../web/packed-wasm.mjs';
import { threeParts } from '../web/three-parts.mjs';
import { unusedMethods } from '../web/unused-methods.mjs';
import { packageOf, thirdPartyNotices } from './bill-of-materials.mjs';
import { distRoot, inProject, wasmRoot } from './lib/paths.mjs';
import { runMain } from './lib/problem.mjs';
import { filesBelow } from './lib/stamp.mjs';
import { sceneSchema } from './scene-schema.mjs';

export const kPackageName = 'tumble-physics';
export const packageRoot = join(distRoot, 'package');

const source = (...parts) => inProject('web', 'src', ...parts);
const kWasm = 'tumble-core.wasm';
const kWorker = 'worker';

// Files that a bundler would emit under names of its own keep theirs: the bundler of whoever installs the package emits them.
const kKept = [
  { file: '/simulation/connection.ts', what: "new URL('./worker.ts', import.meta.url)", mark: '__TUMBLE_WORKER__', name: `${kWorker}.js` },
  {
    file: '/simulation/compile-engine.ts',
    what: "new URL('../../../build/wasm/tumble-core.wasm', import.meta.url)",
    mark: '__TUMBLE_WASM__',
    name: kWasm,
  },
  { file: '/package/engine.web.ts', what: `new URL('./${kWasm}', import.meta.url)`, mark: '__TUMBLE_WASM_BESIDE__', name: kWasm },
];

const keptAddresses = {
  name: 'kept-addresses',
  enforce: 'pre',
  transform(code, id) {
    const kept = kKept.find(({ file }) => id.endsWith(file));
    if (!kept) return null;
    if (!code.includes(kept.what)) throw new Error(`${id} has no ${kept.what} to keep`);
    return { code: code.replace(kept.what, kept.mark), map: null };
  },
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle)) {
      for (const { mark, name } of part.type === 'chunk' ? kKept : []) {
        part.code = part.code.replaceAll(mark, `new URL("./${name}",import.meta.url)`);
      }
    }
  },
};

const aliases = [{ find: /^tumble-core$/, replacement: join(wasmRoot, 'tumble-core.mjs') }];

const kCommon = {
  configFile: false,
  logLevel: 'error',
  root: inProject('web'),
  base: './',
  resolve: { alias: aliases },
};

const output = (folder, more = {}) => ({
  outDir: folder,
  emptyOutDir: false,
  target: 'es2022',
  copyPublicDir: false,
  assetsInlineLimit: 0,
  modulePreload: false,
  reportCompressedSize: false,
  minify: true,
  ...more,
});

function collect(made, bundles) {
  const twice = made.find(({ fileName }) => bundles.some((other) => other.fileName === fileName));
  if (twice) throw new Error(`Two builds of the package have a ${twice.fileName}`);
  bundles.push(...made);
}

const kEntries = [
  { 'engine.web': 'engine.web.ts', 'engine.node': 'engine.node.ts', three: 'three.ts', react: 'react.ts' },
  { client: 'client.ts' }, // apart: it is one file, which shares nothing with the engine
];

async function buildEntries(folder, inputs, bundles) {
  const [{ output: made }] = await build({
    ...kCommon,
    define: { 'import.meta.env': '({})' },
    plugins: [keptAddresses, addressOutside, packedWasm],
    build: output(folder, {
      lib: { entry: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, source('package', file)])), formats: ['es'] },
      rolldownOptions: {
        external: [/^node:/, 'three', 'react', /^tumble-physics/],
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          minify: true,
          banner: ({ name }) => (name === 'react' ? "'use client';" : ''),
        },
      },
    }),
  });
  collect(made, bundles);
}

async function buildWorker(folder, bundles) {
  const [{ output: made }] = await build({
    ...kCommon,
    plugins: [addressOutside],
    build: output(folder, {
      lib: { entry: { [kWorker]: source('simulation', 'worker.ts') }, formats: ['es'] },
      rolldownOptions: { output: { entryFileNames: '[name].js', codeSplitting: false, minify: true } },
    }),
  });
  collect(made, bundles);
}

async function buildElement(folder, home, bundles) {
  const [{ output: made }] = await build({
    ...kCommon,
    define: {
      'import.meta.env.TUMBLE_ENGINE_BYTES': String(readFileSync(join(wasmRoot, kWasm)).length),
      'import.meta.env.TUMBLE_HOME': JSON.stringify(home),
    },
    plugins: [keptAddresses, addressOutside, threeParts(), unusedMethods('three'), figureStyles()],
    build: output(folder, {
      lib: { entry: { 'tumble-scene': source('element', 'tumble-scene.ts') }, formats: ['es'] },
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: ({ name }) => (name === 'three' ? 'three-parts.js' : '[name].js'), // three.js is the adapter
          codeSplitting: kThreeApart,
          minify: true,
        },
      },
    }),
  });
  collect(made, bundles);
}

// Types are kept by hand beside what they describe, and shipped as they stand.
const kTypes = [
  { from: ['package', 'engine-api.ts'], to: 'engine.d.ts' },
  { from: ['element', 'api.ts'], to: 'element.d.ts' },
  { from: ['package', 'inline-api.ts'], to: 'inline.d.ts' },
  { from: ['package', 'three-api.ts'], to: 'three.d.ts' },
  { from: ['package', 'react-api.ts'], to: 'react.d.ts' },
  { from: ['element', 'client-api.ts'], to: 'client.d.ts' },
];
const asShipped = (text) => text.replaceAll(/'\.(\.\/element)?\/api'/g, "'./element.js'").replaceAll("'./engine-api'", "'./engine.js'");

function manifest(version) {
  const module = (name, file = name) => ({ types: `./lib/${name}.d.ts`, default: `./lib/${file}.js` });
  return {
    name: kPackageName,
    version,
    description:
      'Rigid-body physics that is the same to the bit everywhere: engine, element for web pages, adapters for three.js and React',
    keywords: ['physics', 'rigid-body', 'simulation', 'wasm', 'three', 'web-component', 'education', 'deterministic'],
    license: 'MIT',
    type: 'module',
    sideEffects: ['./lib/tumble-scene.js', './lib/worker.js'],
    engines: { node: '>=20.19' },
    types: './lib/engine.d.ts',
    main: './lib/engine.node.js',
    browser: './lib/engine.web.js',
    exports: {
      '.': { types: './lib/engine.d.ts', browser: './lib/engine.web.js', node: './lib/engine.node.js', default: './lib/engine.web.js' },
      './element': module('element', 'tumble-scene'),
      './client': module('client'),
      './react': module('react'),
      './three': module('three'),
      './inline': module('inline'),
      './scene.schema.json': './scene.schema.json',
      './wasm': `./lib/${kWasm}`,
      './worker': `./lib/${kWorker}.js`,
      './scenes/*.json': './scenes/*.json',
      './package.json': './package.json',
    },
    peerDependencies: { react: '>=18', three: '>=0.160' },
    peerDependenciesMeta: { react: { optional: true }, three: { optional: true } },
  };
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const relativeName = (root, file) => file.slice(root.length + 1).replaceAll('\\', '/');

// Modules that are no files, and the script that makes them.
const kMakers = [
  { made: /\b_?nothing\b|virtual:(figure|instrument)-styles/, file: inProject('web', 'figure-styles.mjs') },
  { made: /virtual:packed-wasm/, file: inProject('web', 'packed-wasm.mjs') },
];

// Which sources a file was made of: those of ours with their sum, packages with their version.
function provenance(folder, bundles, copied, version) {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const originOf = (id) => {
    const file = kMakers.find(({ made }) => made.test(id))?.file ?? id.split('?')[0];
    const name = packageOf(file);
    if (name) return `npm:${name}@${lock.packages[`node_modules/${name}`]?.version}`;
    return existsSync(file) ? { source: relativeName(inProject(), file), sha256: sha256(readFileSync(file)) } : null;
  };
  const made = new Map(copied);
  for (const part of bundles) {
    if (part.type === 'chunk') made.set(part.fileName, part.moduleIds);
    else made.set(part.fileName, part.originalFileNames?.map((name) => join(inProject('web'), name)) ?? []);
  }
  const files = filesBelow(folder).map((file) => {
    const name = relativeName(folder, file);
    const ids = made.get(name) ?? made.get(name.replace(/^lib\//, '')) ?? [];
    const origins = new Map(
      ids
        .map(originOf)
        .filter(Boolean)
        .map((origin) => [JSON.stringify(origin), origin]),
    );
    return { file: name, sha256: sha256(readFileSync(file)), madeOf: [...origins.keys()].sort().map((key) => origins.get(key)) };
  });
  return { package: kPackageName, version, files };
}

/** `home`: where the page of the project stands, with the posters of the gallery and what links open; '' where it is not known. */
export async function buildPackage({ folder = packageRoot, home = process.env.TUMBLE_HOME ?? '' } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'scenes'), { recursive: true });
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const bundles = [];
  const lib = join(folder, 'lib');
  for (const inputs of kEntries) await buildEntries(lib, inputs, bundles);
  await buildWorker(lib, bundles);
  await buildElement(lib, home, bundles);

  const copied = [];
  const write = (name, data, ...from) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
    copied.push([name, from]);
  };
  for (const { from, to } of kTypes) {
    write(`lib/${to}`, asShipped(readFileSync(source(...from), 'utf8')), source(...from));
  }
  copyFileSync(join(wasmRoot, kWasm), join(lib, kWasm));
  copied.push([`lib/${kWasm}`, filesBelow(inProject('engine'), (file) => /\.(h|cpp|js)$/.test(file))]);
  for (const file of filesBelow(inProject('web', 'scenes'), (name) => name.endsWith('.json'))) {
    write(`scenes/${basename(file)}`, readFileSync(file), file);
  }
  write(
    'scene.schema.json',
    `${JSON.stringify(sceneSchema(), null, 1)}\n`,
    inProject('build-scripts', 'scene-schema.mjs'),
    inProject('engine', 'scene', 'limits.h'),
    inProject('web', 'scenes', 'README.md'),
  );
  const readme = inProject('web', 'package', 'README.md');
  write('README.md', readFileSync(readme), readme);
  write('LICENSE', readFileSync(inProject('LICENSE')), inProject('LICENSE'));
  const packages = new Set(bundles.flatMap(({ moduleIds = [] }) => moduleIds.map(packageOf)).filter(Boolean));
  write('third-party-notices.txt', thirdPartyNotices(packages));
  write('package.json', `${JSON.stringify(manifest(version), null, 2)}\n`, inProject('package.json'));
  write('provenance.json', `${JSON.stringify(provenance(folder, bundles, copied, version), null, 1)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(() => buildPackage());
