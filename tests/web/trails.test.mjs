// Trails (viewer/trails.ts) are the paths that were seen: there is no line where time jumped, and none that time went back over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { Trails, poseLayout } = await importWebModules('viewer/trails.ts', 'simulation/layout.ts');

const kStepsPerSecond = 60;
const body = { id: 1, slot: 0 };
// The body goes along x, a metre a step.
const placeAt = (step) => step;

/** Trails of steps that were seen one after the other; the lines drawn then, as pairs of steps. */
function linesAfter(...stretches) {
  const added = [];
  const trails = new Trails({ add: (line) => added.push(line) }, { hide() {} });
  for (const step of stretches.flat()) {
    const poses = new Float32Array(poseLayout.stride);
    poses[poseLayout.position] = placeAt(step);
    trails.show([body], { poses, step, stepsPerSecond: kStepsPerSecond }, null, null);
  }
  const { attributes, index, drawRange } = added[0].geometry;
  return Array.from({ length: drawRange.count / 2 }, (_, line) =>
    [0, 1].map((end) => attributes.position.getX(index.getX(2 * line + end))),
  );
}

const steps = (first, last, by = 1) => Array.from({ length: Math.floor((last - first) / by) + 1 }, (_, index) => first + by * index);
const pairs = (all) => all.slice(1).map((step, index) => [all[index], step]);

test('what is seen step by step is one path, also where frames leave out some', () => {
  assert.deepEqual(linesAfter(steps(0, 40)), pairs(steps(0, 40)));
  assert.deepEqual(linesAfter(steps(0, 200, 20)), pairs(steps(0, 200, 20)));
  assert.deepEqual(linesAfter([7]), []);
});

test('no line crosses a jump in time', () => {
  assert.deepEqual(linesAfter(steps(0, 5), steps(300, 305)), [...pairs(steps(0, 5)), ...pairs(steps(300, 305))]);
  assert.deepEqual(linesAfter([0], [192]), []);
});

test('where time goes back the trail is cut, and goes on from there', () => {
  assert.deepEqual(linesAfter(steps(0, 30), steps(11, 14)), pairs(steps(0, 14)));
  assert.deepEqual(linesAfter(steps(0, 5), steps(300, 305), steps(4, 8)), pairs(steps(0, 8)));
  assert.deepEqual(linesAfter(steps(0, 5), [300], [299], [298]), pairs(steps(0, 5)));
});

test('a long trail keeps its path from the beginning, and its gaps', () => {
  const long = steps(0, 9000);
  const lines = linesAfter(long);
  assert.ok(lines.length > 1000 && lines.length < 2048, `${lines.length} lines`);
  assert.equal(lines[0][0], 0);
  assert.equal(lines.at(-1)[1], 9000);
  lines.slice(1).forEach(([from], index) => assert.equal(from, lines[index][1]));
  const [gap, beyond] = [1001, 3000];
  const torn = linesAfter(steps(0, gap), steps(beyond, 9000));
  assert.ok(torn.length > 1000, `${torn.length} lines`);
  for (const [from, to] of torn) assert.ok(to <= gap || from >= beyond, `${from} to ${to}`);
  assert.ok(torn.some(([, to]) => to > gap - 20 && to <= gap) && torn.some(([from]) => from < beyond + 20 && from >= beyond));
});
