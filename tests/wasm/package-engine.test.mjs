// The engine as the package offers it: its numbers against closed forms, its refusals, and what it says when WebAssembly does not come.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { buildFile } from './support/engine.mjs';

const { initWith, poseLayout, stateLayout, SceneError, EngineError } = await importWebModulesWithEngine('package/engine.ts');
const bytes = await readFile(buildFile('simd', '.wasm'));
const init = initWith(() => WebAssembly.compile(bytes));
const engine = await init();
const free = (bodies, more = {}) => ({ tumble: 1, gravity: [0, 0, 0], bodies, ...more });
const box = (more = {}) => ({ name: 'box', size: [1, 2, 3], mass: 12, ...more });
const near = (value, wanted, tolerance = 1e-12) => assert.ok(Math.abs(value - wanted) <= tolerance, `${value} is not ${wanted}`);
const sentence = (pattern) => (error) => error instanceof SceneError && pattern.test(error.message);

test('a box falls as Galilei says, and its energy stays', () => {
  const world = engine.createWorld({ tumble: 1, gravity: [0, -10, 0], bodies: [box({ position: [0, 100, 0] })] });
  const before = world.energy().total;
  assert.deepEqual(world.step(60), { taken: 60, problems: [] });
  assert.equal(world.stepCount, 60);
  near(world.time, 1);
  const { position, velocity, momentum, linearEnergy } = world.state('box');
  near(position[1], 95, 1e-9);
  near(velocity[1], -10, 1e-9);
  near(momentum[1], -120, 1e-9);
  near(linearEnergy, 600, 1e-9);
  near(world.energy().total, before, 1e-9);
  world.dispose();
});

test('a push changes velocity by J/m and spin by r × J; body, poses and states agree', () => {
  const world = engine.createWorld(free([box({ position: [1, 0, 0] }), box({ name: 'other', position: [0, 9, 0] })]));
  const { slot, mass, inertia } = world.body('box');
  assert.equal(mass, 12);
  assert.deepEqual(
    [...inertia].sort((a, b) => a - b),
    [5, 10, 13],
  ); // m/12 (a² + b²)
  world.push('box', [0, 0, 6], [1, 1, 0]);
  world.step();
  const { velocity, angularMomentum } = world.state('box');
  near(velocity[2], 0.5);
  near(angularMomentum[0], 6);
  near(world.momentum()[2], 6);
  assert.ok(Math.abs(world.angularMomentum()[1] + 6) < 1e-12); // about the origin: r = (1, 1, 0)
  const states = world.states();
  assert.equal(states[slot * stateLayout.stride + stateLayout.velocity + 2], velocity[2]);
  const target = new Float32Array(world.slotCount * poseLayout.stride);
  assert.equal(world.poses(target), target);
  near(target[slot * poseLayout.stride], 1, 1e-6);
  assert.deepEqual(
    world.bodies.map(({ name }) => name),
    ['box', 'other'],
  );
  world.dispose();
});

test('what leaves a world is a copy; a snapshot brings back the same future; a reset the start', () => {
  const scene = free([box({ angularVelocity: [1, 2, 3] })]);
  const world = engine.createWorld(scene);
  scene.bodies[0].mass = -1; // of ours, not of the world's
  const start = world.hash();
  world.step(10);
  const [poses, past] = [world.poses(), world.snapshot()];
  const kept = [...poses];
  world.step(50);
  const there = world.hash();
  assert.deepEqual([...poses], kept);
  world.push('box', [1, 1, 1]);
  world.step(3);
  world.restore(past);
  assert.equal(world.stepCount, 10);
  world.step(50);
  assert.equal(world.hash(), there);
  world.reset();
  assert.equal(world.hash(), start);
  world.dispose();
});

