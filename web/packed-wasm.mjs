// The engine's WebAssembly as part of the code: base64 of gzip, in the module virtual:packed-wasm.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const kModule = 'virtual:packed-wasm';
const wasm = fileURLToPath(new URL('../build/wasm/tumble-core.wasm', import.meta.url));

export const packedWasm = {
  name: 'packed-wasm',
  resolveId: (id) => (id === kModule ? id : null),
  load: (id) => (id === kModule ? `export default "${gzipSync(readFileSync(wasm), { level: 9 }).toString('base64')}"` : null),
};
