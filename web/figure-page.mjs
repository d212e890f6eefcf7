// A figure in one file, tumble-figure.html: the element with its engine, packed, for a page that works from a disk and without any network. The dialog
// "Share" puts a link into it and hands it over. Engine and program are one stream of LZMA as text; a short script (figure-start.mjs) unpacks them, and its hash
// is in the policy of the page.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import lzma from 'lzma';
import { build } from 'vite';
import { figureStyles } from './figure-styles.mjs';
import { addressOutside } from './offline-page.mjs';
import { kThreeApart } from './element-build.mjs';
import { lettersOf } from './seven-bits.mjs';

export const kFigurePage = 'tumble-figure.html';
/** Where the dialog puts the figure and its title (src/share/figure-page.ts). */
export const kPlaces = { figure: '<!-- figure -->', title: '<!-- title -->' };

const kEngine = 'compileFrom(defaultUrl())';

const engineInside = {
  name: 'engine-inside',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/simulation/compile-engine.ts')) return null;
    if (!code.includes(kEngine)) throw new Error(`${id} has no ${kEngine} to put the engine in its place`);
    return { code: code.replace(kEngine, "compileFrom('this page', new Response(globalThis.tumbleEngine))"), map: null };
  },
};

// The Worker runs the same program, which knows by its surroundings what it is. It is no module: from a disk Chromium starts no Worker of that kind.
const kWorker = "new URL('./worker.ts', import.meta.url), { type: 'module', name: 'tumble' }";
const kEntry = 'virtual:figure-page'; // no plots, meters and prose, which drive figures of a page with more in it
const entry = `import { SceneElement } from '/src/element/scene-element.ts';
if (globalThis.document) customElements.define('tumble-scene', SceneElement);
else void import('/src/simulation/worker.ts');`;
const workerInside = {
  name: 'worker-inside',
  enforce: 'pre',
  resolveId: (id) => (id === kEntry ? id : null),
  load: (id) => (id === kEntry ? entry : null),
  transform(code, id) {
    if (!id.endsWith('/simulation/connection.ts')) return null;
    if (!code.includes(kWorker)) throw new Error(`${id} has no ${kWorker} to put the program in its place`);
    const own = 'const ownAddress = globalThis.document?.currentScript.src;\n';
    return { code: own + code.replace(kWorker, "ownAddress, { name: 'tumble' }"), map: null };
  },
};

// What loads later elsewhere is there at once: joined into one scope it is a quarter smaller than as modules that wait in their wrappers.
const atOnce = {
  name: 'at-once',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/src\/.*\.ts$/.test(id)) return null;
    const named = [];
    const joined = code.replace(
      /(?<!typeof )\bimport\((['"])(\.[^'"]+)\1\)/g,
      (_, _quote, name) => `Promise.resolve(atOnce${named.push(name)})`,
    );
    if (joined === code) return null;
    return { code: named.map((name, index) => `import * as atOnce${index + 1} from '${name}';\n`).join('') + joined, map: null };
  },
};

// The page is English: it has no use for words of other languages.
const kNoWords = '\0no-words';
const englishAlone = {
  name: 'english-alone',
  enforce: 'pre',
  resolveId: (id, from) => (/\/words\/dictionaries\.ts$/.test(from ?? '') && id.endsWith('.json') ? kNoWords : null),
  load: (id) => (id === kNoWords ? 'export default {};' : null),
};

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column; }
h1 { font-size: 1.1rem; font-weight: 600; margin: 0.6rem 1rem; }
tumble-scene { display: block; flex: 1 1 0; min-height: 320px; aspect-ratio: auto; }
@media print { body { height: auto; } tumble-scene { height: 100mm; flex: none; } }
`;

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyOf = (start) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(start)} blob: 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'worker-src blob: data:',
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

const kMode = 5; // of nine: the next ones take three times as long for nothing
const packed = (parts) => Buffer.from(lzma.compress(Buffer.concat(parts), kMode));

/** The page whose script `start` unpacks `engine` (bytes of WebAssembly) and `program`, which stand in it. */
export const pageOf = (start, engine, program) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policyOf(start)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${kPlaces.title}</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    <h1>${kPlaces.title}</h1>
    ${kPlaces.figure}
    <script type="text/plain" id="packed" data-engine="${engine.length}">${lettersOf(packed([engine, Buffer.from(program)]))}</script>
    <script type="module">${start}</script>
  </body>
</html>
`;

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const kOptions = { write: false, target: 'es2022', copyPublicDir: false, assetsInlineLimit: 1e9, modulePreload: false };

// The code of an entry and all it needs, in one.
async function joinedCode(common, input, format) {
  const rolldownOptions = { input, output: { codeSplitting: false, format } };
  const { output } = await build({ ...common, build: { ...kOptions, rolldownOptions } });
  const [joined, ...others] = output.filter(({ type }) => type === 'chunk');
  if (others.length > 0) throw new Error(`${input} has parts that load apart`);
  return joined.code;
}

// Built twice: first with three in a chunk of its own, from which unused-methods.mjs takes what nothing calls, then into one.
async function programOf(common, { resolve, plugins }) {
  const { output } = await build({
    ...common,
    resolve,
    define: { 'import.meta.env.TUMBLE_ENGINE_BYTES': 'undefined', 'import.meta.env.TUMBLE_HOME': '""' },
    plugins: [...plugins, addressOutside, workerInside, engineInside, atOnce, englishAlone, figureStyles()],
    build: { ...kOptions, rolldownOptions: { input: kEntry, output: { codeSplitting: kThreeApart, entryFileNames: 'entry.js' } } },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map(({ fileName, code }) => [`/chunks/${fileName}`, code]));
  const chunked = {
    name: 'chunks',
    enforce: 'pre',
    resolveId: (id, from) => (from && id.startsWith('.') ? new URL(id, `file://${from}`).pathname : chunks.has(id) ? id : null),
    load: (id) => chunks.get(id) ?? null,
  };
  return joinedCode({ ...common, plugins: [chunked] }, '/chunks/entry.js', 'iife');
}

/** `config`: that of the page. */
export function figurePage(config) {
  return {
    name: 'figure-page',
    apply: 'build',
    async generateBundle() {
      const common = { configFile: false, logLevel: 'error', root: config.root };
      const start = await joinedCode(common, pathOf('figure-start.mjs'), 'es');
      const engine = readFileSync(pathOf('../build/wasm/tumble-core.wasm'));
      this.emitFile({ type: 'asset', fileName: kFigurePage, source: pageOf(start.trim(), engine, await programOf(common, config)) });
    },
  };
}
