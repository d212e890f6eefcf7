// node --test tests/bench/adapters.test.mjs
// Does every adapter mean the same by mass, inertia, an impulse, gravity, friction, a pose, a shape and a joint? Against closed forms. Peers that
// are not installed are skipped.
import assert from 'node:assert/strict';
import test from 'node:test';
import { kPeers, loadAdapter, missingPeers } from './engines.mjs';
import { minus, plus, relative, rotated } from './poses.mjs';
import { centerOfMass, hull, kOctahedron, massOf } from './shapes.mjs';

const upright = [0, 0, 0, 1],
  cube = { type: 'box', half: [0.5, 0.5, 0.5] },
  g = 9.81,
  steps = 60,
  dt = 1 / 60;
const close = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected} within ${tolerance}`);

const kShapes = [
  { type: 'box', half: [0.5, 0.3, 0.2] },
  { type: 'sphere', radius: 0.5 },
  { type: 'capsule', radius: 0.3, halfHeight: 0.4 },
  { type: 'cylinder', radius: 0.4, halfHeight: 0.5 },
  { type: 'cone', radius: 0.6, halfHeight: 0.6 },
  hull(kOctahedron, 0.8),
];

/** At 2 kg/m³. Of an octahedron with corners at ±a: 4/3 a³ and m a²/5. */
function expectedMass(shape) {
  if (shape.type !== 'hull') return massOf(shape, 2);
  const mass = 2 * (4 / 3) * 0.8 ** 3;
  return { mass, inertia: Array(3).fill((mass * 0.8 ** 2) / 5) };
}

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
    world.addShape(cube, [0, 0, 0], upright, 1, 0.5, 0);
    world.addShape(cube, [10, 0, 0], upright, 1, 0.5, 0);
    world.addShape({ type: 'box', half: [0.5, 0.25, 0.25] }, [20, 0, 0], upright, 2, 0.5, 0);
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
    world.addShape(cube, [0, 100, 0], upright, 1, 0.5, 0);
    world.addShape(cube, [10, 0.5, 0], upright, 1, 0.5, 0);
    world.addShape(cube, [-10, 3, 0], upright, 1, 0.5, 0);
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

  test(`${engine}: masses, moments and resting places of shapes`, { skip }, async () => {
    const shapes = kShapes.filter(({ type }) => engine !== 'mujoco' || !['cone', 'hull'].includes(type));
    const { create } = await loadAdapter(engine);
    const world = await create({ gravity: [0, 0, 0], dt });
    for (const [i, shape] of shapes.entries()) world.addShape(shape, [10 * i, 0, 0], upright, 2, 0.5, 0);
    world.ready();
    world.step();
    shapes.forEach((shape, i) => {
      const { mass, inertia } = expectedMass(shape),
        center = plus([10 * i, 0, 0], centerOfMass(shape));
      world.applyImpulse(i, [0, 0, 1], plus(center, [0.1, 0, 0]));
      world.applyImpulse(i, [0, 1, 0], plus(center, [0, 0, 0.1]));
      world.step();
      const { lin, ang } = world.getVel(i);
      // A cone is a hull of 16 sides in Havok and Jolt, which has 2.6 % less volume.
      const tolerance = shape.type === 'cone' ? 0.06 : 0.01;
      close(lin[2] * mass, 1, tolerance, `mass of a ${shape.type}`);
      close((-ang[1] * inertia[1]) / 0.1, 1, tolerance, `moment of a ${shape.type} about y`);
      close((-ang[0] * inertia[0]) / 0.1, 1, tolerance, `moment of a ${shape.type} about x`);
    });
    world.free();

    const fall = await create({ gravity: [0, -g, 0], dt });
    fall.addStaticBox([100, 1, 50], [0, -1, 0], upright, 0.5, 0);
    const ghost = shapes.length;
    for (const [i, shape] of [...shapes, cube].entries()) fall.addShape(shape, [10 * i, 1.2, 0], upright, 1, 0.5, 0, i !== ghost);
    fall.ready();
    const poses = run(fall, shapes.length + 1, steps);
    shapes.forEach((shape, i) => {
      if (['cylinder', 'cone'].includes(shape.type)) close(poses[7 * i + 1], shape.halfHeight, 0.03, `a ${shape.type} on its base`);
      if (shape.type === 'sphere') close(poses[7 * i + 1], shape.radius, 0.03, 'a sphere at rest');
    });
    assert.ok(poses[7 * ghost + 1] < -1, 'what does not collide falls through');
    fall.free();
  });

  test(`${engine}: a pendulum on a ball joint, joined bodies, and what limits a hinge`, { skip }, async () => {
    const world = await (await loadAdapter(engine)).create({ gravity: [0, -g, 0], dt });
    const rod = { type: 'capsule', radius: 0.1, halfHeight: 0.4 },
      sideways = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const add = (position, orientation = sideways) => world.addShape(rod, position, orientation, 1000, 0.5, 0);
    const pendulum = add([0.5, 0, 0]);
    world.addBallJoint(null, pendulum, [0, 0, 0]);
    const doors = [0.5, -0.5].map((side) => ({ side, hinge: [0, 0, 10 * side], index: add([side, 0, 10 * side]) }));
    for (const { hinge, index } of doors) world.addHinge(null, index, hinge, [0, 0, 1], [-0.5, 1]);
    const arms = [0, 0.8].map((x) => add([x, 20, 10])); // overlap, but are joined
    world.addHinge(...arms, [0.4, 20, 10], [0, 0, 1], [-0.5, 1]);
    world.ready();
    const start = run(world, 5, 1);
    let lowest = 0;
    for (let i = 0; i < steps; i++) lowest = Math.min(lowest, run(world, 5, 1)[7 * pendulum + 1]);
    close(lowest, -0.5, 0.03, 'the lowest point of the pendulum');
    const separation = minus([...start.subarray(21, 24)], [...start.subarray(28, 31)]);
    close(Math.hypot(...separation), 0.8, 0.02, 'joined bodies do not push each other apart');
    const end = run(world, 5, 10 * steps);
    const angleOf = (i, first) => {
      const place = { position: [0, 0, 0], orientation: first };
      const [, , z, w] = relative(place, [0, 0, 0], [...end.subarray(7 * i + 3, 7 * i + 7)]).orientation;
      return 2 * Math.atan2(z * Math.sign(w), Math.abs(w));
    };
    for (const { side, hinge, index } of doors) {
      const pose = [...end.subarray(7 * index, 7 * index + 7)],
        anchor = plus(pose.slice(0, 3), rotated(pose.slice(3), [0, side, 0]));
      close(angleOf(index, sideways), side > 0 ? -0.5 : 1, 0.05, 'the limit that it has fallen to');
      close(Math.hypot(...minus(anchor, hinge)), 0, 0.02, 'the anchor of a door');
    }
    world.free();
  });
}
