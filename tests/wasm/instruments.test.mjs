// What instruments are told: impacts, forces, samples of each step. Against Hecker's formula and definitions worked out here.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { box, buildFile, instantiate, load, run, scene } from './support/engine.mjs';

let engine;
let web;
let compiled;
const open = [];
before(async () => {
  engine = await instantiate();
  web = await importWebModulesWithEngine(
    'simulation/client.ts',
    'simulation/host.ts',
    'simulation/load-engine.ts',
    'simulation/mechanics.ts',
  );
  compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
});
after(() => open.forEach((simulation) => simulation.dispose()));

const close = (actual, expected, tolerance, what) => {
  const [a, e] = [[actual].flat(), [expected].flat()];
  assert.equal(a.length, e.length, what);
  a.forEach((value, index) => assert.ok(Math.abs(value - e[index]) <= tolerance, `${what}[${index}]: ${value} is not ${e[index]}`));
};
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const space = { gravity: [0, 0, 0] };

async function start(document) {
  const simulation = await web.Simulation.start(engineConnections(web, compiled));
  open.push(simulation);
  await simulation.load(document);
  return simulation;
}

const frameOf = (simulation, target = null) =>
  new Promise((resolve) => {
    const stop = simulation.onFrame((frame) => {
      stop();
      resolve(frame);
    });
    simulation.requestFrame(performance.now(), target);
  });

test('an elastic head-on impact is told with the impulse of Hecker’s formula', () => {
  const [mA, mB, e, v] = [2, 3, 0.5, 4];
  const world = load(
    new engine.World(),
    scene(
      [
        box({ mass: mA, restitution: e, friction: 0, position: [-1, 0, 0], velocity: [v, 0, 0] }),
        box({ mass: mB, restitution: e, friction: 0, position: [0.5, 0, 0] }),
      ],
      space,
    ),
  );
  world.recordImpacts(1);
  const impacts = [];
  for (let step = 0; step < 30; step += 1) {
    world.step();
    const numbers = [...world.impacts()];
    assert.equal(numbers.length % 48, 0);
    if (numbers.length > 0) impacts.push({ step, numbers });
  }
  assert.equal(impacts.length, 1);
  const { step, numbers } = impacts[0];
  const j = ((1 + e) * v) / (1 / mA + 1 / mB);
  assert.equal(numbers[0], step + 1);
  close(numbers.slice(1, 3), [0, 1], 0, 'bodies');
  close(step / 60 + numbers[3], 0.5 / v, 1e-6, 'moment'); // they are half a metre apart
  assert.equal(numbers[4], 4, 'four corners at once');
  close(numbers[5], v, 1e-6, 'approach speed');
  close(numbers[6], e, 1e-6, 'restitution');
  close(numbers.slice(7, 10), [0.5 - 0.5, 0, 0], 1e-5, 'point');
  close(numbers.slice(10, 13), [1, 0, 0], 1e-6, 'normal');
  close(numbers.slice(13, 16), [j, 0, 0], 1e-5, 'impulse');
  close(numbers.slice(19, 22), [v, 0, 0], 1e-6, 'velocity of A before');
  close(numbers.slice(28, 32).map(Math.abs), [0, 0, 0, 1], 1e-9, 'orientation of A');
  close(numbers.slice(35, 38), [0, 0, 0], 1e-9, 'velocity of B before');
  world.delete();
});

test('forces are told where they act, with their torque (p − x) × F', () => {
  const world = load(
    new engine.World(),
    scene([box({ mass: 1, position: [1, 2, 3] })], {
      ...space,
      forces: [
        { type: 'force', body: 0, force: [0, 0, 2], point: [0.5, 0, 0] },
        { type: 'torque', body: 0, torque: [0, 3, 0] },
      ],
    }),
  );
  const atStart = [...world.forces()];
  assert.equal(atStart.length, 20, 'before the first step, too');
  close(atStart.slice(4, 7), [0, 0, 2], 1e-12, 'force at the start');
  run(world, 1);
  const numbers = [...world.forces()];
  const [x] = [[...world.states()].slice(0, 3)];
  assert.equal(numbers.length, 20);
  const [slot, point, force, torque] = [numbers[0], numbers.slice(1, 4), numbers.slice(4, 7), numbers.slice(7, 10)];
  assert.equal(slot, 0);
  close(force, [0, 0, 2], 1e-12, 'force');
  close(
    torque,
    cross(
      point.map((part, axis) => part - x[axis]),
      force,
    ),
    1e-12,
    'torque',
  );
  close(numbers.slice(14, 20), [0, 0, 0, 0, 3, 0], 1e-12, 'the torque alone');
  world.delete();
});

