// Pages in one file: tumble-offline.html, which is the page, and embed-offline.html, which is embed.html. With everything inline they run where a page may
// load no files of its own, from a disk and in a frame that is sandboxed without its origin. They are built with the page from the same sources, and
// nobody loads them who does not open them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { withPolicy } from '../build-scripts/lib/policy.mjs';

const kEntry = 'virtual:offline-page';
const kEverything = 1e9; // bytes up to which a file becomes part of the code: all

// A Worker whose program is part of the code.
export const workerInside = {
  name: 'worker-inside',
  transform(code, id) {
    if (!id.endsWith('/simulation/connection.ts')) return null;
    const inside = code.replace(
      /new Worker\(new URL\((['"]\.\/worker)\.ts(['"]), import\.meta\.url\), \{[^}]*\}\)/,
      'new InsideWorker({ name: "tumble" })',
    );
    if (inside === code) throw new Error('simulation/connection.ts starts no Worker that could be put inside');
    return { code: `import InsideWorker from './worker?worker&inline';\n${inside}`, map: null };
  },
};

// The glue of the engine has addresses of the module and of itself, which the page does not use: it hands over what is compiled.
export const addressOutside = {
  name: 'address-outside',
  transform(code, id) {
    if (!/\/tumble-core[^/]*\.mjs$/.test(id)) return null;
    return { code: code.replace(/new URL\("tumble-core\.wasm", ?import\.meta\.url\)\.href|import\.meta\.url/g, '""'), map: null };
  },
};

const entryOf = (modules) => ({
  name: 'offline-entry',
  resolveId: (id) => (id === kEntry ? id : null),
  load: (id) => (id === kEntry ? modules.map((module) => `import '${module}';`).join(' ') : null),
});

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of a page that holds this script and this style inside. */
export const offlinePolicy = (script, style) =>
  [
    "default-src 'none'",
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    'worker-src blob: data:',
    'connect-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The page `html` with script, style and icon in place of its links to files. */
export function joinPage(html, { script, style, icon }) {
  const inside = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const rules = style.replaceAll('</style', '<\\/style');
  const bare = html
    .replace(/\s*<(?:link rel="(?:icon|stylesheet)"[^>]*>|script\b[^>]*><\/script>)/g, '')
    .replace(/\s*<p class="unstyled">.*?<\/p>/s, '');
  if (/<link\b|<script\b/.test(bare)) throw new Error('The page has links that are not put inside');
  const place = icon.toString('base64');
  const head = [
    `<link rel="icon" href="data:image/svg+xml;base64,${place}" />`,
    `<style>${rules}</style>`,
    `<script type="module">${inside}</script>`,
  ].join('\n    ');
  return withPolicy(
    bare.replace('</head>', () => `  ${head}\n  </head>`),
    offlinePolicy(inside, rules),
  );
}

/** `html`: the page that it is made of; `modules`: the style and the scripts that are put inside, from the root; then the configuration of the page. */
export function offlinePage({ fileName, html, modules }, { root, resolve, define, plugins }) {
  return {
    name: `offline-page:${fileName}`,
    apply: 'build',
    async generateBundle() {
      const { output } = await build({
        configFile: false,
        logLevel: 'error',
        root,
        resolve,
        define,
        plugins: [...plugins, addressOutside, workerInside, entryOf(modules)],
        worker: { format: 'iife', plugins: () => [addressOutside] },
        build: {
          write: false,
          target: 'es2022',
          copyPublicDir: false,
          assetsInlineLimit: kEverything,
          cssCodeSplit: false,
          modulePreload: false,
          rolldownOptions: { input: kEntry, output: { codeSplitting: false } },
        },
      });
      const [script, ...others] = output.filter(({ type }) => type === 'chunk');
      const style = output.find(({ fileName }) => fileName.endsWith('.css'));
      if (others.length > 0 || !style)
        throw new Error(`The page in one file has parts: ${output.map(({ fileName }) => fileName).join(', ')}`);
      const icon = readFileSync(join(root, 'public', 'icon.svg'));
      this.emitFile({
        type: 'asset',
        fileName,
        source: joinPage(html(), { script: script.code, style: String(style.source), icon }),
      });
    },
  };
}
