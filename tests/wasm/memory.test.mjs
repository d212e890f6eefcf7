// Memory: it grows while a world runs, views are fetched anew, worlds come and go without a trace.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floor, give, heap, instantiate, load, run, scene } from './support/engine.mjs';

const pageBytes = 65536;
const pages = (memory) => memory.buffer.byteLength / pageBytes;

// Bodies of many shapes that pass through each other: large, and quick to step.
const comb = (index) => ({
  position: [(index % 100) * 3, 0, Math.floor(index / 100) * 3],
  velocity: [1, 0, 0],
  shapes: Array.from({ length: 64 }, (_, tooth) => ({ type: 'box', size: [0.1, 0.1, 0.1], position: [0, tooth * 0.2, 0] })),
});
const combs = (count) =>
  scene(
    Array.from({ length: count }, (_, index) => comb(index)),
    { gravity: [0, 0, 0], collisions: false },
  );

// Adds combs up to `count`, a hundred a step.
function addCombs(world, from, until) {
  let count = from;
  while (!until(count)) {
    for (let added = 0; added < 100; added += 1, count += 1) give(world, { type: 'addBody', body: comb(count) });
    run(world, 1);
  }
  return count;
}

test('bodies added until memory grows: old views die, new ones are right, the motion is that of a world that never grew', async () => {
  const { World, memory } = await instantiate();
  const world = load(new World(), combs(100));
  const before = pages(memory);
  const view = world.poses();
  assert.equal(view.length, 100 * 8);
  const count = addCombs(world, 100, (present) => pages(memory) > before || present >= 10_000);
  assert.ok(pages(memory) > before, `memory did not grow with ${count} bodies`);
  assert.equal(view.length, 0, 'the old view is detached');
  const poses = world.poses();
  assert.equal(poses.length, count * 8);
  assert.ok(poses.every(Number.isFinite));
  assert.ok(Math.abs(poses[0] - world.stepCount / 60) < 1e-4);

  // The same again in a memory that is large already.
  const roomy = await instantiate();
  const again = new roomy.World();
  run(load(again, combs(500)), 1);
  addCombs(again, 500, (present) => present >= 2 * count);
  const large = pages(roomy.memory);
  load(again, combs(100));
  addCombs(again, 100, (present) => present === count);
  assert.equal(pages(roomy.memory), large);
  assert.equal(again.hash(), world.hash());
});

test('200 worlds made and deleted leave no slope', async () => {
  const { World, memory } = await instantiate();
  const cycle = () => {
    const world = load(new World(), heap(50));
    run(world, 3);
    world.poses();
    world.delete();
  };
  for (let warmUp = 0; warmUp < 20; warmUp += 1) cycle();
  const before = pages(memory);
  for (let count = 0; count < 200; count += 1) cycle();
  assert.equal(pages(memory), before);
});

test('one world loads 200 scenes, large and small, without a slope', async () => {
  const { World, memory } = await instantiate();
  const world = new World();
  const scenes = [heap(200), scene([floor]), heap(20), scene([])];
  for (let warmUp = 0; warmUp < 20; warmUp += 1) run(load(world, scenes[warmUp % 4]), 2);
  const before = pages(memory);
  for (let count = 0; count < 200; count += 1) run(load(world, scenes[count % 4]), 2);
  assert.equal(pages(memory), before);
  world.delete();
});

test('refused scenes and commands leave no slope', async () => {
  const { World, memory } = await instantiate();
  const world = load(new World(), heap(20));
  const bad = heap(500);
  bad.bodies.at(-1).size = [1, 1, Number.NaN];
  const refuse = () => {
    assert.notEqual(world.load(bad), '');
    for (let count = 0; count < 20; count += 1) assert.notEqual(world.command({ type: 'impulse', body: 1, impulse: 'x'.repeat(1000) }), '');
  };
  for (let warmUp = 0; warmUp < 10; warmUp += 1) refuse();
  const before = pages(memory);
  for (let count = 0; count < 100; count += 1) refuse();
  assert.equal(pages(memory), before);
  world.delete();
});

test('a long run does not grow', async () => {
  const { World, memory } = await instantiate();
  const world = load(new World(), heap(100));
  for (let step = 0; step < 300; step += 1) {
    world.step();
    world.poses();
    world.contacts();
    world.bodyInfo(1);
  }
  const before = pages(memory);
  for (let step = 0; step < 600; step += 1) {
    world.step();
    world.poses();
    world.contacts();
    world.bodyInfo(1);
    world.hash();
  }
  assert.equal(pages(memory), before);
  world.delete();
});

test('a deleted world answers nothing any more', async () => {
  const { World } = await instantiate();
  const world = load(new World(), heap(5));
  const other = load(new World(), heap(5));
  world.delete();
  for (const call of [
    () => world.step(),
    () => world.poses(),
    () => world.hash(),
    () => world.load(heap(1)),
    () => world.stepCount,
    () => world.delete(),
  ]) {
    assert.throws(call, { message: 'This World was deleted.' });
  }
  assert.equal(run(other, 10).stepCount, 10, 'its neighbour lives on');
  other.delete();
});
