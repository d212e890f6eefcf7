// How the page is bundled: relative addresses, so that dist/ works from any folder of any static host, and nothing inline,
// so that the strict content security policy holds, which each page brings along.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { billOfMaterials } from '../build-scripts/bill-of-materials.mjs';
import { kElementPolicy, kElementPage, kOfflineEmbed, kOfflinePage, withPolicy } from '../build-scripts/lib/policy.mjs';
import { debugAlias, debugEngine } from './debug-engine.mjs';
import { elementBuild } from './element-build.mjs';
import { examples } from './examples.mjs';
import { figurePage } from './figure-page.mjs';
import { figureStyles } from './figure-styles.mjs';
import { offlinePage } from './offline-page.mjs';
import { lessonPages } from './lessons/build-lessons.mjs';
import { importAgain } from './import-again.mjs';
import { previewPages } from './preview/preview-pages.mjs';
import { unusedMethods } from './unused-methods.mjs';
import { threeParts } from './three-parts.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const pages = ['index.html', 'about.html', 'element.html', 'embed.html'].map((name) => here(name));

// The markup of a figure stands in one file, which this page holds.
const withFigure = (html) => html.replace('<!-- src/figure/figure.html -->', () => readFileSync(here('src/figure/figure.html'), 'utf8'));
const figureMarkup = { name: 'figure-markup', transformIndexHtml: { order: 'pre', handler: withFigure } };

// The version stands in package.json.
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));
const aboutVersion = {
  name: 'about-version',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replaceAll('<!-- version -->', version) },
};

const policy = {
  name: 'policy',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) => withPolicy(html, path.endsWith(`/${kElementPage}`) ? kElementPolicy : undefined),
  },
};

const engine = here('../build/wasm/tumble-core.wasm');

const isDebug = process.env.TUMBLE_DEBUG_ENGINE === '1'; // build-scripts/dev.mjs

const shared = {
  root: here('.'),
  // A server that compresses does not say how many bytes will come.
  define: { 'import.meta.env.TUMBLE_ENGINE_BYTES': existsSync(engine) ? statSync(engine).size : 'undefined' },
  resolve: {
    alias: [
      isDebug ? debugAlias : { find: /^tumble-core$/, replacement: here('../build/wasm/tumble-core.mjs') },
      { find: /^tumble-core-scalar$/, replacement: here('../build/wasm/tumble-core-scalar.mjs') },
    ],
  },
};
const read = (name) => readFileSync(here(name), 'utf8');
const offline = [
  offlinePage(
    { fileName: kOfflinePage, html: () => withFigure(read('index.html')), modules: ['/styles/page.css', '/src/app/main.ts'] },
    { ...shared, plugins: [threeParts()] },
  ),
  offlinePage(
    {
      fileName: kOfflineEmbed,
      html: () => read('embed.html'),
      modules: ['/styles/embed.css', '/src/element/tumble-scene.ts', '/src/element/tumble-embed.ts'],
    },
    { ...shared, plugins: [threeParts(), unusedMethods('three'), figureStyles()] },
  ),
];

export default defineConfig({
  ...shared,
  base: './',
  plugins: [
    importAgain(),
    threeParts(),
    unusedMethods('three'),
    figureMarkup,
    aboutVersion,
    examples(here('examples')),
    policy,
    previewPages(here('.'), process.env.TUMBLE_HOME),
    lessonPages(here('.')),
    ...offline,
    elementBuild({ ...shared, plugins: [threeParts(), unusedMethods('three')] }),
    figurePage({ ...shared, plugins: [threeParts(), unusedMethods('three')] }),
    billOfMaterials(),
    isDebug && debugEngine(),
  ],
  server: { fs: { allow: [here('..')] } },
  worker: { format: 'es' },
  build: {
    outDir: here('../dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // check-sizes.mjs measures and judges
    rolldownOptions: {
      input: pages,
      // Few files on opening: three, and what pages that load later share with the first one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'three', test: /three.src/, priority: 1 },
            {
              name: 'shared',
              test: /web.src(?!.dom.hint-tips|.share|.links|.scene-editor|.app.(link-view|present-link|engine-of-link|run-progress)|.dom.copy-text|.simulation.(checkpoints|joints|json-text|run-file|scene-path)|.viewer.(arrow-field|arrow-scale|below-floor|round-parts|selection-outline)|.instruments.(save-file|scheme-names|plot-names|readout-row)|.figure.(mark-overlay|figure-view|comparison|compared-runs|run-lines))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
