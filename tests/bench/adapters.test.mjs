// node --test tests/bench/adapters.test.mjs
// Does every adapter mean the same by mass, inertia, an impulse, gravity, friction and a pose? Against closed forms. Peers that
// are not installed are skipped.
import assert from 'node:assert/strict';
import test from 'node:test';
import { kPeers, loadAdapter, missingPeers } from './engines.mjs';

const upright = [0, 0, 0, 1],
  cube = [0.5, 0.5, 0.5],
  g = 9.81,
  steps = 60,
  dt = 1 / 60;
const close = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected} within ${tolerance}`);

function run(world, bodies, count) {
  for (let i = 0; i < count; i++) world.step();
  const poses = new Float32Array(7 * bodies);
  world.readPoses(poses);
  return poses;
}

for (const engine of ['tumble', ...Object.keys(kPeers)]) {
  const skip = engine === 'tumble' ? false : (missingPeers([engine]) ?? false);

  test(`${engine}: impulses, velocities and poses of free boxes`, { skip }, async () => {
    const world = await (await loadAdapter(engine)).create({ gravity: [0, 0, 0], dt });
    world.addBox(cube, [0, 0, 0], upright, 1, 0.5, 0);
    world.addBox(cube, [10, 0, 0], upright, 1, 0.5, 0);
    world.addBox([0.5, 0.25, 0.25], [20, 0, 0], upright, 2, 0.5, 0);
    world.ready();
    world.step();
    world.applyImpulse(1, [0, 0, 1], [10.5, 0, 0]); // ω = r × J / I with I = 1/6 kg m²
    world.applyImpulse(2, [1, 0, 0], [20, 0, 0]); // a mass of 0.5 kg
    world.setVel(0, [1, 2, 3], [0, 0, 2]);
    world.step();
    close(world.getVel(1).lin[2], 1, 1e-3, 'v = J/m');
    close(world.getVel(1).ang[1], -3, 1e-2, 'ω of a push off centre');
    close(world.getVel(2).lin[0], 2, 1e-3, 'v of the brick');
    const poses = run(world, 3, steps - 1);
    [1, 2, 3].forEach((distance, axis) => close(poses[axis], distance, 1e-3, 'a second of flight'));
    close(2 * Math.atan2(poses[5], poses[6]), 2, 1e-2, 'angle after a second');
    world.free();
  });

  test(`${engine}: fall, sliding, rest`, { skip }, async () => {
    const world = await (await loadAdapter(engine)).create({ gravity: [0, -g, 0], dt });
    world.addStaticBox([50, 1, 50], [0, -1, 0], upright, 0.5, 0);
    world.addBox(cube, [0, 100, 0], upright, 1, 0.5, 0);
    world.addBox(cube, [10, 0.5, 0], upright, 1, 0.5, 0);
    world.addBox(cube, [-10, 3, 0], upright, 1, 0.5, 0);
    world.ready();
    const start = run(world, 3, steps);
    // Between ½ g t² and ½ g t (t + dt), which is semi-implicit Euler with one substep.
    const fallen = 100 - start[1];
    assert.ok(fallen > 0.5 * g - 1e-3 && fallen < 0.5 * g * (1 + dt) + 1e-3, `a second of falling: ${fallen}`);
    world.setVel(1, [5, 0, 0], [0, 0, 0]);
    const end = run(world, 3, 2 * steps);
    // v²/2μg; a step of sliding at 5 m/s is 0.08 m, and a tilt of a cube that starts to slide takes some of it.
    close(end[7] - start[7], 25 / (2 * 0.5 * g), 0.25, 'sliding distance v²/2μg');
    close(end[15], 0.5, 0.03, 'height at rest'); // Jolt lets bodies rest 0.02 m deep
    assert.equal(world.activeCount(), 3, 'nothing sleeps');
    world.free();
  });
}
