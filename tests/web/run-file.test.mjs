// A run as a file: what is written comes back to the same step and hash, also after edits; what is no run is refused with its place.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { readRun as readRunOfReplayer } from '../replay/run-file.mjs';
import { importWebModules } from './support/bundle.mjs';
import { connections, until } from './support/link.mjs';

const { Simulation, SceneError, createHost, recordRun, writeRun, readRun, replayRun, openRun } = await importWebModules(
  'simulation/client.ts',
  'simulation/host.ts',
  'simulation/run-file.ts',
  'app/run-opener.ts',
);

const scene = {
  bodies: [
    { x: 0, v: 1 },
    { x: 5, v: 0 },
  ],
};
const hash = '0123456789abcdef';
const entry = { issuedAtStep: 3, step: 5, command: { type: 'impulse', body: 1, impulse: [0, 1, 0] } };
let open = [];

async function start() {
  const simulation = await Simulation.start({ connect: connections(createHost).connect, silenceLimit: 1000 });
  open.push(simulation);
  return simulation;
}

afterEach(() => {
  for (const simulation of open) simulation.dispose();
  open = [];
});

async function madeRun() {
  const simulation = await start();
  await simulation.load(scene);
  await simulation.step(4);
  await simulation.push({ body: 1, impulse: [2, 0, 0] });
  await simulation.step(10);
  await simulation.revise({
    bodies: [
      { x: 0, v: 1 },
      { x: 5, v: 3 },
    ],
  });
  await simulation.step(6);
  await simulation.push({ body: 0, impulse: [-1, 0, 0] }); // it waits for the next step
  return simulation;
}

test('a run with pushes and edits comes back to its step, from the scene as it was loaded', async () => {
  const simulation = await madeRun();
  const run = await recordRun(simulation);
  const { step, hash: present } = await simulation.step(0);
  assert.deepEqual([run.scene, run.steps, run.hashes], [scene, step, { [step]: present }]);
  assert.deepEqual(
    run.commands.map(({ command }) => command.type),
    ['impulse', 'revise', 'impulse'],
  );
  const other = await start();
  const read = readRun(JSON.parse(writeRun(run)));
  await other.load(read.scene, read.commands);
  assert.equal(await replayRun(other, read), '');
  assert.deepEqual(await other.step(0), { step, hash: present });
  assert.deepEqual(await other.step(30), await simulation.step(30));
});

test('a run that was playing goes on after it was recorded', async () => {
  const simulation = await start();
  await simulation.load(scene);
  simulation.play();
  await new Promise((resolve) => {
    simulation.onFrame(resolve);
    simulation.requestFrame(0);
  });
  const run = await recordRun(simulation);
  const playing = await new Promise((resolve) => {
    simulation.onFrame((frame) => resolve(frame.playing));
    simulation.requestFrame(1000);
  });
  assert.equal(playing, true);
  assert.deepEqual(run.commands, []);
});

test('the replayer reads what the page writes, and the sign of -0 is kept', () => {
  const run = { scene, commands: [{ ...entry, command: { type: 'impulse', impulse: [-0, 0, 1e-7] } }], steps: 9, hashes: { 9: hash } };
  assert.deepEqual(readRunOfReplayer(writeRun(run)), run);
  assert.ok(Object.is(JSON.parse(writeRun(run)).commands[0].command.impulse[0], -0));
});

test('a run is opened over a scene that plays: it stands at its step, and a refused one lets that scene play on', async () => {
  const simulation = await start();
  await simulation.load(scene);
  simulation.play();
  let now = 0;
  let frame = null;
  simulation.onFrame((shown) => {
    frame = shown;
  });
  const drawing = setInterval(() => simulation.requestFrame((now += 100)), 1);
  const figure = {
    simulation,
    notices: { show: () => {} },
    load: async (fetched, _, log) => Boolean(await simulation.load(await fetched, log)),
  };
  try {
    await until(() => frame?.step > 3, 'time');
    await assert.rejects(
      openRun(figure, { scene: {} }, () => true),
      SceneError,
    );
    const { step } = frame;
    await until(() => frame.step > step + 3, 'more time');
    const recorded = await recordRun(await madeRun());
    assert.equal(await openRun(figure, recorded, () => true), '');
    frame = null;
    await until(() => frame !== null, 'a frame');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual([frame.step, frame.playing], [recorded.steps, false]);
  } finally {
    clearInterval(drawing);
  }
});

test('a state that is not the recorded one is said', async () => {
  const simulation = await start();
  await simulation.load(scene);
  assert.match(
    await replayRun(simulation, { scene, commands: [], steps: 5, hashes: { 5: hash } }),
    /its state at step 5 is not the one in the file/,
  );
});

test('what is left out of a run: no commands, and as far as the last hash', () => {
  assert.deepEqual(readRun({ scene }), { scene, commands: [], steps: 0, hashes: {} });
  assert.equal(readRun({ scene, hashes: { 60: hash, 120: hash } }).steps, 120);
});

test('what is no run is refused with its place', () => {
  const refused = (run, pattern) =>
    assert.throws(
      () => readRun({ scene, ...run }),
      (error) => error instanceof SceneError && pattern.test(error.message),
    );
  refused({ commands: {} }, /^commands: must be a list\.$/);
  refused({ commands: [entry, { issuedAtStep: 4, step: 4 }] }, /^commands\[1\]: must be/);
  refused({ commands: [{ ...entry, issuedAtStep: -1 }] }, /^commands\[0\]: issuedAtStep and step/);
  refused({ commands: [entry, { ...entry, issuedAtStep: 2 }] }, /^commands\[1\]: is not in the order of time/);
  refused({ commands: [{ ...entry, step: 2 }] }, /^commands\[0\]: is not in the order of time/);
  refused({ hashes: [] }, /^hashes: must be an object/);
  refused({ hashes: { 60: 'abc' } }, /^hashes\["60"\]: must be 16 hexadecimal digits/);
  refused({ hashes: { 60: [hash] } }, /^hashes\["60"\]: must be 16 hexadecimal digits/);
  refused({ hashes: { 60: { toString: 1 } } }, /^hashes\["60"\]: must be 16 hexadecimal digits/);
  refused({ hashes: { last: hash } }, /^hashes\["last"\]/);
  refused({ steps: 1.5 }, /^steps: must be a whole number/);
  refused({ steps: 1e9 }, /^steps: must be a whole number from 0 to 100000\.$/);
});
