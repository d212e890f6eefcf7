// The client: refusals, events, and coming back after its host dies, with a fake engine behind a real host.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';
import { calls, connections, countBuffers, until } from './support/link.mjs';

const { Simulation, SceneError, EngineError, createHost } = await importWebModules('simulation/client.ts', 'simulation/host.ts');

const scene = {
  bodies: [
    { x: 0, v: 1 },
    { x: 5, v: 0 },
  ],
};
const trap = { type: 'trap' };
let simulation = null;
let hosts = null;
let liveBefore = 0;

async function start(options) {
  hosts = connections(createHost, options);
  simulation = await Simulation.start({ connect: hosts.connect, silenceLimit: 100 });
  return simulation;
}

beforeEach(() => {
  calls.afterTrap = 0;
  liveBefore = calls.live;
});
afterEach(() => simulation?.dispose());

const failureOf = (subject) =>
  new Promise((resolve) => {
    subject.onFailed(resolve);
  });
// Draws frames like a page, until something happens.
async function draw(subject, condition, what) {
  let now = 0;
  await until(() => {
    subject.requestFrame((now += 1000 / 60));
    return condition();
  }, what);
}

test('load resolves with the world, and says so to listeners', async () => {
  await start();
  let changed = null;
  simulation.onChanged((info) => {
    changed = info;
  });
  const info = await simulation.load(scene);
  assert.equal(info.bodies.length, 2);
  assert.equal(changed, info);
  assert.equal(simulation.info, info);
  assert.equal(simulation.where, 'worker');
});

test('a bad scene rejects with its sentence, and the old one goes on', async () => {
  await start();
  await simulation.load(scene);
  await assert.rejects(simulation.load({}), (error) => error instanceof SceneError && error.message === 'bodies: is missing');
  await assert.rejects(simulation.load({ bodies: () => {} }), SceneError);
  assert.equal((await simulation.step(2)).step, 2);
});

test('a push goes the way of all commands, and the log holds what was accepted', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(3);
  assert.equal(await simulation.push({ body: 1, impulse: [2, 0, 0], point: [5, 0, 0] }), 3);
  await assert.rejects(simulation.push({ body: 1, impulse: [Infinity, 0, 0] }), SceneError);
  await assert.rejects(simulation.command({ type: 'explode' }), SceneError);
  assert.deepEqual(simulation.log, [
    { issuedAtStep: 3, step: 3, command: { type: 'impulse', body: 1, impulse: [2, 0, 0], point: [5, 0, 0] } },
  ]);
  await simulation.reset();
  assert.deepEqual(simulation.log, []);
});

test('the log replays to the same hash', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(3);
  await simulation.push({ body: 1, impulse: [2, 0, 0] });
  const { hash } = await simulation.step(20);
  const log = [...simulation.log];
  await simulation.reset();
  assert.deepEqual(await simulation.open({ scene, log, step: 23 }), { step: 23, hash });
  assert.deepEqual(simulation.log, log);
});

test('frames arrive one at a time and make no buffers in steady state', async () => {
  await start();
  await simulation.load(scene);
  simulation.play();
  let frames = 0;
  simulation.onFrame((frame) => {
    frames += 1;
    assert.equal(frame.poses.length, 32);
  });
  assert.equal(simulation.requestFrame(0), true);
  assert.equal(simulation.requestFrame(1), false, 'one is on its way');
  await draw(simulation, () => frames >= 4, 'four frames');
  assert.equal(await countBuffers(() => draw(simulation, () => frames >= 60, 'sixty frames')), 0);
});

test('an unsubscribed listener hears nothing more', async () => {
  await start();
  await simulation.load(scene);
  let heard = 0;
  const stop = simulation.onFrame(() => {
    heard += 1;
  });
  await draw(simulation, () => heard === 1, 'a frame');
  stop();
  let others = 0;
  simulation.onFrame(() => {
    others += 1;
  });
  await draw(simulation, () => others === 2, 'two frames');
  assert.equal(heard, 1);
});

