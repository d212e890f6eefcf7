// Every method of World through the built module: what it gives, in which shape, and what it says about wrong input.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { fakeEngine } from '../web/support/fake-engine.mjs';
import { box, buildFile, floor, give, heap, instantiate, load, run, scene } from './support/engine.mjs';

const noBody = 0xffffffff;
let engine;
before(async () => {
  engine = await instantiate();
});
const worldOf = (document) => load(new engine.World(), document);
const close = (actual, expected, tolerance, what) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} is not ${expected}`);

test('an empty world answers everything', () => {
  const world = new engine.World();
  assert.equal(world.slotCount, 0);
  assert.equal(world.stepCount, 0);
  for (const name of ['poses', 'ids', 'shapes', 'states', 'contacts']) assert.equal(world[name]().length, 0, name);
  assert.equal(world.measures().length, 9);
  assert.equal(world.report().length, 15);
  assert.equal(world.bodyState(0)[0], 0);
  assert.equal(world.bodyInfo(0), null);
  assert.match(world.hash(), /^[0-9a-f]{16}$/);
  assert.equal(world.step(), 0);
  assert.equal(world.stepCount, 1);
  world.delete();
});

test('views have their types and shapes', () => {
  const world = worldOf(scene([floor, box({ position: [0, 0.5, 0], name: 'cube' }), box({ position: [5, 3, 0] })]));
  run(world, 2);
  assert.equal(world.slotCount, 3);
  assert.equal(world.stepsPerSecond, 60);
  const shapes = { poses: [Float32Array, 3 * 8], ids: [Uint32Array, 3], shapes: [Float32Array, 3 * 12], states: [Float64Array, 3 * 13] };
  for (const [name, [Type, length]] of Object.entries(shapes)) {
    const view = world[name]();
    assert.ok(view instanceof Type, name);
    assert.equal(view.length, length, name);
    assert.ok(view.every(Number.isFinite), name);
  }
  const contacts = world.contacts();
  assert.equal(contacts.length, 4 * 9);
  assert.equal(world.report()[4], 4, 'contact points');
  for (let at = 0; at < contacts.length; at += 9) {
    assert.deepEqual([...contacts.slice(at + 7, at + 9)].sort(), [0, 1]);
    close(Math.abs(contacts[at + 4]), 1, 1e-6, 'normal');
  }
  world.delete();
});

test('the contacts of a cube at rest carry its weight', () => {
  const world = worldOf(scene([floor, box({ position: [0, 0.5, 0], mass: 3 })], { gravity: [0, -10, 0] }));
  run(world, 60);
  const contacts = world.contacts();
  let impulse = 0;
  for (let at = 0; at < contacts.length; at += 9) impulse += contacts[at + 6];
  close(impulse, (3 * 10) / 60, 1e-4, 'N s in a step');
  world.delete();
});

test('joints: what stays of each, and what a step changes', () => {
  const world = worldOf(
    scene(
      [
        box({ size: [1, 1, 1], mass: 2, position: [0, 2, 0], angularVelocity: [0, 0, 0], name: 'bob' }),
        box({ size: [1, 1, 1], mass: 3, position: [9, 0, 0], angularVelocity: [0, 0, 0.5], name: 'wheel' }),
        box({ size: [1, 1, 1], mass: 3, position: [5, 0, 0], velocity: [0.25, 0, 0], name: 'sled' }),
      ],
      {
        gravity: [0, -10, 0],
        sleeping: false,
        joints: [
          { type: 'hinge', name: 'pendulum', b: 'bob', point: [0, 3, 0], axis: [0, 0, 1], limits: { lower: -1, upper: 2 } },
          { type: 'hinge', a: 'wheel', point: [9, 0, 0], axis: [0, 0, 1] },
          { type: 'slider', b: 'sled', point: [5, 0, 0], axis: [1, 0, 0], servo: { position: 0.3, stiffness: 0 } },
        ],
      },
    ),
  );
  assert.equal(world.jointCount, 3);
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => world.jointName(index)),
    ['pendulum', '', '', ''],
  );
  const joints = world.joints();
  assert.equal(joints.length, 3 * 29);
  assert.deepEqual([...joints.slice(0, 9)], [1, -1, 0, 0, 3, 0, 0, 1, 0], 'type, slots, anchors');
  assert.deepEqual([...joints.slice(29, 32)], [1, 1, -1]);
  run(world, 60);
  const states = world.jointStates();
  assert.equal(states.length, 3 * 13);
  const [pendulum, wheel, sled] = [0, 1, 2].map((index) => states.slice(13 * index, 13 * (index + 1)));
  [1, 0, 0, 0, 20, 0].forEach((value, at) => close(pendulum[at], value, 1e-6, `pendulum ${at}`)); // alive, angle, rate, force
  assert.deepEqual([...pendulum.slice(9, 11)], [-1, 2], 'limits');
  // Of b, which is the world here, relative to a.
  close(wheel[1], -0.5, 1e-6, 'angle');
  close(wheel[2], -0.5, 1e-9, 'rate');
  close(sled[1], 0.25, 1e-6, 'place');
  close(sled[2], 0.25, 1e-9, 'speed');
  assert.deepEqual([...sled.slice(11, 13)], [2, 0.3], 'drive');
  assert.equal(world.command({ type: 'removeJoint', joint: 'pendulum' }), '');
  run(world, 1);
  assert.equal(world.jointStates()[0], 0);
  assert.equal(world.jointCount, 3);
  world.delete();
});

test('a body is told in full', () => {
  const world = worldOf(
    scene([box({ size: [2, 4, 6], density: 10, position: [1, 2, 3], velocity: [1, 0, 0], angularVelocity: [0, 2, 0], name: 'brick' })], {
      gravity: [0, -10, 0],
    }),
  );
  const info = world.bodyInfo(0);
  assert.equal(info.name, 'brick');
  assert.equal(info.type, 'dynamic');
  assert.equal(info.slot, 0);
  close(info.mass, 480, 1e-9, 'mass');
  const [x, y, z] = [(480 * (16 + 36)) / 12, (480 * (4 + 36)) / 12, (480 * (4 + 16)) / 12];
  info.inertiaTensor.forEach((value, index) => close(value, [x, 0, 0, 0, y, 0, 0, 0, z][index], 1e-9, 'inertia'));
  const state = world.bodyState(0);
  assert.equal(state.length, 37);
  const expected = [1, 1, 2, 3, 0, 0, 0, 1, 1, 0, 0, 0, 2, 0, 480, 0, 0, 0, 2 * y, 0, 240, 2 * y, 9600];
  // The body frame may be told with the other sign of the quaternion.
  expected.forEach((value, index) => close(index === 7 ? Math.abs(state[index]) : state[index], value, 1e-9, `state[${index}]`));
  const measures = world.measures();
  [240, 2 * y, 9600, 480, 0, 0].forEach((value, index) => close(measures[index], value, 1e-9, `measures[${index}]`));
  world.delete();
});

test('every kind of shape crosses the boundary with its dimensions', () => {
  const vertices = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const world = worldOf(
    scene([
      {
        collides: false,
        shapes: [
          { type: 'box', size: [2, 4, 6], collides: true },
          { type: 'sphere', radius: 0.5 },
          { type: 'cone', radius: 0.5, height: 2, subtract: true },
          { type: 'hull', vertices },
          { type: 'points', points: [[1, 2, 3]], masses: [4] },
        ],
      },
    ]),
  );
  const rows = [0, 1, 2, 3, 4].map((row) => [...world.shapes().slice(12 * row, 12 * row + 5)]);
  assert.deepEqual(rows, [
    [0, 0, 1, 2, 3],
    [0, 1, 0.5, 0, 0],
    [0, 20, 0.5, 2, 0],
    [0, 5, 0, 0, 0],
    [0, 7, 1, 0, 0],
  ]);
  assert.equal(world.geometry(0).length, 4 * 9, 'a tetrahedron');
  assert.deepEqual([...world.geometry(1)], [1, 2, 3, 4], 'a point and its mass');
  assert.equal(world.geometry(2).length, 0);
  world.delete();
});

test('the state of a body tells how far its scheme is from a rotation', () => {
  const spin = { angularVelocity: [1, 2, 3] };
  const world = worldOf(
    scene([
      { size: [1, 2, 3], motion: 'explicitEuler', ...spin },
      { size: [1, 2, 3], position: [9, 0, 0], ...spin },
    ]),
  );
  assert.equal(world.bodyInfo(0).motion, 'explicitEuler');
  assert.equal(world.bodyInfo(1).motion, 'automatic');
  for (let i = 0; i < 60; ++i) world.step();
  assert.ok(world.bodyState(0)[23] > 0.1, 'the matrix drifts');
  const state = [...world.bodyState(1)];
  assert.equal(state[23], 0);
  const rows = [state.slice(28, 31), state.slice(31, 34), state.slice(34, 37)];
  rows.forEach((row) => close(Math.hypot(...row), 1, 1e-12, 'a row of a rotation'));
  world.delete();
});

test('a point of a body: place, velocity, acceleration and its parts', () => {
  const world = worldOf(
    scene([{ size: [1, 1, 1], angularVelocity: [0, 0, 2], position: [1, 0, 0], planar: true }], { gravity: [0, -10, 0] }),
  );
  const state = [...world.pointState(0, 0.5, 0, 0)];
  const expected = [1, 1.5, 0, 0, 0, 1, 0, -2, -10, 0, 0, 0, 0, -2, 0, 0, 0, -10, 0, 0, 0, 0];
  assert.equal(state.length, expected.length);
  expected.forEach((value, index) => close(state[index], value, 1e-12, `[${index}]`));
  assert.equal(world.pointState(7, 0, 0, 0)[0], 0, 'no such body');
  assert.equal(world.bodyInfo(0).planar, true);
  assert.equal(world.bodyInfo(0).inertia[0], 0, 'one moment only');
  world.delete();
});

test('poses are of the centre of mass, shapes lie around it', () => {
  const world = worldOf(
    scene([
      {
        position: [10, 0, 0],
        shapes: [
          { type: 'box', size: [1, 1, 1] },
          { type: 'box', size: [1, 1, 1], position: [4, 0, 0] },
        ],
      },
    ]),
  );
  close(world.poses()[0], 12, 1e-5, 'centre of mass');
  const shapes = [...world.shapes()];
  assert.equal(shapes.length, 24);
  assert.deepEqual(
    [shapes[5], shapes[17]].sort((a, b) => a - b),
    [-2, 2],
  );
  close(world.bodyInfo(0).centerOfMass[0], 2, 1e-12, 'centre of mass in the body frame');
  world.delete();
});

test('commands apply at the step they say, and are counted', () => {
  const world = worldOf(scene([box()], { gravity: [0, 0, 0] }));
  give(world, { type: 'impulse', body: 0, impulse: [1000, 0, 0] });
  give(world, { type: 'impulse', body: 0, impulse: [1000, 0, 0], step: 3 });
  run(world, 1);
  assert.equal(world.report()[5], 1);
  close(world.bodyState(0)[8], 1, 1e-12, 'velocity');
  run(world, 2);
  close(world.bodyState(0)[8], 1, 1e-12, 'velocity');
  run(world, 1);
  close(world.bodyState(0)[8], 2, 1e-12, 'velocity');
  world.delete();
});

test('bodies come and go, and an old id names nobody', () => {
  const world = worldOf(scene([box(), box({ position: [3, 0, 0] })], { gravity: [0, 0, 0] }));
  const before = world.bodiesVersion;
  give(world, { type: 'removeBody', body: 0 });
  run(world, 1);
  assert.notEqual(world.bodiesVersion, before);
  assert.equal(world.ids()[0], noBody);
  give(world, { type: 'addBody', body: box({ name: 'new', position: [9, 0, 0] }) });
  run(world, 1);
  const id = world.ids()[0];
  assert.notEqual(id, 0);
  assert.equal(world.bodyInfo(id).name, 'new');
  assert.equal(world.bodyInfo(0), null, 'stale id');
  assert.equal(world.bodyState(0)[0], 0, 'stale id');
  const refusal = world.command({ type: 'impulse', body: 0, impulse: [1, 0, 0] });
  const flags = world.step();
  assert.ok(refusal !== '' || (flags & 4) === 4, 'a push on a body that is gone is refused, or reported as stale');
  assert.equal(world.bodyState(id)[8], 0, 'the new body in the old place is not touched');
  for (const wrong of [noBody, 77, 2 ** 31, 4294967295]) assert.equal(world.bodyInfo(wrong), null);
  world.delete();
});

test('a command that loses its body before its step is reported and harmless', () => {
  const world = worldOf(scene([box(), box({ position: [3, 0, 0] })], { gravity: [0, 0, 0] }));
  give(world, { type: 'impulse', body: 0, impulse: [1, 0, 0], step: 5 });
  give(world, { type: 'removeBody', body: 0 });
  run(world, 5);
  assert.equal(world.step() & 4, 4);
  assert.equal(world.bodyState(1)[8], 0);
  world.delete();
});

test('load starts afresh, the same scene gives the same hash', () => {
  const world = worldOf(heap(30));
  const first = run(world, 90).hash();
  load(world, heap(30));
  assert.equal(world.stepCount, 0);
  assert.equal(run(world, 90).hash(), first);
  const other = worldOf(heap(30));
  assert.equal(run(other, 90).hash(), first);
  assert.notEqual(run(other, 1).hash(), first);
  world.delete();
  other.delete();
});

test('the types tell of every member of World and of nothing else, in both builds', async () => {
  const [simd, scalar] = await Promise.all(['simd', 'scalar'].map((build) => readFile(buildFile(build, '.d.ts'), 'utf8')));
  assert.equal(simd, scalar);
  const world = new engine.World();
  const declared = [...simd.slice(simd.indexOf('export interface World')).matchAll(/^ {2}(?:readonly )?(\w+)(?:\(.*\))?:/gm)].map(
    (match) => match[1],
  );
  assert.ok(declared.length >= 15);
  for (const name of declared.filter((entry) => entry !== 'World')) assert.ok(name in world, `World has no ${name}`);
  for (const name of Object.getOwnPropertyNames(engine.World.prototype))
    assert.ok(name === 'constructor' || declared.includes(name), `nothing is said of ${name}`);
  world.delete();
  // What stands in for it in tests/web promises nothing else.
  const fake = Object.getOwnPropertyNames(fakeEngine.World.prototype).filter((name) => !['constructor', 'delete'].includes(name));
  assert.deepEqual(
    fake.filter((name) => !declared.includes(name)),
    [],
  );
});

test('a snapshot is a Uint8Array that brings the world back, in another instance too', async () => {
  const document = heap(30);
  const first = worldOf(document);
  run(first, 40);
  const bytes = first.snapshot().slice();
  assert.ok(bytes instanceof Uint8Array);
  const hashes = Array.from({ length: 30 }, () => run(first, 1).hash());

  const second = await instantiate('scalar');
  const other = load(new second.World(), document);
  for (const world of [first, other]) {
    assert.equal(world.restore(bytes), '');
    assert.equal(world.stepCount, 40);
    assert.deepEqual(
      Array.from({ length: 30 }, () => run(world, 1).hash()),
      hashes,
    );
    world.delete();
  }
});

test('what is no snapshot is refused and changes nothing', () => {
  const world = worldOf(heap(5));
  run(world, 10);
  const hash = world.hash();
  for (const wrong of [null, undefined, 7, 'TUMBLE.S', {}, [1, 2, 3], new Float64Array(9), new ArrayBuffer(30)]) {
    assert.equal(world.restore(wrong), 'a snapshot is a Uint8Array');
  }
  assert.equal(world.restore(new Uint8Array(0)), 'these bytes are not a snapshot of a world');
  const damaged = world.snapshot().slice();
  damaged[99] ^= 4;
  assert.equal(world.restore(damaged), 'the snapshot is damaged, its checksum does not fit');
  assert.equal(world.hash(), hash);
  world.delete();
});
