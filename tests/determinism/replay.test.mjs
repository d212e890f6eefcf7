// The replayer: a run with a log of commands has the same hashes natively and as wasm, and a state that differs is told by its field.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { firstDifference } from '../replay/hashes.mjs';
import { readRun } from '../replay/run-file.mjs';
import { compareSnapshots, runIn } from '../replay/run-in-build.mjs';
import { runInWasm } from './run-wasm.mjs';

const scene = {
  tumble: 1,
  bodies: [
    { name: 'floor', type: 'static', size: [10, 1, 10], position: [0, -0.5, 0] },
    { name: 'lower', size: [1, 1, 1], mass: 1, position: [0, 0.6, 0] },
    { name: 'upper', size: [1, 1, 1], mass: 1, position: [0.2, 2, 0] },
  ],
  commands: [{ step: 5, type: 'impulse', body: 'upper', impulse: [0, 0, 0.3] }],
};
const heavier = { ...scene, bodies: scene.bodies.map((body) => (body.name === 'upper' ? { ...body, mass: 3 } : body)) };
const commands = [
  { issuedAtStep: 20, step: 20, command: { type: 'impulse', body: 1, impulse: [1, 0, 0.5] } },
  { issuedAtStep: 20, step: 40, command: { type: 'velocity', step: 30, body: 2, velocity: [0, 2, 0], angularVelocity: [1, 2, 3] } }, // the entry's step holds
  { issuedAtStep: 50, step: 80, command: { type: 'impulse', body: 1, impulse: [0, 3, 0] } }, // waits on beyond the revision
  { issuedAtStep: 60, step: 60, command: { type: 'revise', scene: heavier, kept: [0, 15, 1, 15, 2, 15] } },
];
const run = readRun(JSON.stringify({ scene, commands, steps: 120 }));

const folder = mkdtempSync(join(tmpdir(), 'tumble-replay-'));
after(() => rmSync(folder, { recursive: true }));

test('native and wasm builds replay a log to the same hashes', async () => {
  const [native, ...others] = await Promise.all(['native-release', 'wasm', 'wasm-scalar'].map((build) => runIn(build, run, run.steps)));
  assert.equal(native.problem, '');
  assert.equal(native.hashes.length, run.steps + 1);
  for (const other of others) assert.deepEqual(other, native);
});

test('each command of the log acts from its step on', async () => {
  const { hashes } = await runIn('wasm', run, run.steps);
  for (const [index, { step }] of commands.entries()) {
    const without = await runIn('wasm', { ...run, commands: commands.filter((_, at) => at !== index) }, run.steps);
    const first = firstDifference(hashes, without.hashes);
    // A command waits in the state until its step; a revision acts when it is given.
    assert.ok(first > commands[index].issuedAtStep && first <= step + 1, `command ${index} shows first after step ${first}`);
  }
  assert.deepEqual(hashes.slice(1, 21), await runInWasm('simd', scene, 20));
});

test('the last hash is that with the commands given there, and a sign of zero is not lost', async () => {
  const pushed = {
    scene,
    commands: [...commands, { issuedAtStep: 120, step: 120, command: { type: 'impulse', body: 1, impulse: [-0, 1, 0] } }],
    hashes: {},
    steps: 120,
  };
  const [native, wasm, before] = await Promise.all([
    runIn('native-release', pushed, 120),
    runIn('wasm', pushed, 120),
    runIn('wasm', run, 120),
  ]);
  assert.deepEqual(native, wasm);
  assert.equal(firstDifference(wasm.hashes, before.hashes), 120, 'a command waits in the state');
  const positive = {
    ...pushed,
    commands: pushed.commands.map((entry) => ({
      ...entry,
      command: { ...entry.command, ...(entry.issuedAtStep === 120 ? { impulse: [0, 1, 0] } : {}) },
    })),
  };
  assert.notEqual((await runIn('wasm', positive, 120)).hashes[120], wasm.hashes[120]);
});

test('a command that is refused ends the run with a sentence', async () => {
  const bad = { ...run, commands: [{ issuedAtStep: 3, step: 3, command: { type: 'impulse', body: 99, impulse: [1, 0, 0] } }] };
  const [native, wasm] = await Promise.all(['native-release', 'wasm'].map((build) => runIn(build, bad, 10)));
  assert.match(native.problem, /^command 0 of the log was refused: /);
  assert.deepEqual(native, wasm);
  assert.equal(native.hashes.length, 4);
});

test('snapshots of any two builds are compared field by field', async () => {
  const [a, b] = ['a', 'b'].map((name) => join(folder, name));
  const compare = () => compareSnapshots('native-release', [a, b]);
  await runIn('native-release', run, 30, { step: 30, file: a });
  await runIn('wasm', run, 30, { step: 30, file: b });
  assert.equal(await compare(), 'no field differs');

  const slower = commands.map((entry, index) => (index === 0 ? { ...entry, command: { ...entry.command, impulse: [1, 0, 0.25] } } : entry));
  await runIn('wasm', { ...run, commands: slower }, 21, { step: 20, file: a });
  await runIn('wasm', run, 21, { step: 20, file: b });
  assert.equal(await compare(), 'no field differs');
  await runIn('wasm', { ...run, commands: slower }, 21, { step: 21, file: a });
  await runIn('native-release', run, 21, { step: 21, file: b });
  assert.match(await compare(), /^bodies\.bodies\[1\]\.x: \[.+\], \[.+\]\n\d+ of \d+ fields differ$/);
});
