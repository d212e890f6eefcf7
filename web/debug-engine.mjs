// Puts the engine that is made for debugging (preset wasm-debug) in the place of the one that ships, in the development server.
import { fileURLToPath } from 'node:url';

const shipped = 'build/wasm/';
const debugged = 'build/wasm-debug/';

/** Aliases of vite.config.mjs: the glue. */
export const debugAlias = { find: /^tumble-core$/, replacement: fileURLToPath(new URL(`../${debugged}tumble-core.mjs`, import.meta.url)) };

/** The module itself, whose address stands in compile-engine.ts. */
export const debugEngine = () => ({
  name: 'debug-engine',
  apply: 'serve',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/simulation/compile-engine.ts')) return null;
    if (!code.includes(shipped)) throw new Error(`${id} does not name ${shipped}, where the debug engine goes.`);
    return code.replaceAll(shipped, debugged);
  },
});
