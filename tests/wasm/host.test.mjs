// Client and host with the engine as it ships between them: playing, pushing, dying and coming back, growing memory.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { until } from '../web/support/link.mjs';
import { box, buildFile, floor, heap, scene } from './support/engine.mjs';

let web;
let compiled;
const open = [];
before(async () => {
  web = await importWebModulesWithEngine('simulation/client.ts', 'simulation/host.ts', 'simulation/load-engine.ts');
  compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
});
after(() => open.forEach((simulation) => simulation.dispose()));

async function start() {
  const { connect, kill } = engineConnections(web, compiled);
  const simulation = await web.Simulation.start({ connect });
  open.push(simulation);
  return { simulation, kill: () => kill('it was killed') };
}

// Plays until a step, as a page does, with something to do at each frame.
async function play(simulation, step, eachFrame = () => {}) {
  simulation.play();
  let now = performance.now();
  let last = -1;
  await until(
    () => {
      const { frame } = simulation;
      while (frame && last < frame.step) eachFrame(++last); // on a busy machine frames skip steps
      simulation.requestFrame((now += 1000 / 60));
      return last >= step;
    },
    `step ${step}`,
    20_000,
  );
  simulation.pause();
}

test('a session of pushes and drags comes back to the same bits after a death', async () => {
  const { simulation, kill } = await start();
  await simulation.load(heap(30));
  const asked = [];
  await play(simulation, 120, (step) => {
    if (step % 10 === 3) asked.push(simulation.push({ body: 1 + (step % 29), impulse: [300, 500, -100], point: [0, 1, 0] }));
    if (step > 40 && step < 80)
      asked.push(simulation.command({ type: 'drag', body: 5, pointer: 0, point: [0, 1, 0], target: [0, 2 + step / 40, 1] }));
    if (step >= 80 && step < 82) asked.push(simulation.command({ type: 'release', pointer: 0 }));
    if (step === 90) asked.push(simulation.command({ type: 'addBody', body: box({ position: [0, 9, 0] }) }));
  });
  const answers = await Promise.allSettled(asked);
  assert.ok(
    answers.filter((answer) => answer.status === 'fulfilled').length > 30,
    JSON.stringify(answers.find((answer) => answer.status === 'rejected')?.reason?.message),
  );
  const { step, hash } = await simulation.step(0);
  assert.equal(simulation.info.bodies.length, 32);
  await new Promise((resolve) => {
    simulation.onFailed(resolve);
    kill();
  });
  assert.deepEqual(await simulation.step(0), { step, hash });
  assert.equal(simulation.info.bodies.length, 32);
  // The same again from the log alone.
  const log = [...simulation.log];
  assert.deepEqual(await simulation.open({ scene: heap(30), log, step }), { step, hash });
});

test('a scene changed twice while it runs comes back to the same bits: after a death, from the log, and back in time', async () => {
  const { simulation, kill } = await start();
  const first = heap(20);
  const bodies = first.bodies.map((body, index) => ({ ...body, name: `body ${index}` }));
  await simulation.load({ ...first, bodies });
  await simulation.step(60);
  const { hash: then } = await simulation.step(0);
  const heavier = {
    ...first,
    bodies: bodies.toSpliced(5, 1).map((body, index) => (index === 8 ? { ...body, mass: 50 } : body)),
    gravity: [1, -5, 0],
  };
  const selected = simulation.info.bodies[9].id;
  await simulation.step(20);
  await simulation.revise(heavier);
  assert.equal(simulation.info.bodies.length, bodies.length - 1);
  const same = simulation.info.bodies[8];
  assert.deepEqual([same.id, same.name, same.entry, same.mass], [selected, 'body 9', 8, 50]);
  await simulation.push({ body: selected, impulse: [0, 300, 0] });
  await simulation.step(20);
  const more = { ...heavier, bodies: [...heavier.bodies, box({ name: 'late', position: [0, 30, 0] })] };
  await simulation.revise(more);
  const { step, hash } = await simulation.step(30);
  await new Promise((resolve) => {
    simulation.onFailed(resolve);
    kill();
  });
  assert.deepEqual(await simulation.step(0), { step, hash });
  assert.equal(simulation.info.bodies.length, bodies.length);
  const log = [...simulation.log];
  assert.deepEqual(await simulation.open({ scene: { ...first, bodies }, log, step }), { step, hash });
  assert.equal(simulation.scene.bodies.length, more.bodies.length);
  // Behind both changes, between them, and before them: there the past is as it was.
  assert.equal((await simulation.seek(120)).step, 120);
  assert.deepEqual(await simulation.step(step - 120), { step, hash });
  await simulation.seek(90);
  assert.equal(simulation.info.bodies.find(({ id }) => id === selected)?.name, 'body 9');
  assert.equal((await simulation.seek(60)).hash, then);
  assert.equal(simulation.info.bodies.length, bodies.length);
  assert.equal(simulation.scene.bodies.length, bodies.length);
  assert.deepEqual(await simulation.seek(step), { step, hash });
  assert.equal(simulation.info.bodies.at(-1).name, 'late');
  await simulation.reset();
  assert.deepEqual(
    simulation.info.bodies.map(({ id }) => id),
    [...more.bodies.keys()],
  );
});

