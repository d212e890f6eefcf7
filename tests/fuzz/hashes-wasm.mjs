// hashes-wasm.mjs simd|scalar BUILD FIRST COUNT STEPS: the lines of tumble-hashes, by the wasm module as it ships. The scenes come as text from
// the native build that is named.
import { runInWasm } from '../determinism/run-wasm.mjs';
import { randomScenes } from './random-scenes.mjs';

const [module, build, ...numbers] = process.argv.slice(2);
const lines = [];
for (const { seed, text, steps, scene } of await randomScenes(build, ...numbers)) {
  const hashes = await runInWasm(module, scene, steps).catch(({ message }) => [steps === 0 ? 'refused' : message]);
  lines.push([seed, text, ...hashes].join(' '));
}
console.log(lines.join('\n'));