test('after a trap it comes back to the same step and the same hash', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(10);
  await simulation.push({ body: 1, impulse: [2, 0, 0] });
  const { hash } = await simulation.step(30);
  const failure = failureOf(simulation);
  hosts.latest.die('it was killed');
  const { recovered, step, message } = await failure;
  assert.equal(recovered, true);
  assert.equal(step, 40);
  assert.equal(message, 'The physics engine stopped: it was killed; it was started again and is back at step 40. It is paused.');
  assert.equal((await simulation.step(0)).hash, hash);
  assert.equal(simulation.log.length, 1);
  assert.equal(hosts.made.length, 2);
  assert.equal(hosts.made[0].closed, true);
});

test('a trap that comes back stops just before it, without the command that killed', async () => {
  await start();
  await simulation.load(scene);
  simulation.setRate(2);
  simulation.select(1);
  simulation.play();
  await draw(simulation, () => simulation.frame?.step > 5, 'playing');
  let failures = 0;
  simulation.onFailed(() => {
    failures += 1;
  });
  const first = failureOf(simulation);
  const { step } = simulation.frame;
  simulation.command({ ...trap, step: step + 20 });
  await draw(simulation, () => failures >= 1, 'the first death');
  assert.equal((await first).recovered, true);
  await draw(simulation, () => failures >= 2, 'the second death: the log still held the trap');
  await draw(simulation, () => simulation.frame && !simulation.frame.playing, 'a pause');
  assert.deepEqual(simulation.log, []);
  assert.equal(simulation.frame.state.id, 1, 'the selection is kept');
  assert.ok(simulation.frame.step >= step && simulation.frame.step <= step + 20);
  simulation.play();
  await draw(simulation, () => simulation.frame?.step > step + 40, 'going on past the place');
  assert.equal(failures, 2);
  assert.equal(calls.afterTrap, 0);
});

test('questions under way are refused when the host dies, and later ones wait for the new host', async () => {
  await start();
  await simulation.load(scene);
  const failure = failureOf(simulation);
  const hashes = simulation.hashes(100_000);
  hosts.latest.die('it was killed');
  const stepped = simulation.step(1);
  await assert.rejects(hashes, EngineError);
  assert.equal((await stepped).step, 1);
  assert.equal((await failure).recovered, true);
});

test('silence is death: an endless step is ended from outside, and it waits paused', async () => {
  await start();
  await simulation.load(scene);
  simulation.play();
  await draw(simulation, () => simulation.frame?.step > 3, 'playing');
  const failure = failureOf(simulation);
  hosts.latest.mute();
  await draw(simulation, () => hosts.made.length === 2, 'a new host');
  const { message, recovered } = await failure;
  assert.equal(recovered, true);
  assert.match(message, /^The physics engine did not answer for 0.1 s; it was started again and is back at step \d+\. It is paused\.$/);
  await draw(simulation, () => simulation.frame && !simulation.frame.playing, 'a pause');
});

test('a scene that never loads is given up', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(5);
  hosts.latest.mute();
  const asked = performance.now();
  await assert.rejects(simulation.load({ bodies: [] }), { name: 'EngineError', message: 'The physics engine did not answer for 0.3 s.' });
  assert.ok(performance.now() - asked > 250, 'a load may take longer than a frame');
  assert.equal((await simulation.step(0)).step, 5, 'the scene before is back');
});

