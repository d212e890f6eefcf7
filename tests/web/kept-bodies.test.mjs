// Which body of a changed scene is which of the scene before, and what of its state stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { keptBodies } = await importWebModules('simulation/kept-bodies.ts');
const whole = 15;
const [position, orientation, velocity, angularVelocity] = [1, 2, 4, 8];
const kept = (before, after) => {
  const numbers = keptBodies({ bodies: before }, { bodies: after });
  return after.map((_, entry) => numbers.slice(2 * entry, 2 * entry + 2));
};
const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name, size: [1, 1, 1] }));

test('bodies go on by their name, wherever they stand', () => {
  assert.deepEqual(kept([a, b, c], [c, a, b]), [
    [2, whole],
    [0, whole],
    [1, whole],
  ]);
  assert.deepEqual(kept([a, b, c], [a, c]), [
    [0, whole],
    [2, whole],
  ]);
  assert.deepEqual(kept([a, c], [a, b, c]), [
    [0, whole],
    [-1, whole],
    [1, whole],
  ]);
});

test('what is edited of the start does not stay, the rest does', () => {
  assert.deepEqual(kept([a], [{ ...a, mass: 5 }]), [[0, whole]]);
  assert.deepEqual(kept([a], [{ ...a, position: [1, 0, 0] }]), [[0, whole - position]]);
  assert.deepEqual(kept([{ ...a, orientation: [0, 0, 1, 0] }], [a]), [[0, whole - orientation]]);
  assert.deepEqual(kept([a], [{ ...a, velocity: [1, 0, 0], angularVelocity: [0, 1, 0] }]), [[0, whole - velocity - angularVelocity]]);
  assert.deepEqual(kept([a], [{ ...a, arrangement: { type: 'stack', count: 2, spacing: 1 } }]), [[0, 0]]);
});

test('bodies without a name go on by their text, and an edited one by its place among those left', () => {
  const [one, two, three] = [1, 2, 3].map((size) => ({ size: [size, 1, 1] }));
  assert.deepEqual(kept([one, two, three], [one, three]), [
    [0, whole],
    [2, whole],
  ]);
  assert.deepEqual(kept([one, two, three], [one, { size: [9, 1, 1] }, three]), [
    [0, whole],
    [1, whole],
    [2, whole],
  ]);
  assert.deepEqual(kept([one, one, one], [one, one]), [
    [0, whole],
    [1, whole],
  ]);
  assert.deepEqual(kept([one, two], [{ size: [9, 1, 1] }, one, two]), [
    [-1, whole],
    [0, whole],
    [1, whole],
  ]);
});

test('a body with another name goes on', () => {
  assert.deepEqual(kept([a, b], [a, { ...b, name: 'other' }]), [
    [0, whole],
    [1, whole],
  ]);
});

test('scenes that are none keep nothing', () => {
  assert.deepEqual(keptBodies(null, { bodies: [null, 'x'] }), [-1, whole, -1, whole]);
  assert.deepEqual(keptBodies({ bodies: 7 }, undefined), []);
});

test('20,000 bodies are matched in no time', () => {
  const many = Array.from({ length: 20_000 }, () => ({ size: [1, 1, 1] }));
  const start = performance.now();
  keptBodies({ bodies: many }, { bodies: many.slice(1) });
  assert.ok(performance.now() - start < 1000);
});
