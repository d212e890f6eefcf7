// The host answers the protocol: frames, buffers, refusals, long work and traps, with a fake engine behind it.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';
import { calls, countBuffers, HostClient } from './support/link.mjs';

const { createHost } = await importWebModules('simulation/host.ts');
const open = [];
const connectTo = async (scene, options) => {
  const client = new HostClient(createHost, options);
  open.push(client);
  await client.next('ready');
  if (scene) assert.equal((await client.ask({ type: 'load', scene }, 'loaded')).type, 'loaded');
  return client;
};
beforeEach(() => {
  calls.afterTrap = 0;
});
after(() => open.forEach((client) => client.close()));

const frameTime = 1000 / 60;
const twoBodies = {
  bodies: [
    { x: 0, v: 1 },
    { x: 5, v: 0 },
  ],
};
const position = (frame, slot, set = 1) => frame.poses[(set * frame.slotCount + slot) * 8];

test('a world is described when it is loaded', async () => {
  const client = await connectTo();
  const { info } = await client.ask({ type: 'load', scene: twoBodies }, 'loaded');
  assert.equal(info.slotCount, 2);
  assert.equal(info.stepsPerSecond, 60);
  assert.deepEqual(
    info.bodies.map((body) => body.slot),
    [0, 1],
  );
  assert.equal(info.shapes.length, 24);
});

test('frames step the world and carry two poses', async () => {
  const client = await connectTo(twoBodies);
  const still = await client.frame(0);
  assert.equal(still.step, 0);
  assert.equal(still.playing, false);
  client.send({ type: 'play' });
  let frame = await client.frame(1000);
  assert.equal(frame.step, 1);
  for (let count = 1; count <= 30; count += 1) frame = await client.frame(1000 + count * frameTime, frame.poses);
  assert.ok(Math.abs(frame.step - 31) <= 1);
  assert.ok(Math.abs(position(frame, 0) - frame.step / 60) < 1e-6);
  assert.ok(Math.abs(position(frame, 0, 0) - (frame.step - 1) / 60) < 1e-6);
  assert.equal(position(frame, 1), 5);
  assert.equal(frame.report.bodyCount, 2);
  assert.deepEqual(frame.report.stageMilliseconds, { commands: 1, pairs: 2, collide: 3, prepare: 4, solve: 5, finalize: 6 });
  assert.deepEqual(frame.measures.momentum, [frame.step, frame.step, frame.step]);
});

test('in steady state no buffer is made: two go back and forth', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'play' });
  client.send({ type: 'select', body: 0 });
  let shown = await client.frame(0);
  let spare = (await client.frame(frameTime)).poses;
  const made = await countBuffers(async () => {
    for (let count = 2; count < 300; count += 1) {
      const frame = await client.frame(count * frameTime, spare);
      spare = shown.poses;
      shown = frame;
      assert.equal(frame.poses.length, 32);
    }
  });
  assert.equal(made, 0);
});

test('a returned array of the wrong kind or size is replaced', async () => {
  const client = await connectTo(twoBodies);
  for (const poses of [
    new Float32Array(3),
    new Float32Array(0),
    new Float64Array(64),
    new Float32Array(new SharedArrayBuffer(256)),
    'poses',
    { length: 99 },
    null,
  ]) {
    client.send({ type: 'frame', now: 0, poses });
    assert.equal((await client.next('frame')).poses.length, 32);
  }
});

test('what is too much for a frame is dropped and said', async () => {
  const client = await connectTo(twoBodies, { milliseconds: () => 0 }); // a machine that is fast enough
  client.send({ type: 'play' });
  await client.frame(0);
  const frame = await client.frame(200);
  assert.equal(frame.step, 1 + 4);
  assert.equal(frame.droppedSteps, 12 - 4);
});

test('a slow scene leaves time for the page', async () => {
  let now = 0;
  const client = await connectTo(twoBodies, { milliseconds: () => (now += 7) }); // every look at the clock costs 7 ms, and there are three to a step
  client.send({ type: 'play' });
  await client.frame(0);
  const frame = await client.frame(4 * frameTime + 1);
  assert.equal(frame.step, 1 + 2);
  assert.equal(frame.droppedSteps, 2);
});

test('a gap is not caught up', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'play' });
  await client.frame(0);
  const frame = await client.frame(60_000);
  assert.ok(frame.step <= 2);
  assert.equal(frame.droppedSteps, 0);
});

test('pause keeps the picture, play goes on from it', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'play' });
  await client.frame(0);
  await client.frame(40);
  client.send({ type: 'pause' });
  const paused = await client.frame(100);
  assert.equal(paused.playing, false);
  assert.equal(paused.alpha, 1);
  assert.equal((await client.frame(5000)).step, paused.step);
  client.send({ type: 'play' });
  const resumed = await client.frame(10_000);
  assert.equal(resumed.step, paused.step + 1);
  assert.equal(resumed.alpha, 0);
  assert.equal(position(resumed, 0, 0), position(paused, 0));
});