test('what the page draws of a point is its motion at that moment, not a mean over a step', async () => {
  // A brick on a spring falls and tumbles: a and alpha change from step to step. Truth: the place of the point in a
  // world of a hundred times finer steps, by central differences of the fourth order.
  const point = [0.4, -0.3, 0.2];
  const bodies = [box({ size: [1, 0.6, 0.3], mass: 2, velocity: [1, 2, 0], angularVelocity: [4, -6, 2] })];
  const more = { forces: [{ type: 'spring', body: 0, anchor: [0, 3, 1], point: [0.5, 0.3, 0], stiffness: 40, damping: 1 }] };
  const simulation = await start(scene(bodies, more));
  simulation.select(0);
  simulation.watch({ bodies: [], details: true });
  await simulation.step(30);
  const { details } = await frameOf(simulation);
  const info = { slot: 0, mass: 2, inertiaTensor: [(2 * 0.45) / 12, 0, 0, 0, (2 * 1.09) / 12, 0, 0, 0, (2 * 1.36) / 12] };
  const motion = web.motionOf(info, details, 60, web.newMotion());
  const drawn = web.pointMotion(motion, web.turn(details.states, 3, point));

  const [finer, h] = [6000, 1 / 6000];
  const fine = load(new engine.World(), { ...scene(bodies, more), stepsPerSecond: finer });
  const places = [];
  for (let step = 1; step <= finer / 2 + 2; step += 1) {
    fine.step();
    if (step >= finer / 2 - 2) places.push([...fine.pointState(0, ...point)].slice(1, 4));
  }
  fine.delete();
  const [a, b, c, d, e] = places;
  const velocity = c.map((_, axis) => (a[axis] - 8 * b[axis] + 8 * d[axis] - e[axis]) / (12 * h));
  const acceleration = c.map((x, axis) => (-a[axis] + 16 * b[axis] - 30 * x + 16 * d[axis] - e[axis]) / (12 * h * h));
  close(drawn.velocity, velocity, 1e-4, 'velocity');
  close(drawn.acceleration, acceleration, 1e-3, 'acceleration'); // 0.14 by differences of steps
});

