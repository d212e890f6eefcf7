// Makes the page's TypeScript modules importable in Node: bundles one with the bundler of the page into a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const fakeEngine = fileURLToPath(new URL('./fake-engine.mjs', import.meta.url));

/** Imports `modules` (paths below web/src) and gives their exports, merged. The engine's glue becomes the fake engine. */
export const importWebModules = (...modules) => bundle(modules, fakeEngine);

/** The same with the engine as it ships. */
export const importWebModulesWithEngine = (...modules) => bundle(modules, join(root, 'build/wasm/tumble-core.mjs'));

async function bundle(modules, engine) {
  const folder = await mkdtemp(join(tmpdir(), 'tumble-web-test-'));
  const names = modules.map((_, index) => `m${index}`);
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: ['three'] }, // the folder has no packages
      resolve: { alias: [{ find: /^tumble-core$/, replacement: engine }] },
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        rolldownOptions: {
          input: Object.fromEntries(modules.map((module, index) => [names[index], join(root, 'web/src', module)])),
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    const loaded = await Promise.all(names.map((name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)));
    return Object.assign({}, ...loaded);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