// The memory of the next instance that is made.
async function watchMemory(work) {
  const { instantiate } = WebAssembly;
  let memory = null;
  WebAssembly.instantiate = async (...values) => {
    const instance = await instantiate.apply(WebAssembly, values);
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    return instance;
  };
  try {
    return [await work(), () => memory.buffer.byteLength];
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test('memory that grows in the middle of a session is not noticed', async () => {
  const [{ simulation }, memorySize] = await watchMemory(start);
  const before = memorySize();
  await simulation.load(scene([floor], { gravity: [0, 0, 0], collisions: false }));
  const shapes = Array.from({ length: 64 }, (_, tooth) => ({ type: 'box', size: [0.1, 0.1, 0.1], position: [0, tooth * 0.2, 0] }));
  let changes = 0;
  simulation.onChanged((info) => {
    changes += 1;
    assert.equal(info.shapes.length % 12, 0);
    assert.ok(info.shapes.every(Number.isFinite));
  });
  let rounds = 0;
  for (; rounds < 100 && memorySize() === before; rounds += 1) {
    const asked = Array.from({ length: 100 }, (_, index) =>
      simulation.command({ type: 'addBody', body: { position: [rounds, 0, index], velocity: [1, 0, 0], shapes } }),
    );
    await Promise.all(asked);
    await play(simulation, (simulation.frame?.step ?? 0) + 2);
    const { frame } = simulation;
    assert.equal(frame.slotCount, 1 + (rounds + 1) * 100);
    assert.ok(frame.poses.length >= 16 * frame.slotCount);
    assert.ok(frame.poses.every(Number.isFinite));
  }
  assert.ok(memorySize() > before, 'memory did not grow');
  assert.ok(changes >= rounds);
});

test('the hashes of the host are those of the engine alone', async () => {
  const [{ simulation }, { simulation: other }] = [await start(), await start()];
  await Promise.all([simulation.load(heap(20)), other.load(heap(25))]);
  const engine = await web.instantiateEngine(compiled);
  const world = new engine.World();
  assert.equal(world.load(heap(20)), '');
  const expected = Array.from({ length: 60 }, () => {
    world.step();
    return world.hash();
  });
  world.delete();
  const [hashes] = await Promise.all([simulation.hashes(60), other.hashes(60)]);
  assert.deepEqual(hashes, expected);
});

test('frames tell numbers that belong together', async () => {
  const { simulation } = await start();
  await simulation.load(scene([box({ mass: 2, velocity: [3, 0, 0], angularVelocity: [0, 1, 0] })], { gravity: [0, 0, 0] }));
  simulation.select(0);
  await play(simulation, 30);
  const { state, measures, step, report, poses, slotCount } = simulation.frame;
  assert.equal(state.step, step);
  assert.ok(Math.abs(state.momentum[0] - 6) < 1e-12);
  assert.ok(Math.abs(state.linearEnergy - 9) < 1e-12);
  assert.ok(Math.abs(state.angularMomentum[1] - 2 / 6) < 1e-12);
  assert.deepEqual(measures.momentum, state.momentum);
  assert.equal(report.bodyCount, 1);
  assert.ok(Math.abs(poses[slotCount * 8] - state.position[0]) < 1e-5);
  assert.ok(Math.abs(state.position[0] - (3 * step) / 60) < 1e-9);
});

test('a body whose scheme keeps a matrix brings it along, with the one of the step before', async () => {
  const { simulation } = await start();
  const spin = { mass: 1, angularVelocity: [0, 0, 1] };
  const bodies = [box({ ...spin, position: [3, 0, 0] }), box({ ...spin, motion: 'explicitEuler' })];
  await simulation.load(scene(bodies, { gravity: [0, 0, 0], stepsPerSecond: 10 }));
  const matrices = async () => {
    const shown = new Promise((resolve) => simulation.onFrame(resolve));
    simulation.requestFrame(0);
    return (await shown).matrices;
  };
  const close = (actual, expected) =>
    assert.ok(
      expected.every((part, index) => Math.abs(actual[index] - part) < 1e-6),
      `${actual}`,
    );
  const still = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const stepped = [1, -0.1, 0, 0.1, 1, 0, 0, 0, 1]; // 1 + h w~
  close(await matrices(), [1, ...still, ...still]);
  await simulation.step(1);
  close(await matrices(), [1, ...still, ...stepped]);
  await simulation.load(scene([box(spin)]));
  assert.equal(await matrices(), null);
});

test('time goes back through a dense run: the same bits, also past bodies that came and went', async () => {
  const { simulation } = await start();
  await simulation.load(heap(20));
  await simulation.command({ type: 'removeBody', body: 3, step: 25 });
  await simulation.command({ type: 'addBody', body: box({ position: [0, 6, 0] }), step: 50 });
  const hashes = [];
  for (let step = 1; step <= 100; step += 1) hashes[step] = (await simulation.step(1)).hash;
  for (const step of [99, 70, 49, 24, 26, 90].sort((a, b) => b - a))
    assert.deepEqual(await simulation.seek(step), { step, hash: hashes[step] });
  await simulation.seek(0);
  assert.equal((await simulation.step(100)).hash, hashes[100]);
});
