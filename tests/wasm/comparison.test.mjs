// The comparison of runs with the engine as it ships: scenes under other schemes and steps, and the measured order of each scheme.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { loadEngine } from '../accuracy/engine.mjs';
import { buildFile } from './support/engine.mjs';

let web;
let engine;
let compiled;
const worlds = [];
before(async () => {
  web = await importWebModulesWithEngine(
    'simulation/client.ts',
    'simulation/host.ts',
    'simulation/load-engine.ts',
    'figure/comparison.ts',
    'laboratory/order-of-accuracy.ts',
  );
  compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
  engine = await loadEngine();
});
after(() => worlds.forEach((world) => world.delete()));

const top = {
  tumble: 1,
  gravity: [0, 0, 0],
  bodies: [{ size: [1, 1, 1], mass: 1, inertia: [1, 2, 2.5], angularVelocity: [0.8, 1.1, 0.6], motion: 'exact' }],
};

function endOf(scene, seconds) {
  const world = new engine.World();
  worlds.push(world);
  assert.equal(world.load(scene), '');
  for (let step = 0; step < Math.round(seconds * world.stepsPerSecond); step += 1) world.step();
  const state = world.bodyState(0);
  return { position: [...state.subarray(1, 4)], orientation: [...state.subarray(4, 8)] };
}

test('a variant changes the scheme of all bodies, the step, and keeps commands at their moments', () => {
  const scene = {
    ...top,
    commands: [
      { step: 30, type: 'impulse', body: 0, impulse: [1, 0, 0] },
      { step: 60, type: 'force', body: 0, force: [1, 0, 0], steps: 10 },
    ],
  };
  const variant = web.variantOf(scene, { motion: 'rungeKutta4', stepsPerSecond: 240 });
  assert.equal(variant.motion, 'rungeKutta4');
  assert.equal('motion' in variant.bodies[0], false);
  assert.equal(variant.stepsPerSecond, 240);
  assert.deepEqual(
    variant.commands.map(({ step, steps }) => [step, steps]),
    [
      [120, undefined],
      [240, 40],
    ],
  );
  assert.equal(scene.bodies[0].motion, 'exact', 'the scene itself stays as it is');
  assert.deepEqual(web.variantOf(scene, { motion: '', stepsPerSecond: null }), scene);
});

test('what was done to a run is done to its variants at the same moments: pushes, forces, edits, steps of another length', async () => {
  const cube = { name: 'cube', size: [1, 1, 1], mass: 2 };
  const scene = { tumble: 1, gravity: [0, 0, 0], bodies: [cube] };
  const simulation = await web.Simulation.start(engineConnections(web, compiled));
  const other = await web.Simulation.start(engineConnections(web, compiled));
  await simulation.load(scene);
  await simulation.step(30); // 0.5 s: 1 m/s along x
  await simulation.push({ body: 0, impulse: [2, 0, 0] });
  await simulation.step(30); // 1 s: 4 N along z, for half a second
  await simulation.command({ type: 'force', body: 0, force: [0, 0, 4], steps: 30 });
  await simulation.step(30); // 1.5 s
  await simulation.revise({ ...scene, gravity: [0, -1, 0], stepsPerSecond: 240 });
  const { hash, step } = await simulation.step(120); // 2 s
  const { scene: base, log } = simulation.run;
  for (const [stepsPerSecond, steps] of [
    [null, step],
    [120, 240],
    [480, 960],
  ]) {
    const variant = web.variantCourse({ scene: base, log }, { motion: '', stepsPerSecond });
    const end = await other.open({ ...variant, step: steps });
    if (stepsPerSecond === null) assert.equal(end.hash, hash, 'no variant at all');
    assert.ok(Math.abs(other.secondsAt(steps) - 2) < 1e-12);
    other.select(0);
    const { state } = await new Promise((resolve) => {
      other.onFrame(resolve);
      other.requestFrame(0);
    });
    const wanted = [1 * 1.5, -0.5 * 0.5 ** 2, 0.5 * 2 * 0.5 ** 2 + 1 * 0.5];
    state.position.forEach((value, axis) =>
      assert.ok(Math.abs(value - wanted[axis]) < 0.01, `${stepsPerSecond ?? 'its own'}: ${state.position} is not ${wanted}`),
    );
    [1, -0.5, 1].forEach((value, axis) =>
      assert.ok(Math.abs(state.velocity[axis] - value) < 1e-9, `${stepsPerSecond ?? 'its own'}: ${state.velocity}`),
    );
  }
  simulation.dispose();
  other.dispose();
});

test('the order of every scheme comes out as its theory says, within 0.1', () => {
  const theory = {
    explicitEuler: 1,
    explicitEulerGramSchmidt: 1,
    semiImplicitEuler: 1,
    midpoint: 2,
    splitting2: 2,
    rungeKutta4: 4,
    splitting4: 4,
    eulerAngles: 4,
  };
  const reference = endOf(web.variantOf(top, { motion: 'exact', stepsPerSecond: null }), 1);
  for (const [motion, order] of Object.entries(theory)) {
    const errors = web.orderRates.map((stepsPerSecond) =>
      web.distance(endOf(web.variantOf(top, { motion, stepsPerSecond }), 1), reference),
    );
    const slope = web.slopeOf(errors.map((error) => (error > 1e-12 ? error : null)));
    assert.ok(
      slope !== null && Math.abs(slope - order) < 0.1,
      `${motion}: ${slope?.toFixed(3)} is not ${order}; errors ${errors.map((error) => error.toExponential(1))}`,
    );
  }
});

test('distances: an angle stays exact when it is small, and q and -q are the same', () => {
  const at = (angle, sign = 1) => ({ position: [0, 0, 0], orientation: [sign * Math.sin(angle / 2), 0, 0, sign * Math.cos(angle / 2)] });
  for (const angle of [1e-9, 1e-3, 1, 3]) {
    assert.ok(Math.abs(web.distance(at(0), at(angle)) / angle - 1) < 1e-6, `${angle}`);
    assert.ok(Math.abs(web.distance(at(0), at(angle, -1)) / angle - 1) < 1e-6, `${angle}, other sign`);
  }
});