test('the rate is kept between its limits and survives a load', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'rate', rate: 1000 });
  await client.ask({ type: 'load', scene: twoBodies }, 'loaded');
  client.send({ type: 'play' });
  await client.frame(0);
  const fast = await client.frame(2 * frameTime + 0.01);
  assert.equal(fast.step, 1 + 8);
  assert.equal(fast.droppedSteps, 0);
  client.send({ type: 'rate', rate: Number.NaN });
  assert.equal((await client.frame(4 * frameTime + 0.02)).step, 1 + 16);
});

test('a refused scene leaves the old one running', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'play' });
  await client.frame(0);
  const answer = await client.ask({ type: 'load', scene: { bodies: 'none' } }, 'loaded');
  assert.equal(answer.type, 'refused');
  assert.equal(answer.message, 'bodies: is missing');
  assert.equal((await client.frame(frameTime)).step, 2);
});

test('a command is answered with its step', async () => {
  const client = await connectTo(twoBodies);
  await client.ask({ type: 'step', count: 3 }, 'stepped');
  const push = { type: 'impulse', body: 1, impulse: [60, 0, 0] };
  assert.deepEqual(pick(await client.ask({ type: 'command', command: push }, 'accepted')), { issuedAtStep: 3, step: 3 });
  assert.deepEqual(pick(await client.ask({ type: 'command', command: { ...push, step: 9 } }, 'accepted')), { issuedAtStep: 3, step: 9 });
  assert.deepEqual(pick(await client.ask({ type: 'command', command: { ...push, step: 1 } }, 'accepted')), { issuedAtStep: 3, step: 3 });
  const refused = await client.ask({ type: 'command', command: { type: 'impulse', body: 1, impulse: [Number.NaN, 0, 0] } }, 'accepted');
  assert.equal(refused.type, 'refused');
  await client.ask({ type: 'step', count: 1 }, 'stepped');
  assert.equal(position(await client.frame(0), 1), 5 + 2);
});
const pick = ({ issuedAtStep, step }) => ({ issuedAtStep, step });

test('bodies that come get a slot, and the place of one that went is not swept through', async () => {
  const client = await connectTo(twoBodies);
  const small = (await client.frame(0)).poses;
  await client.ask({ type: 'command', command: { type: 'add', x: 100 } }, 'accepted');
  await client.ask({ type: 'step', count: 1 }, 'changed');
  await client.next('stepped');
  const grown = await client.frame(0, small);
  assert.equal(grown.slotCount, 3);
  assert.equal(grown.poses.length, 48);
  assert.equal(position(grown, 2, 0), 100, 'no older pose: the same as the newer');
  const first = (await client.ask({ type: 'load', scene: twoBodies }, 'loaded')).info.bodies[0];
  client.send({ type: 'command', request: 1, command: { type: 'remove', body: first.id } });
  client.send({ type: 'command', request: 2, command: { type: 'add', x: 50 } });
  client.send({ type: 'step', request: 3, count: 1 });
  const { info } = await client.next('changed');
  assert.equal(info.slotCount, 2);
  const replaced = await client.frame(0);
  assert.equal(position(replaced, 0, 0), 50);
  assert.equal(position(replaced, 0, 1), 50);
  assert.notEqual(info.bodies.find((body) => body.slot === 0).id, first.id);
});

test('the selected body is told, a body that is gone is null', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'select', body: 0 });
  const { state } = await client.frame(0);
  assert.equal(state.id, 0);
  assert.deepEqual(state.orientation, [0, 0, 0, 1]);
  assert.equal(state.velocity[0], 1);
  await client.ask({ type: 'command', command: { type: 'remove', body: 0 } }, 'accepted');
  await client.ask({ type: 'step', count: 1 }, 'stepped');
  assert.equal((await client.frame(0)).state, null);
  client.send({ type: 'select', body: null });
  assert.equal((await client.frame(0)).state, null);
});

test('hashes are the same after a reset, and long work answers frames in between', async () => {
  const client = await connectTo({ ...twoBodies, slow: 2 });
  client.send({ type: 'hashes', request: 5, steps: 60 });
  const during = await client.frame(0);
  assert.ok(during.step > 0 && during.step < 60, `step ${during.step}`);
  const { hashes } = await client.next('hashes');
  assert.equal(hashes.length, 60);
  await client.ask({ type: 'reset' }, 'loaded');
  assert.deepEqual((await client.ask({ type: 'hashes', steps: 60 }, 'hashes')).hashes, hashes);
});

test('a load ends long work, which is then refused', async () => {
  const client = await connectTo({ ...twoBodies, slow: 2 });
  client.send({ type: 'step', request: 7, count: 10_000 });
  client.send({ type: 'load', request: 8, scene: twoBodies });
  assert.equal((await client.next('refused')).request, 7);
  assert.equal((await client.next('loaded')).request, 8);
  assert.equal((await client.frame(0)).step, 0);
});

