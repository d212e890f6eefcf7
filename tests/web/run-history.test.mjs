// One history of all that is done to a simulation, with a fake engine behind a real host: undo, redo, and the versions of the scene in it.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';
import { connections } from './support/link.mjs';

const { Simulation, changesOf, createHost } = await importWebModules(
  'simulation/client.ts',
  'simulation/host.ts',
  'simulation/run-history.ts',
);

const scene = {
  bodies: [
    { x: 0, v: 1 },
    { x: 5, v: 0 },
  ],
};
let simulation = null;
const start = async () => {
  simulation = await Simulation.start({ connect: connections(createHost).connect, silenceLimit: 1000 });
};
afterEach(() => simulation?.dispose());

const titled = (title) => ({ ...scene, title });
const titles = () => {
  const { all, at } = simulation.versions;
  return [all.map(({ title }) => title ?? '-').join(' '), at];
};

test('one history of pushes, edits, resets and scenes; the versions of the scene are those in it', async () => {
  await start();
  await simulation.load(scene);
  await simulation.step(10);
  await simulation.revise(titled('a'));
  await simulation.push({ body: 0, impulse: [1, 0, 0] });
  await simulation.step(10);
  await simulation.revise(titled('b'));
  await simulation.reset();
  await simulation.revise(titled('c'));
  assert.deepEqual(titles(), ['- a b c', 3]);
  assert.deepEqual([simulation.undoes, await simulation.undo(), simulation.scene.title], ['edit', true, 'b']);
  assert.deepEqual(titles(), ['- a b c', 2]);
  assert.deepEqual([simulation.undoes, await simulation.undo(), simulation.run.step], ['reset', true, 20]);
  assert.deepEqual(titles(), ['- a b c', 2]);
  await simulation.undo();
  assert.deepEqual([simulation.undoes, titles()], ['push', ['- a b c', 1]]);
  // Another edit in the past: what lay ahead is undone with it, and comes back with undo.
  await simulation.seek(15);
  await simulation.revise(titled('d'));
  assert.deepEqual(titles(), ['- a d', 2]);
  await simulation.load({ ...scene, title: 'other' });
  assert.deepEqual(titles(), ['other', 0]);
  await simulation.undo();
  assert.deepEqual(titles(), ['- a d', 2]);
  for (const label of ['edit', 'push', 'edit']) {
    assert.equal(simulation.undoes, label);
    await simulation.undo();
  }
  assert.deepEqual([simulation.undoes, simulation.scene, titles()], [null, scene, ['- a d', 0]]);
  for (let count = 0; count < 4; count += 1) await simulation.redo();
  assert.deepEqual([simulation.scene.title, simulation.redoes], ['other', null]);
});

test('what was done in a run that is opened can be undone; the commands of one drag are one change', async () => {
  await start();
  const at = (issuedAtStep, command) => ({ issuedAtStep, step: issuedAtStep, command });
  const drag = (step, pointer) => at(step, { type: 'impulse', body: 0, impulse: [0, 0, 1], pointer });
  const log = [drag(2), at(5, { type: 'revise', scene: titled('a'), kept: [0, 15] }), drag(8)];
  await simulation.open({ scene, log, step: 20 });
  const { hash } = await simulation.stand();
  assert.deepEqual(titles(), ['- a', 1]);
  await simulation.undo();
  assert.deepEqual([simulation.run.step, simulation.log.length], [8, 2]);
  await simulation.undo();
  assert.deepEqual([simulation.run.step, simulation.scene, titles()], [5, scene, ['- a', 0]]);
  await simulation.redo();
  await simulation.redo();
  assert.deepEqual(await simulation.seek(20), { step: 20, hash });
});

test('versions of an earlier visit come back with undo and redo', async () => {
  await start();
  await simulation.load(titled('other'));
  await simulation.load(titled('b'));
  simulation.adoptVersions([titled('-'), titled('a')], [titled('c'), titled('d')]);
  assert.deepEqual(titles(), ['- a b c d', 2]);
  await simulation.step(3);
  await simulation.redo();
  assert.deepEqual([simulation.scene.title, titles()], ['c', ['- a b c d', 3]]);
  for (const title of ['b', 'a', '-', 'other']) {
    await simulation.undo();
    assert.equal(simulation.scene.title, title);
  }
  assert.deepEqual(titles(), ['other', 0]);
  await simulation.redo();
  assert.deepEqual(titles(), ['- a b c d', 0]);
});

test('a drag is one change, and the next drag is another one', () => {
  const at = (step, type, pointer = 0) => ({ issuedAtStep: step, step, command: { type, pointer, body: 0 } });
  const log = [
    at(1, 'drag'),
    at(2, 'drag'),
    at(3, 'release'),
    at(4, 'drag'),
    at(5, 'drag', 1),
    at(6, 'drag', 1),
    at(7, 'impulse'),
    at(8, 'drag', 1),
  ];
  assert.deepEqual(
    changesOf(log).map(({ keep, label }) => [keep, label]),
    [
      [0, 'drag'],
      [3, 'drag'],
      [4, 'drag'],
      [6, 'push'],
      [7, 'drag'],
    ],
  );
});
