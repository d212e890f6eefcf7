// The SIMD and the scalar build give the same bits: at every step, through commands, and in every view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { box, builds, floor, give, heap, instantiate, load, scene } from './support/engine.mjs';

const views = ['poses', 'ids', 'shapes', 'states', 'measures', 'contacts'];
const pair = async (document) => Promise.all(builds.map(async (build) => load(new (await instantiate(build)).World(), document)));

function stepBoth([simd, scalar], steps, disturb = () => {}) {
  for (let step = 0; step < steps; step += 1) {
    disturb(step);
    assert.equal(simd.step(), scalar.step());
    assert.equal(simd.hash(), scalar.hash(), `step ${step + 1}`);
  }
}

test('a heap falls the same, and all views agree', async () => {
  const worlds = await pair(heap(60));
  stepBoth(worlds, 240);
  for (const view of views) assert.deepEqual(worlds[0][view](), worlds[1][view](), view);
});

test('a stack stands the same, with the quick and the precise solver', async () => {
  const boxes = Array.from({ length: 10 }, (_, level) => box({ position: [0, 0.5 + level, 0] }));
  stepBoth(await pair(scene([floor, ...boxes], { quality: 'default' })), 240);
  stepBoth(await pair(scene([floor, ...boxes.slice(0, 4)], { quality: 'precise' })), 60);
});

test('commands of every kind act the same', async () => {
  const worlds = await pair(
    scene([floor, ...Array.from({ length: 8 }, (_, index) => box({ position: [index * 2 - 8, 0.5, 0] }))], { quality: 'default' }),
  );
  const script = {
    2: { type: 'impulse', body: 1, impulse: [500, 900, 30], point: [-8.3, 0.8, 0.2] },
    4: { type: 'angularImpulse', body: 2, angularImpulse: [100, 200, -50] },
    6: { type: 'velocity', body: 3, velocity: [0, 4, 1], angularVelocity: [1, 2, 3] },
    8: { type: 'pose', body: 4, position: [0, 3, 0], orientation: [0, 0.6, 0, 0.8] },
    10: { type: 'drag', body: 5, pointer: 0, point: [0.2, 0.5, 0], target: [1, 3, 2] },
    30: { type: 'release', pointer: 0 },
    32: { type: 'removeBody', body: 6 },
    34: { type: 'addBody', body: box({ size: [0.5, 2, 0.7], position: [4, 4, 0.1], angularVelocity: [3, 1, 2] }) },
    36: { type: 'torque', body: 7, torque: [0, 900, 0], steps: 20 },
  };
  stepBoth(worlds, 180, (step) => {
    if (script[step]) for (const world of worlds) give(world, script[step]);
  });
});

test('refusals are the same words', async () => {
  const worlds = await pair(heap(3));
  const wrong = [scene([box({ size: [1, 2] })]), scene([box({ mass: 1e300 })]), {}, scene([box({ positon: [0, 0, 0] })])];
  for (const document of wrong) assert.equal(worlds[0].load(document), worlds[1].load(document));
});
