// The poses between two steps: which two the host tells (pose-pair.ts) and what is drawn between them (displayed-poses.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worst } from '../support/worst.mjs';
import { importWebModules } from './support/bundle.mjs';

const { PosePair, DisplayedPoses, poseLayout, noBody } = await importWebModules(
  'simulation/pose-pair.ts',
  'viewer/displayed-poses.ts',
  'simulation/layout.ts',
  'simulation/protocol.ts',
);

const axisAngle = (axis, angle) => [...axis.map((part) => (part * Math.sin(angle / 2)) / Math.hypot(...axis)), Math.cos(angle / 2)];
const pose = (place, q) => [...place, 0, ...q];
const blend = (older, newer, alpha) => {
  const poses = new DisplayedPoses();
  poses.blend(Float32Array.from([...older.flat(), ...newer.flat()]), older.length, alpha);
  return Array.from({ length: older.length }, (_, slot) => [
    ...poses.values.subarray(slot * poseLayout.stride, (slot + 1) * poseLayout.stride),
  ]);
};
/** Angle between two orientations, rad. */
const angle = (a, b) => 2 * Math.acos(Math.min(1, Math.abs(a.reduce((sum, part, i) => sum + part * b[i], 0))));
const close = (actual, expected, tolerance) =>
  assert.ok(worst(expected.map((part, i) => actual[i] - part)) <= tolerance, `${actual} is not ${expected}`);

test('at 0 the older pose is drawn, at 1 the newer one, of every slot', () => {
  const older = [pose([1, 2, 3], axisAngle([1, 0, 0], 0.3)), pose([4, 5, 6], axisAngle([1, 2, 0], 1))];
  const newer = [pose([2, 2, 3], axisAngle([0, 1, 0], 0.4)), pose([4, 7, 6], axisAngle([1, 2, 1], 1.2))];
  older.forEach((expected, slot) => close(blend(older, newer, 0)[slot], expected, 1e-6));
  newer.forEach((expected, slot) => close(blend(older, newer, 1)[slot], expected, 1e-6));
});

test('between them places lie on the line, and orientations turn about the fixed axis', () => {
  const [axis, from, turn] = [[1, 2, -1], 0.5, 0.2];
  for (const alpha of [0.1, 0.25, 0.5, 0.9]) {
    const [drawn] = blend([pose([0, 0, 0], axisAngle(axis, from))], [pose([2, -4, 6], axisAngle(axis, from + turn))], alpha);
    close(drawn.slice(0, 3), [2 * alpha, -4 * alpha, 6 * alpha], 1e-6);
    assert.ok(Math.abs(Math.hypot(...drawn.slice(4)) - 1) < 1e-6, 'of unit length');
    // Normalised lerp is not slerp: of a turn t it misses by t^3 / 60 at most.
    assert.ok(angle(drawn.slice(4), axisAngle(axis, from + alpha * turn)) < turn ** 3 / 60 + 1e-3);
  }
});

test('q and -q are one orientation: it does not spin the long way round', () => {
  const q = axisAngle([0, 0, 1], 0.1);
  const [drawn] = blend(
    [pose([0, 0, 0], axisAngle([0, 0, 1], 0))],
    [
      pose(
        [0, 0, 0],
        q.map((part) => -part),
      ),
    ],
    0.5,
  );
  assert.ok(angle(drawn.slice(4), axisAngle([0, 0, 1], 0.05)) < 2e-3);
});

test('a slot that holds nobody is drawn as nothing, without NaN', () => {
  const nothing = new Array(poseLayout.stride).fill(0);
  assert.deepEqual(blend([nothing], [nothing], 0.5)[0], nothing);
});

// A world of which only the numbers count.
const worldOf = (ids, places) => ({
  slotCount: ids.length,
  ids: () => Uint32Array.from(ids),
  poses: () => Float32Array.from(places.flatMap((x) => pose([x, 0, 0], [0, 0, 0, 1]))),
});
const pairOf = (pair) => {
  const out = new Float32Array(pair.length);
  pair.writeTo(out);
  const places = Array.from({ length: 2 * pair.slotCount }, (_, index) => out[index * poseLayout.stride]);
  return [places.slice(0, pair.slotCount), places.slice(pair.slotCount)];
};

test('the pair is that of the two newest steps', () => {
  const pair = new PosePair();
  pair.reset(worldOf([7, 8], [1, 2]));
  assert.deepEqual(pairOf(pair), [
    [1, 2],
    [1, 2],
  ]);
  pair.advance(worldOf([7, 8], [3, 4]));
  assert.deepEqual(pairOf(pair), [
    [1, 2],
    [3, 4],
  ]);
  pair.advance(worldOf([7, 8], [5, 6]));
  assert.deepEqual(pairOf(pair), [
    [3, 4],
    [5, 6],
  ]);
});

test('a body that comes, or takes the slot of another, is not swept in from elsewhere', () => {
  const pair = new PosePair();
  pair.reset(worldOf([7, 8], [1, 2]));
  pair.advanceWithOtherBodies(worldOf([7, 8, 9], [3, 4, 50]));
  assert.deepEqual(pairOf(pair), [
    [1, 2, 50],
    [3, 4, 50],
  ]);
  pair.advanceWithOtherBodies(worldOf([7, 88, 9], [5, 60, 51]));
  assert.deepEqual(pairOf(pair), [
    [3, 60, 50],
    [5, 60, 51],
  ]);
  pair.advanceWithOtherBodies(worldOf([7, noBody, 9], [6, 0, 52]));
  assert.deepEqual(pairOf(pair)[0], [5, 0, 51]);
});

test('a matrix that a scheme keeps is drawn as it is between two steps, and a body without one has none', () => {
  const poses = new DisplayedPoses();
  const sets = Float32Array.from(Array.from({ length: 4 }, () => pose([0, 0, 0], [0, 0, 0, 1])).flat());
  const kept = Float32Array.from([1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, -2, 0, 2, 1, 0, 0, 0, 3]);
  poses.blend(sets, 2, 0.25, kept);
  close([...poses.matrices.get(1)], [1, -0.5, 0, 0.5, 1, 0, 0, 0, 1.5], 1e-6);
  assert.equal(poses.matrices.size, 1);
  poses.blend(sets, 2, 0.25, null);
  assert.equal(poses.matrices.size, 0);
});
