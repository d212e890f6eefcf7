// tumble-scene.js, the element for pages of others, is built with the page from the same sources, apart from it: so what the page loads on opening
// stays as it is, and the element's files can be taken alone. Files that are the same have the same name and are there once. So are tumble-client.js, which
// drives a frame, and tumble-embed.js, the script of embed.html: one file each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { figureStyles } from './figure-styles.mjs';
import { importAgain } from './import-again.mjs';

export const kElement = 'tumble-scene';
export const kClient = 'tumble-client';
const kEmbed = 'tumble-embed';
// Their types: what is written in a file of src/element, where the others of this list have their names.
const kTypes = { [kElement]: 'api', [kClient]: 'client-api' };

export const kThreeApart = { groups: [{ name: 'three', test: /three.src/ }] };

/** The configuration of that build. */
export const elementConfig = ({ root, resolve, define, plugins }, name = kElement) => ({
  configFile: false,
  logLevel: 'error',
  root,
  base: './',
  resolve,
  define,
  plugins: [...plugins, figureStyles(), importAgain('element-import-helper.js')],
  worker: { format: 'es' },
  build: {
    write: false,
    target: 'es2022',
    copyPublicDir: false,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { [name]: join(root, 'src', 'element', `${name}.ts`) },
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
      for (const name of [kElement, kClient, kEmbed]) {
        const { output } = await build(elementConfig(config, name));
        for (const file of output) {
          if (file.fileName in bundle) continue;
          this.emitFile({ type: 'asset', fileName: file.fileName, source: file.type === 'chunk' ? file.code : file.source });
        }
      }
      for (const [name, file] of Object.entries(kTypes))
        this.emitFile({ type: 'asset', fileName: `${name}.d.ts`, source: typesOf(config.root, file) });
    },
  };
}

// A file of types as it is, but for where it finds another one: beside it, by the name that one has in dist/.
const typesOf = (root, file) =>
  readFileSync(join(root, 'src', 'element', `${file}.ts`), 'utf8').replace(
    /'\.\/([\w-]+)'/g,
    (whole, source) => `'./${Object.keys(kTypes).find((name) => kTypes[name] === source) ?? whole}'`,
  );
