// tumble-scene.js, the element for pages of others, is built with the page from the same sources, apart from it: so what the page loads on opening
// stays as it is, and the element's files can be taken alone. Files that are the same have the same name and are there once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { figureStyles } from './figure-styles.mjs';

export const kElement = 'tumble-scene';

export const kThreeApart = { groups: [{ name: 'three', test: /three.src/ }] };

/** The configuration of that build. */
export const elementConfig = ({ root, resolve, define, plugins }) => ({
  configFile: false,
  logLevel: 'error',
  root,
  base: './',
  resolve,
  define,
  plugins: [...plugins, figureStyles()],
  worker: { format: 'es' },
  build: {
    write: false,
    target: 'es2022',
    copyPublicDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { [kElement]: join(root, 'src', 'element', `${kElement}.ts`) },
      preserveEntrySignatures: 'strict',
      // three in a chunk of its own, from which unused-methods.mjs takes what nothing calls.
      output: { entryFileNames: '[name].js', codeSplitting: kThreeApart },
    },
  },
});

export function elementBuild(config) {
  return {
    name: 'element-build',
    apply: 'build',
    async generateBundle(_, bundle) {
      const { output } = await build(elementConfig(config));
      for (const file of output) {
        if (file.fileName in bundle) continue;
        this.emitFile({ type: 'asset', fileName: file.fileName, source: file.type === 'chunk' ? file.code : file.source });
      }
      const types = readFileSync(join(config.root, 'src', 'element', 'api.ts'));
      this.emitFile({ type: 'asset', fileName: `${kElement}.d.ts`, source: types });
    },
  };
}
