// Hashes of a scene after each step, by the wasm module in Node.
import { existsSync } from 'node:fs';

const modules = new Map();

async function moduleOf(build) {
  const name = build === 'scalar' ? 'tumble-core-scalar' : 'tumble-core';
  if (!modules.has(name)) {
    const file = new URL(`../../build/wasm/${name}.node.mjs`, import.meta.url);
    if (!existsSync(file)) throw new Error(`${name} is not built: \`npm run build\` builds it`);
    const { default: create } = await import(file.href);
    modules.set(name, await create());
  }
  return modules.get(name);
}

/** build: 'simd' or 'scalar'; steps: their number, or a function of the number of slots. */
export async function runInWasm(build, scene, steps) {
  const { World } = await moduleOf(build);
  const world = new World();
  try {
    const problem = world.load(scene);
    if (problem !== '') throw new Error(problem);
    const length = typeof steps === 'function' ? steps(world.slotCount) : steps;
    return Array.from({ length }, () => {
      world.step();
      return world.hash();
    });
  } finally {
    world.delete();
  }
}