test('bodies come and go, and a changed scene goes on', () => {
  const world = engine.createWorld(free([box({ velocity: [1, 0, 0] })]));
  const version = world.bodiesVersion;
  world.command({ type: 'addBody', body: box({ name: 'new', position: [0, 5, 0] }) });
  world.step();
  assert.ok(world.bodiesVersion > version);
  const { id } = world.body('new');
  world.command({ type: 'removeBody', body: 'new' });
  world.step();
  assert.throws(() => world.body('new'), sentence(/no body "new"/));
  assert.throws(() => world.state(id), sentence(/no body/));
  world.revise(free([box({ velocity: [1, 0, 0], mass: 3 })]));
  assert.equal(world.body('box').mass, 3);
  near(world.state('box').velocity[0], 1);
  assert.equal(world.stepCount, 2);
  world.dispose();
});

test('what is wrong is one sentence with its place, and nothing has happened', () => {
  const world = engine.createWorld(free([box()]));
  const hash = world.hash();
  assert.throws(() => world.load(free([box({ size: [1, 1, -1] })])), sentence(/^bodies\[0\]\.size\[2\]: -1 is not above 0/));
  assert.throws(() => world.load('{"tumble": 1,'), sentence(/^line 1, column 14: /));
  assert.throws(() => world.load({ tumble: 1, bodies: [() => 0] }), sentence(/^scene: is not plain data/));
  assert.throws(() => world.push('nobody', [1, 0, 0]), sentence(/no body "nobody"/));
  assert.throws(() => world.push('box', [1e12, 0, 0]), sentence(/would change the velocity/));
  assert.throws(() => world.restore(new Uint8Array(9)), sentence(/not a snapshot/));
  assert.throws(() => engine.createWorld({ tumble: 1 }), sentence(/bodies: missing/));
  assert.equal(world.hash(), hash);
  world.dispose();
  world.dispose();
  assert.throws(() => world.step(), EngineError);
});

const answers = {
  '/page': [200, 'text/html', Buffer.from('<!doctype html>')],
  '/gone': [404, 'text/plain', Buffer.from('no')],
  '/good': [200, 'application/wasm', bytes],
};
const server = createServer((request, response) => {
  const [status, type, body] = answers[request.url];
  response.writeHead(status, { 'content-type': type }).end(body);
});
let root = '';
before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

test('init takes an address, a response, bytes, a module, and promises of them; each instance stands alone', async () => {
  const sources = [`${root}/good`, new URL(`${root}/good`), fetch(`${root}/good`), bytes, new Uint8Array(bytes).buffer, engine.module];
  for (const wasm of sources) {
    const world = (await init({ wasm })).createWorld(free([box()]));
    assert.equal(world.step().taken, 1);
  }
});

test('init says what came instead', async () => {
  const says = async (wasm, pattern) =>
    assert.rejects(init({ wasm }), (error) => error instanceof EngineError && pattern.test(error.message), String(pattern));
  await says(
    `${root}/page`,
    /^What came from http:\S+\/page is not WebAssembly: status 200, text\/html, 15 bytes that begin with 3c 21 64 6f /,
  );
  await says(fetch(`${root}/page`), /\/page is not WebAssembly: status 200, text\/html/);
  await says(`${root}/gone`, /could not be fetched from http:\S+\/gone: the server answered 404 Not Found \(text\/plain\)/);
  await says(new Uint8Array([1, 2]), /^What came from the bytes given to init\(\) is not WebAssembly: .*2 bytes that begin with 01 02/);
  await says('no address', /"no address" is not an address/);
  await says(7, /must be an address, a Response, an ArrayBuffer/);
});

test('after a fault of the engine no world of its instance is asked again', async () => {
  const own = await init();
  const [world, other] = [own.createWorld(free([box()])), own.createWorld(free([box()]))];
  const trap = Object.defineProperty({}, 'type', {
    enumerable: true,
    get: () => {
      throw new WebAssembly.RuntimeError('unreachable');
    },
  });
  assert.throws(() => world.command(trap), /^EngineError: The physics engine stopped: /);
  assert.throws(() => other.hash(), EngineError);
  assert.throws(() => own.createWorld(free([box()])), EngineError);
});
