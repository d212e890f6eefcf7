// A figure in one file, tumble-figure.html: the element with its engine, packed, for a page that works from a disk and without any network. The dialog
// "Share" puts a link into it and hands it over. A short script unpacks the program; its hash is in the policy of the page.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { figureStyles } from './figure-styles.mjs';
import { addressOutside } from './offline-page.mjs';
import { kThreeApart } from './element-build.mjs';
import { packedWasm } from './packed-wasm.mjs';

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
    const inside = code.replace(kEngine, "wasm().then((bytes) => compileFrom('this page', new Response(bytes)))");
    return { code: `import { wasm } from '../package/inline';\n${inside}`, map: null };
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

/** Bytes as text: seven bits a letter, which take a tenth less room than base64. Those that HTML would change or read as markup, and no others, are
 *  beyond ASCII; the lower seven bits of any letter count. */
export function sevenBits(bytes) {
  const letters = [];
  let held = 0;
  let count = 0;
  const put = (value) => letters.push(String.fromCharCode([0, 13, 60].includes(value) ? value + 128 : value));
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0x7fff;
    for (count += 8; count >= 7; count -= 7) put((held >> (count - 7)) & 127);
  }
  if (count > 0) put((held << (7 - count)) & 127);
  return letters.join('');
}

const unpacking = `const { textContent: text } = document.getElementById('program');
const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
for (let i = 0, at = 0, held = 0, count = 0; i < text.length; i += 1) {
  held = ((held << 7) | (text.charCodeAt(i) & 127)) & 0x7fff;
  count += 7;
  if (count < 8) continue;
  count -= 8;
  bytes[at] = held >> count;
  at += 1;
}
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
const program = new Blob([await new Response(stream).arrayBuffer()], { type: 'text/javascript' });
document.head.append(Object.assign(document.createElement('script'), { src: URL.createObjectURL(program) }));
`;

const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; height: 100vh; height: 100dvh; display: flex; flex-direction: column; }
h1 { font-size: 1.1rem; font-weight: 600; margin: 0.6rem 1rem; }
tumble-scene { display: block; flex: 1 1 0; min-height: 320px; aspect-ratio: auto; }
@media print { body { height: auto; } tumble-scene { height: 100mm; flex: none; } }
`;

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(unpacking)} blob: 'wasm-unsafe-eval'`,
  `style-src ${hashOf(style)}`,
  'worker-src blob: data:',
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The page with this program inside. */
export const pageOf = (program) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${kPlaces.title}</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    <h1>${kPlaces.title}</h1>
    ${kPlaces.figure}
    <script type="text/plain" id="program">${sevenBits(gzipSync(program, { level: 9 }))}</script>
    <script type="module">${unpacking}</script>
  </body>
</html>
`;

// Built twice: first with three in a chunk of its own, from which unused-methods.mjs takes what nothing calls, then into one.
async function programOf({ root, resolve, plugins }) {
  const common = { configFile: false, logLevel: 'error', root };
  const options = { write: false, target: 'es2022', copyPublicDir: false, assetsInlineLimit: 1e9, modulePreload: false };
  const { output } = await build({
    ...common,
    resolve,
    define: { 'import.meta.env.TUMBLE_ENGINE_BYTES': 'undefined', 'import.meta.env.TUMBLE_HOME': '""' },
    plugins: [...plugins, addressOutside, workerInside, engineInside, atOnce, englishAlone, packedWasm, figureStyles()],
    build: { ...options, rolldownOptions: { input: kEntry, output: { codeSplitting: kThreeApart, entryFileNames: 'entry.js' } } },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map(({ fileName, code }) => [`/chunks/${fileName}`, code]));
  const chunked = {
    name: 'chunks',
    enforce: 'pre',
    resolveId: (id, from) => (from && id.startsWith('.') ? new URL(id, `file://${from}`).pathname : chunks.has(id) ? id : null),
    load: (id) => chunks.get(id) ?? null,
  };
  const joined = await build({
    ...common,
    plugins: [chunked],
    build: { ...options, rolldownOptions: { input: '/chunks/entry.js', output: { codeSplitting: false, format: 'iife' } } },
  });
  const [program, ...others] = joined.output.filter(({ type }) => type === 'chunk');
  if (others.length > 0) throw new Error('The figure in one file has parts');
  return program.code;
}

/** `config`: that of the page. */
export function figurePage(config) {
  return {
    name: 'figure-page',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: kFigurePage, source: pageOf(await programOf(config)) });
    },
  };
}
