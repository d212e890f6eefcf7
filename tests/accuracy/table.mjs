// A table of errors against closed forms: each row is measured, asserted and printed, so that a run shows how right the
// engine is and not only that it is right enough.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createWorld, loadEngine, readStates } from './engine.mjs';

const rows = [];
const engine = loadEngine();

/** One accuracy test: `measure` gets `run` and `error`, see below. */
export function accuracy(name, measure) {
  test(name, async () => {
    const { World } = await engine;
    const failures = [];
    /** Runs a scene to each of the times (s) and returns the states of the bodies there; one array when given a list. */
    const run = (scene, times) => {
      const world = createWorld({ World }, scene);
      const samples = [times].flat().map((time) => {
        const step = Math.round(time * world.stepsPerSecond);
        while (world.stepCount < step) {
          const before = world.stepCount;
          const flags = world.step();
          assert.ok(flags === 0 && world.stepCount > before, `trouble in step ${before}: flags ${flags}`);
        }
        return Object.assign(readStates(world), { measures: [...world.measures()] });
      });
      world.delete();
      return Array.isArray(times) ? samples : samples[0];
    };
    /** Notes an error of `size` in `unit` and what is allowed. */
    const error = (what, size, allowed, unit) => {
      rows.push({ name, what, size, allowed, unit });
      if (!(size <= allowed)) failures.push(`${what}: ${size} ${unit}, allowed ${allowed}`);
    };
    measure({ run, error });
    assert.deepEqual(failures, []);
  });
}

after(() => {
  const width = Math.max(...rows.map((row) => `${row.name}: ${row.what}`.length));
  for (const { name, what, size, allowed, unit } of rows) {
    process.stdout.write(
      `${`${name}: ${what}`.padEnd(width)}  ${size.toExponential(1).padStart(8)} of ${allowed.toExponential(0).padStart(6)} ${unit}\n`,
    );
  }
});

export const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
export const size = (a) => Math.hypot(...a);
export const axisAngle = ([x, y, z], angle) => [
  x * Math.sin(angle / 2),
  y * Math.sin(angle / 2),
  z * Math.sin(angle / 2),
  Math.cos(angle / 2),
];
/** Hamilton product, order x, y, z, w: first b, then a. */
export const product = (a, b) => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
/** v turned by q. */
export const rotate = (q, v) => product(product(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]).slice(0, 3);
/** Angle (rad) of the turn from a to b. */
export const angleBetween = (a, b) => {
  const d = product([-a[0], -a[1], -a[2], a[3]], b);
  return 2 * Math.atan2(Math.hypot(d[0], d[1], d[2]), Math.abs(d[3]));
};

export const ground = (more = {}) => ({ type: 'static', size: [200, 2, 200], position: [0, -1, 0], ...more });
export const cube = (more = {}) => ({ size: [1, 1, 1], mass: 1, ...more });

/** Complete elliptic integral of the first kind by its modulus k: Gauss's arithmetic-geometric mean. */
export function completeK(k) {
  let [a, b] = [1, Math.sqrt(1 - k * k)];
  for (let round = 0; round < 12; round += 1) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}
