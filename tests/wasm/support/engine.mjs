// The engine as it ships, in Node: instances with their memory in sight, and small scenes.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../build/wasm/', import.meta.url);
export const builds = ['simd', 'scalar'];
const fileOf = (build) => `tumble-core${build === 'scalar' ? '-scalar' : ''}`;
export const buildFile = (build, suffix) => fileURLToPath(new URL(`${fileOf(build)}${suffix}`, folder));

const compiled = new Map();

/** An instance of its own: { World, memory }. */
export async function instantiate(build = 'simd') {
  if (!compiled.has(build)) {
    const { default: create } = await import(new URL(`${fileOf(build)}.node.mjs`, folder).href);
    compiled.set(build, { create, module: await WebAssembly.compile(await readFile(buildFile(build, '.wasm'))) });
  }
  const { create, module } = compiled.get(build);
  let memory = null;
  const engine = await new Promise((resolve, reject) => {
    const instantiateWasm = (imports, receive) => {
      WebAssembly.instantiate(module, imports)
        .then((instance) => {
          memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
          receive(instance, module);
        })
        .catch(reject);
      return {};
    };
    create({ instantiateWasm }).then(resolve, reject);
  });
  return { World: engine.World, memory };
}

export const scene = (bodies, more = {}) => ({ tumble: 1, bodies, ...more });
export const box = (more = {}) => ({ size: [1, 1, 1], ...more });
export const floor = { name: 'floor', type: 'static', size: [40, 1, 40], position: [0, -0.5, 0] };

/** A loose heap of `count` boxes over a floor, with the quick solver. */
export function heap(count) {
  const boxes = Array.from({ length: count }, (_, index) =>
    box({
      position: [(index % 5) * 1.2 - 2.4, 1 + Math.floor(index / 25) * 1.3, (Math.floor(index / 5) % 5) * 1.2 - 2.4],
      angularVelocity: [0.1 * (index % 7), 0.3, 0.2 * (index % 3)],
    }),
  );
  return scene([floor, ...boxes], { quality: 'default' });
}

/** Loads or throws the sentence. */
export function load(world, document) {
  const problem = world.load(document);
  if (problem !== '') throw new Error(problem);
  return world;
}

export function give(world, command) {
  const problem = world.command(command);
  if (problem !== '') throw new Error(problem);
}

export function run(world, steps) {
  for (let step = 0; step < steps; step += 1) world.step();
  return world;
}