test('a replay comes to the same hash, commands that name later bodies included', async () => {
  const scene = { bodies: [{ v: 1 }] };
  const client = await connectTo(scene);
  const log = [];
  const command = async (given) => {
    const { issuedAtStep, step } = await client.ask({ type: 'command', command: given }, 'accepted');
    log.push({ command: given, issuedAtStep, step });
  };
  await client.ask({ type: 'step', count: 10 }, 'stepped');
  await command({ type: 'add', x: 3 });
  await command({ type: 'impulse', body: 0, impulse: [2, 0, 0], step: 40 });
  await client.ask({ type: 'step', count: 10 }, 'stepped');
  await command({ type: 'impulse', body: 1, impulse: [5, 0, 0] });
  const { hash } = await client.ask({ type: 'step', count: 30 }, 'stepped');
  await client.ask({ type: 'load', scene, log }, 'loaded');
  const replayed = await client.ask({ type: 'seek', step: 50 }, 'stepped');
  assert.equal(replayed.step, 50);
  assert.equal(replayed.hash, hash);
});

test('a long seek tells how far it is, shows where it departed, and a later one ends it where it stands', async () => {
  // Node handles a thousand messages of one port before it turns to another: short slices, so that these come soon.
  const client = await connectTo({ bodies: [{ v: 1 }], slow: 0.2 }, { sliceBudget: 0 });
  const far = 60_000;
  client.send({ type: 'seek', request: 5, step: far });
  const progress = await client.next('progress');
  assert.ok(progress.request === 5 && progress.target === far && progress.step > 0 && progress.step < far / 2);
  const frame = await client.frame(0);
  assert.deepEqual([frame.step, frame.poses[8]], [0, 0], 'the picture is that of the departure');
  client.send({ type: 'command', request: 6, command: { type: 'impulse', body: 0, impulse: [1, 0, 0] } });
  assert.match((await client.next('refused')).message, /on its way to another step/);
  client.send({ type: 'seek', request: 7, step: 2 });
  const halted = await client.next('stepped');
  assert.ok(halted.request === 5 && halted.step > 0 && halted.step < far);
  assert.equal((await client.next('stepped')).step, 2);
  client.send({ type: 'seek', request: 8, step: far });
  client.send({ type: 'halt' });
  assert.ok((await client.next('stepped')).step < far);
  await client.ask({ type: 'command', command: { type: 'impulse', body: 0, impulse: [1, 0, 0] } }, 'accepted');
});

test('steps that cannot be taken pause the simulation and are reported', async () => {
  const client = await connectTo(twoBodies);
  client.send({ type: 'play' });
  await client.frame(0);
  await client.ask({ type: 'command', command: { type: 'overload' } }, 'accepted');
  const frame = await client.frame(frameTime);
  assert.equal(frame.playing, false);
  assert.equal(frame.report.flags, 8);
  assert.equal(frame.step, 1);
  assert.equal((await client.ask({ type: 'step', count: 5 }, 'stepped')).step, 1, 'and asking again does not hang');
});

test('after a trap the host says so once and never calls the engine again', async () => {
  const client = await connectTo(twoBodies);
  await client.ask({ type: 'step', count: 4 }, 'stepped');
  await client.ask({ type: 'command', command: { type: 'trap' } }, 'accepted');
  client.send({ type: 'step', request: 1, count: 1 });
  const { message } = await client.next('failed');
  assert.equal(message, 'The physics engine stopped after step 4: it met a fault of its own.');
  for (const type of ['play', 'pause', 'reset', 'hashes', 'load', 'command', 'select', 'replay', 'step', 'dispose']) {
    client.send({ type, request: 2, steps: 1, count: 1, scene: twoBodies, command: { type: 'add' }, body: 0, log: [], step: 9 });
  }
  client.send({ type: 'frame', now: 0, poses: null });
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(calls.afterTrap, 0);
});

test('messages of the wrong shape do no harm', async () => {
  const client = await connectTo(twoBodies);
  const wrong = [
    null,
    7,
    'play',
    {},
    { type: 'nonsense' },
    { type: 'rate', rate: {} },
    { type: 'select', body: 'one' },
    { type: 'step', request: 1, count: -1 },
    { type: 'step', request: 1, count: 1e9 },
    { type: 'hashes', request: 1, steps: 0.5 },
    { type: 'replay', request: 1, log: 5, step: 3 },
    { type: 'replay', request: 1, log: [null], step: 3 },
    { type: 'command', request: 1 },
    { type: 'command', request: 1, command: null },
  ];
  for (const message of wrong) client.send(message);
  assert.equal((await client.frame(0)).slotCount, 2);
});
