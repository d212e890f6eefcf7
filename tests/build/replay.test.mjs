// What the replayer reads, and how it tells runs apart; tests/determinism/replay.test.mjs runs it over the engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference, missedHashes } from '../replay/hashes.mjs';
import { linesOf, readRun } from '../replay/run-file.mjs';

const scene = { tumble: 1, bodies: [] };
const entry = { issuedAtStep: 3, step: 5, command: { type: 'impulse', body: 1, impulse: [0, 1, 0] } };
const hash = '0123456789abcdef';
const read = (document) => readRun(JSON.stringify(document));

test('a scene by itself is a run without a log', () => {
  assert.deepEqual(read(scene), { scene, commands: [], hashes: {}, steps: 600 });
});

test('a run goes as far as the file says, else to the last step that has a hash', () => {
  const run = { scene, commands: [entry], hashes: { 60: hash, 120: hash } };
  assert.deepEqual(read(run), { ...run, steps: 120 });
  assert.equal(read({ ...run, steps: 7 }).steps, 7);
  assert.equal(read({ scene, hashes: { 0: hash } }).steps, 0);
});

test('what is no run is refused with its place', () => {
  assert.throws(() => readRun('{'), /The run is no JSON/);
  assert.throws(() => read([scene]), /must be a scene, or/);
  assert.throws(() => read({ scene, commands: [entry, { issuedAtStep: 1, step: 1 }] }), /commands\[1\]\.command is missing/);
  assert.throws(() => read({ scene, commands: [{ ...entry, issuedAtStep: -1 }] }), /commands\[0\]\.issuedAtStep .* not -1/);
  assert.throws(() => read({ scene, hashes: { 60: 'abc' } }), /hashes\["60"\] .* not "abc"/);
  assert.throws(() => read({ scene, hashes: { last: hash } }), /hashes\["last"\]/);
  assert.throws(() => read({ scene, steps: 1.5 }), /"steps" .* not 1\.5/);
});

test('a native build reads the scene and each command on a line of its own', () => {
  assert.equal(linesOf(read({ scene, commands: [entry] })), `${JSON.stringify(scene)}\n${JSON.stringify(entry)}\n`);
});

test('the first step that differs, also where one run ended early', () => {
  assert.equal(firstDifference(['a', 'b', 'c'], ['a', 'b', 'c']), null);
  assert.equal(firstDifference(['a', 'b', 'c'], ['a', 'x', 'y']), 1);
  assert.equal(firstDifference(['a', 'b', 'c'], ['a', 'b']), 2);
});

test('expected hashes that are not met, of the steps that were run', () => {
  assert.deepEqual(missedHashes({ 1: 'b', 2: 'x', 9: 'x' }, ['a', 'b', 'c'], 2), ['after step 2 the hash is c, expected x']);
  assert.deepEqual(missedHashes({ 2: 'c' }, ['a', 'b'], 2), ['after step 2 the hash is missing, expected c']);
});