test('a host in the page is not watched: its silence is that of the page', async () => {
  await start({ where: 'page' });
  await simulation.load(scene);
  hosts.latest.mute();
  simulation.requestFrame(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(hosts.made.length, 1);
});

test('far from the beginning it comes back by a snapshot, to the same hash', async () => {
  await start();
  await simulation.load(scene);
  await simulation.push({ body: 0, impulse: [3, 0, 0] });
  await simulation.step(3000);
  await simulation.push({ body: 0, impulse: [5, 0, 0] });
  await simulation.step(10);
  const expected = await simulation.hashes(5);
  await simulation.seek(3010);
  const failure = failureOf(simulation);
  hosts.latest.die('it was killed');
  const { message, step, recovered } = await failure;
  assert.equal(recovered, true);
  assert.equal(step, 3010);
  assert.match(message, /back at step 3010/);
  assert.deepEqual(await simulation.hashes(5), expected);
});

test('time goes back: step by step, and to any step, with what was done until then', async () => {
  await start();
  const info = await simulation.load(scene);
  assert.equal((await simulation.seek(0)).step, 0);
  const hashes = [];
  for (let step = 1; step <= 100; step += 1) {
    if (step === 40) await simulation.push({ body: info.bodies[0].id, impulse: [7, 0, 0] });
    hashes[step] = (await simulation.step(1)).hash;
  }
  for (const step of [99, 98, 97, 61, 60, 59, 41, 40, 39, 20]) {
    const stepped = await simulation.seek(step);
    assert.deepEqual(stepped, { step, hash: hashes[step] });
  }
  // The push of step 40 comes again, played or passed over.
  assert.equal(simulation.log.length, 1);
  assert.equal((await simulation.step(80)).hash, hashes[100]);
  await simulation.seek(10);
  assert.deepEqual(await simulation.seek(100), { step: 100, hash: hashes[100] });
  // Until something is done before it: from there the run takes another course.
  await simulation.seek(20);
  await simulation.push({ body: info.bodies[0].id, impulse: [1, 0, 0] });
  assert.equal(simulation.log.length, 1);
  assert.deepEqual([simulation.run.step, simulation.run.end], [20, 20]);
  assert.notEqual((await simulation.step(80)).hash, hashes[100]);
  assert.equal(await simulation.undo(), true);
  assert.deepEqual([simulation.run.step, simulation.run.end, simulation.log[0].issuedAtStep], [20, 100, 39]);
  assert.deepEqual(await simulation.seek(100), { step: 100, hash: hashes[100] });
});

test('too far from the beginning, and too large for snapshots, it starts again at step 0', async () => {
  await start();
  await simulation.load({ ...scene, large: true });
  await simulation.step(3001);
  const failure = failureOf(simulation);
  hosts.latest.die('it was killed');
  const { message, step } = await failure;
  assert.equal(step, 0);
  assert.match(message, /it was started again from step 0, because it had come too far to run up to step 3001 again/);
});

test('what cannot be recovered says so, and the next load starts anew', async () => {
  await start();
  await assert.rejects(simulation.load({ ...scene, trapAtLoad: true }), EngineError);
  await simulation.load(scene);
  const failure = failureOf(simulation);
  const { connect } = hosts;
  const broken = await Simulation.start({
    connect: async () => {
      if (hosts.made.length > 4) throw new Error('no more');
      return connect();
    },
  });
  broken.dispose();
  hosts.latest.die('nothing');
  hosts.made[1].die('it was killed');
  assert.equal((await failure).recovered, true);
});

test('when no host can be started any more, it says so once', async () => {
  hosts = connections(createHost);
  let allowed = true;
  simulation = await Simulation.start({
    connect: async () => {
      if (!allowed) throw new Error('no');
      return hosts.connect();
    },
  });
  await simulation.load(scene);
  const failure = failureOf(simulation);
  allowed = false;
  hosts.latest.die('it was killed');
  const { recovered, message } = await failure;
  assert.equal(recovered, false);
  assert.equal(message, 'The physics engine stopped: it was killed and could not be started again with this scene.');
  await assert.rejects(simulation.step(1), /load a scene to start it again/);
  allowed = true;
  assert.equal((await simulation.load(scene)).slotCount, 2);
});

test('dispose may be called twice, leaves nothing alive and refuses what comes after', async () => {
  await start();
  await simulation.load(scene);
  const pending = simulation.hashes(100_000);
  simulation.dispose();
  simulation.dispose();
  await assert.rejects(pending, /was closed/);
  await assert.rejects(simulation.load(scene), /was closed/);
  assert.equal(simulation.requestFrame(0), false);
  assert.equal(calls.live, liveBefore);
  assert.equal(simulation.where, null);
});

test('dispose during a recovery leaves no host behind', async () => {
  await start();
  await simulation.load(scene);
  hosts.latest.die('it was killed');
  simulation.dispose();
  await until(() => hosts.made.every((connection) => connection.closed), 'all closed');
  assert.equal(calls.live, liveBefore);
});

// ---- a scene that changes while it runs ----

const pulled = { ...scene, pull: 60 };

test('a changed scene goes on from where it is, and a reset goes to its start', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(30);
  const { hash: plain } = await simulation.step(0);
  let told = 0;
  simulation.onChanged(() => {
    told += 1;
    assert.equal(simulation.scene, pulled);
  });
  await simulation.revise(pulled);
  assert.equal(simulation.scene, pulled);
  assert.equal((await simulation.step(0)).step, 30);
  assert.equal((await simulation.step(0)).hash, plain); // the pull acts from now on
  assert.equal(told, 1);
  const { hash } = await simulation.step(10);
  await simulation.reset();
  const fresh = await simulation.step(40);
  assert.equal(fresh.step, 40);
  assert.notEqual(fresh.hash, hash);
});