test('samples come for each step, and a push is marked where the velocity jumps', async () => {
  const simulation = await start(
    scene([box({ mass: 2 }), box({ mass: 1, position: [5, 0, 0], velocity: [1, 0, 0] })], {
      ...space,
      commands: [{ step: 4, type: 'impulse', body: 0, impulse: [6, 0, 0] }],
    }),
  );
  simulation.watch({ bodies: [0, 1], details: true });
  await simulation.step(10);
  const { samples, details, impacts } = await frameOf(simulation);
  const width = 11 + 2 * 24;
  assert.deepEqual(samples.bodies, [0, 1]);
  assert.equal(samples.rows.length, 11 * width);
  const rows = Array.from({ length: 11 }, (_, index) => samples.rows.subarray(index * width, (index + 1) * width));
  assert.deepEqual(
    rows.map((row) => row[0]),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.deepEqual(
    rows.map((row) => row[1] & 1),
    [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
  );
  rows.forEach((row, step) => {
    close(row[11 + 7], step > 4 ? 3 : 0, 1e-12, 'velocity of the first');
    close(row[11 + 24], 5 + step / 60, 1e-12, 'place of the second');
    close(row[5], (step > 4 ? 6 : 0) + 1, 1e-12, 'momentum of all');
  });
  assert.equal(details.states.length, 26);
  close(details.states[0] - details.earlier[0], 3 / 60, 1e-12, 'one step earlier');
  assert.equal(impacts, null);
  simulation.watch(null);
  const quiet = await frameOf(simulation);
  assert.deepEqual([quiet.samples, quiet.details], [null, null]);
});

const rowsOf = ({ bodies, rows }) => {
  const width = 11 + 24 * bodies.length;
  return Array.from({ length: rows.length / width }, (_, index) => rows.subarray(index * width, (index + 1) * width));
};

test('the past is on record from the start of the scene, before anybody asks', async () => {
  const simulation = await start(
    scene([box({ type: 'static', position: [0, -9, 0] }), box({ mass: 2, velocity: [1, 0, 0] })], {
      ...space,
      commands: [{ step: 40, type: 'impulse', body: 1, impulse: [2, 0, 0] }],
    }),
  );
  await simulation.step(100);
  assert.equal((await frameOf(simulation)).samples, null);
  simulation.watch({ bodies: [1], details: false });
  const rows = rowsOf((await frameOf(simulation)).samples);
  assert.deepEqual(
    rows.map((row) => row[0]),
    Array.from({ length: 101 }, (_, step) => step),
  );
  assert.deepEqual(
    rows.filter((row) => row[1] !== 0).map((row) => row[0]),
    [41],
    'the push lifts the pen',
  );
  rows.forEach((row, step) => close(row[11], step / 60 + Math.max(0, step - 40) / 60, 1e-12, 'place'));
  // Only what is new comes after that; going back forgets what came later, and it comes again.
  assert.equal((await frameOf(simulation)).samples, null);
  await simulation.seek(90);
  const again = rowsOf((await frameOf(simulation)).samples);
  assert.equal(again.at(-1)[0], 90);
  again.forEach((row) => close(row[11], row[0] / 60 + (row[0] - 40) / 60, 1e-12, 'place, again'));
});

test('joints are described, their states come with frames, and their past is on record', async () => {
  const count = 10;
  const simulation = await start(
    scene(
      Array.from({ length: count }, (_, i) => box({ position: [3 * i, 0, 0], angularVelocity: [0, 0, 0.1 * i] })),
      {
        ...space,
        joints: Array.from({ length: count }, (_, i) => ({
          type: 'hinge',
          name: `axle ${i}`,
          b: i,
          point: [3 * i, 0, 0],
          axis: [0, 0, 1],
        })),
      },
    ),
  );
  const { jointNames, joints } = simulation.info;
  assert.deepEqual([jointNames.length, jointNames[3], joints.length], [count, 'axle 3', count * 29]);
  await simulation.step(60);
  assert.equal((await frameOf(simulation)).joints, null);
  simulation.watch({ bodies: [2], joints: [3, 1], jointStates: true, details: false });
  const frame = await frameOf(simulation);
  assert.equal(frame.joints.length, count * 13);
  close(frame.joints[13 * 4 + 1], 0.4, 1e-9, 'angle');
  assert.deepEqual(frame.samples.joints, [3, 1]);
  const width = 11 + 24 + 2 * 8;
  const row = (samples, index) => samples.rows.slice(index * width, (index + 1) * width);
  assert.equal(frame.samples.rows.length, 61 * width);
  const [first, second] = [11 + 24, 11 + 24 + 8];
  for (const step of [0, 30, 60]) {
    close(row(frame.samples, step)[first], (0.3 * step) / 60, 1e-9, 'angle');
    close(row(frame.samples, step)[second + 1], 0.1, 1e-9, 'rate');
  }
  // One that was not on record is from here on; the others stay.
  simulation.watch({ bodies: [2], joints: [9, 1], jointStates: false, details: false });
  const later = await frameOf(simulation);
  assert.equal(later.joints, null);
  assert.ok(Number.isNaN(row(later.samples, 10)[first]));
  close(row(later.samples, 60)[first + 1], 0.9, 1e-9, 'rate');
  close(row(later.samples, 10)[second], 1 / 60, 1e-9, 'angle');
  // A joint that comes later is told, one that goes keeps its place.
  await simulation.command({ type: 'addJoint', joint: { type: 'hinge', name: 'late', a: 8, b: 9, point: [27, 0, 0], axis: [0, 0, 1] } });
  await simulation.command({ type: 'removeJoint', joint: 'axle 1' });
  await simulation.step(1);
  assert.equal(simulation.info.jointNames.at(-1), 'late');
  assert.ok(Number.isNaN(row((await frameOf(simulation)).samples, 0)[second]), 'of a joint that is gone');
  await simulation.seek(30);
  assert.equal(simulation.info.jointNames.length, count);
});

test('of many bodies the first eight that move are on record, others from when they are selected', async () => {
  const simulation = await start(
    scene(
      Array.from({ length: 20 }, (_, i) => box({ position: [3 * i, 0, 0], velocity: [0, i, 0] })),
      space,
    ),
  );
  await simulation.step(10);
  simulation.select(15);
  await simulation.step(10);
  simulation.watch({ bodies: [3, 15], details: false });
  const rows = rowsOf((await frameOf(simulation)).samples);
  assert.equal(rows.length, 21);
  rows.forEach((row, step) => {
    close(row[11 + 1], (3 * step) / 60, 1e-12, 'the fourth');
    if (step < 10) assert.ok(row.subarray(11 + 24).every(Number.isNaN), `step ${step}`);
    else close(row[11 + 24 + 1], (15 * step) / 60, 1e-12, 'the selected one');
  });
});

test('with others it follows their clock: to the step it is told, and no farther', async () => {
  const simulation = await start(scene([box({ velocity: [1, 0, 0] })], space));
  assert.equal((await frameOf(simulation, { step: 7, alpha: 0.25 })).step, 7);
  const frame = await frameOf(simulation, { step: 7, alpha: 0.5 });
  assert.deepEqual([frame.step, frame.alpha], [7, 0.5]);
  assert.equal((await frameOf(simulation, { step: 3, alpha: 0 })).step, 7, 'time does not run back');
});

test('an impact without a bounce is told with the impulse that stops it', async () => {
  // A cube of 2 kg falls flat on the floor: J = m v along the normal, four corners at once.
  const fall = 0.2;
  const simulation = await start(
    scene([{ type: 'static', size: [20, 1, 20], position: [0, -0.5, 0] }, box({ mass: 2, position: [0, 0.5 + fall, 0], name: 'cube' })]),
  );
  simulation.watch({ bodies: [], details: true });
  await simulation.step(40);
  const { impacts } = await frameOf(simulation);
  assert.equal(impacts.length, 48, 'one impact');
  const speed = Math.sqrt(2 * 9.81 * fall);
  const [, a, b, , points, approachSpeed, restitution] = impacts;
  const upwards = a === 0 ? 1 : -1; // n goes from A to B
  assert.deepEqual([Math.min(a, b), Math.max(a, b), points, restitution], [0, 1, 4, 0]);
  close(approachSpeed, speed, 1e-2, 'approach speed');
  close(impacts[10 + 1] * upwards, 1, 1e-6, 'normal');
  const given = impacts[13 + 1] * upwards;
  close(given, 2 * speed, 2e-2, 'impulse');
});
