// What a visitor downloads, in brotli bytes, against budgets: the engine (wasm and glue), and everything the page loads on opening.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { kFigurePage } from '../web/figure-page.mjs';
import { distRoot, inProject, wasmRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { filesBelow } from './lib/stamp.mjs';

const kEngineBudget = 241_500; // bytes; core wasm and glue: right comes before small, but 128,000, with joints, round shapes, hulls and meshes, is where it has to come back to
const kPageBudget = 378_600; // bytes; first visit, everything that loads before anybody does anything; 3,400 of them check what strangers send

const kFigureBudget = 486_100; // bytes as they are; a figure in one file, for the disk

export const brotliBytes = (data) =>
  brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }).length;

// Chunks that do not load on opening, by the name of their source: everything else the page refers to counts.
const kLater = [
  'help-page', // when the help is opened
  'dialog', // its style, and that of the other dialog
  'link-text', // a style of the dialog Share and of the card for a damaged link
  'corners', // a style of figures in other pages
  'same-thread', // the engine in the page, only where no Worker can start
  'check-line', // numbers to check, with the first scene that has some
  'mark-overlay',
  'below-floor',
  'joints',
  'selection-outline', // arrows, joints and outlines, for marks
  'inspector', // marks and numbers, when a body is selected or the panel opened
  'hint-tips', // what their hard words mean
  'readout-row', // rows of numbers and their style, which a joint in the editor has, too
  'scene-view',
  'control-panel',
  'energy-bars',
  'graph-paper',
  'joint-view', // when they are switched on
  'key-pad',
  'control-keys', // with the first scene that has keys
  'plot-names', // what a scene shows and the plots of the laboratory share
  'figures', // with the first body that is drawn as one
  'added-bodies', // with the first body that a command adds
  'scene-path',
  'scheme-names', // what a scene shows and its controls, with the first scene that has some
  'scene-comparison',
  'compared-runs', // with the first scene that compares, or the page that does
  'gimbal-illustration',
  'tesseract-illustration', // with their scenes
  'lab-panel', // plots, explanations, editor and comparison, when that panel is opened
  'json-text', // with the engine in the page, or the editor; the Worker has its own
  'run-file',
  'run-opener', // when a run is saved or opened
  'copy-text',
  'scene-text',
  'link-opener',
  'present-link',
  'link-view',
  'left-run',
  'figure-view',
  'codec',
  'link',
  'checkpoints',
  'envelope',
  'run-progress', // when there is more to say than the address of a scene does: a change, or two seconds of time
  'readable-opener', // when somebody wrote more into the address
  'engine-of-link', // when a link was made by another version
  'keeper', // with the first edit or file, or where an edited scene is kept
  'body-tag', // when a body is selected in a small frame
  'pace-watch', // when steps are left out
  'copy-text', // when something is copied
  'share-dialog', // when somebody shares
  'scene-text',
  'rendering',
  'poster',
  'qr-code',
  'video-form',
  'video-encoder',
  'gif-encoder', // each when that is asked for in the dialog
  'poster.webp', // while the engine is long in coming
  'outside', // in a frame that another page may drive
];
const sourceName = (name) => basename(name).replace(/-[\w-]{8}\.\w+$/, '');

// Names of the emitted files that load when `start` opens: it, and what each of them refers to, be it imported at once or soon.
// Of the scenes one loads; the largest stands for it.
export function loadedOnOpening(start, read, names, scenes = []) {
  const isScene = (name) => scenes.includes(sourceName(name));
  const loaded = new Set();
  const queue = [start];
  while (queue.length > 0) {
    const name = queue.pop();
    if (loaded.has(name)) continue;
    loaded.add(name);
    if (!/\.(html|js|mjs|css)$/.test(name)) continue;
    const text = read(name).toString();
    queue.push(
      ...names.filter(
        (other) => !other.endsWith('.html') && text.includes(basename(other)) && !kLater.includes(sourceName(other)) && !isScene(other),
      ),
    );
  }
  const largestScene = names
    .filter(isScene)
    .sort((a, b) => read(b).length - read(a).length)
    .slice(0, 1);
  return [...loaded, ...largestScene].sort();
}

const row = (name, bytes) => `${String(bytes).padStart(9)}  ${name}\n`;

function table(title, entries, budget, unit = 'brotli bytes') {
  const sum = entries.reduce((total, [, bytes]) => total + bytes, 0);
  const verdict = sum <= budget ? 'within' : 'OVER';
  process.stdout.write(
    `${title}, ${unit}\n${entries.map(([name, bytes]) => row(name, bytes)).join('')}${row(`together: ${verdict} the budget of ${budget}`, sum)}\n`,
  );
  return sum <= budget;
}

function measure(folder, names) {
  return names.map((name) => [name, brotliBytes(readFileSync(join(folder, name)))]);
}

// The glue as it ships: whoever bundles it shortens the names that Emscripten leaves long, as the page does.
async function measureGlue(name) {
  const { minify } = await import('vite');
  const { code } = await minify(name, readFileSync(join(wasmRoot, name), 'utf8'));
  return [`${name}, minified`, brotliBytes(Buffer.from(code))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    let names;
    try {
      readdirSync(wasmRoot);
      names = filesBelow(distRoot)
        .map((file) => file.slice(distRoot.length + 1))
        .filter((name) => !name.startsWith('package/')); // no page loads it
    } catch {
      names = [];
    }
    if (!names.includes('index.html')) throw new Problem('There is no page to measure: run `npm run build` first.');
    const engine = table('Engine', [...measure(wasmRoot, ['tumble-core.wasm']), await measureGlue('tumble-core.mjs')], kEngineBudget);
    const scenes = filesBelow(inProject('web', 'scenes'), (file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
    const ofPage = names.filter((name) => !name.startsWith('lessons/')); // whose files have the names that people gave them
    const opening = loadedOnOpening('index.html', (name) => readFileSync(join(distRoot, name)), ofPage, scenes);
    const page = table('Page on opening', measure(distRoot, opening), kPageBudget);
    const figure = table('Figure in one file', [[kFigurePage, statSync(join(distRoot, kFigurePage)).size]], kFigureBudget, 'bytes');
    const later = measure(
      distRoot,
      names.filter((name) => !opening.includes(name)),
    );
    if (later.length > 0)
      process.stdout.write(`Loaded later or by other pages, brotli bytes\n${later.map(([name, bytes]) => row(name, bytes)).join('')}`);
    return engine && page && figure ? 0 : 1;
  });
}