test('a changed scene that is refused changes nothing', async () => {
  await start();
  await simulation.load(scene);
  const { hash } = await simulation.step(5);
  await assert.rejects(simulation.revise({}), (error) => error instanceof SceneError && error.message === 'bodies: is missing');
  assert.equal(simulation.scene, scene);
  assert.deepEqual(await simulation.step(0), { step: 5, hash });
  assert.equal(simulation.log.length, 0);
});

test('changes that come faster than they are answered are each made against the one before', async () => {
  await start();
  await simulation.load({
    bodies: [
      { name: 'a', v: 1 },
      { name: 'b', v: 2 },
    ],
  });
  await simulation.step(10);
  const last = {
    bodies: [
      { name: 'b', v: 2 },
      { name: 'a', v: 1 },
    ],
  };
  await Promise.all([simulation.revise({ bodies: [{ name: 'b', v: 2 }] }), simulation.revise(last)]);
  assert.deepEqual(
    simulation.log.map(({ command }) => command.kept),
    [
      [1, 15],
      [0, 15, -1, 15],
    ],
  );
});

test('steps of another length: the run goes on where it is, and so does its time', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(30);
  await simulation.revise({ ...scene, stepsPerSecond: 30 });
  assert.equal((await simulation.step(15)).step, 45);
  assert.deepEqual([0, 30, 45].map(simulation.secondsAt), [0, 0.5, 1]);
  assert.deepEqual([0.25, 0.5, 1].map(simulation.stepAt), [15, 30, 45]);
  assert.equal(simulation.info.stepsPerSecond, 30);
  await simulation.seek(15);
  assert.equal(simulation.info.stepsPerSecond, 60);
  assert.equal(simulation.secondsAt(45), 1, 'the edit lies ahead');
  await simulation.undo();
  assert.deepEqual([simulation.run.step, simulation.secondsAt(45)], [30, 0.75]);
});

test('an edit belongs to its step, like a push: before it the past is as it was, and played on it comes again', async () => {
  await start();
  await simulation.load(scene);
  const { hash: then } = await simulation.step(40);
  await simulation.step(10);
  await simulation.revise(pulled);
  const { hash: edited } = await simulation.stand();
  const { hash: end } = await simulation.step(10);
  assert.deepEqual(await simulation.seek(40), { step: 40, hash: then });
  assert.equal(simulation.scene, scene);
  assert.deepEqual(await simulation.step(10), { step: 50, hash: edited });
  assert.equal(simulation.scene, pulled);
  assert.deepEqual(await simulation.step(10), { step: 60, hash: end });
  assert.deepEqual(await simulation.seek(50), { step: 50, hash: edited });
  assert.deepEqual(await simulation.seek(60), { step: 60, hash: end });
  // Undone: the body is where it was before the edit; redone: where it was after it.
  await simulation.undo();
  assert.deepEqual([simulation.scene, simulation.run.step], [scene, 50]);
  assert.equal((await simulation.stand()).hash, (await simulation.open({ scene, log: [], step: 50 })).hash);
  await simulation.undo();
  await simulation.redo();
  assert.equal(await simulation.undo(), true);
});

test('after a death the changes come again', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(20);
  await simulation.revise(pulled);
  const { hash } = await simulation.step(20);
  const failed = failureOf(simulation);
  hosts.latest.die('it was killed');
  assert.equal((await failed).recovered, true);
  assert.deepEqual(await simulation.step(0), { step: 40, hash });
  assert.equal(simulation.scene, pulled);
  const log = [...simulation.log];
  assert.deepEqual(await simulation.open({ scene, log, step: 40 }), { step: 40, hash });
  assert.equal(simulation.scene.pull, 60);
});
