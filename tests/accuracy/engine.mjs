// The wasm build of the engine in Node, through its public boundary: what the accuracy tests, the truth driver and the
// benchmarks run.
import { existsSync } from 'node:fs';

const folder = new URL('../../build/wasm/', import.meta.url);

/** Loads build/wasm/tumble-core(-scalar).node.mjs. */
export async function loadEngine({ scalar = false } = {}) {
  const glue = new URL(scalar ? 'tumble-core-scalar.node.mjs' : 'tumble-core.node.mjs', folder);
  if (!existsSync(glue)) throw new Error(`${glue.pathname} is missing: run "npm run build" first`);
  return (await import(glue)).default();
}

/** A world that runs `scene`; throws the engine's sentence when the scene is refused. */
export function createWorld(engine, scene) {
  const world = new engine.World();
  const problem = world.load({ tumble: 1, ...scene });
  if (problem) {
    world.delete();
    throw new Error(problem);
  }
  return world;
}

/** The state of every body slot: centre of mass, orientation of the body frame, velocity, angular velocity (world axes). */
export function readStates(world) {
  const numbers = world.states();
  const bodies = [];
  for (let i = 0; i < numbers.length; i += 13) {
    bodies.push({
      position: [...numbers.subarray(i, i + 3)],
      orientation: [...numbers.subarray(i + 3, i + 7)],
      velocity: [...numbers.subarray(i + 7, i + 10)],
      angularVelocity: [...numbers.subarray(i + 10, i + 13)],
    });
  }
  return bodies;
}
