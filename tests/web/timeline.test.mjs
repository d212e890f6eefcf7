// The times of steps: they have one length until an edit gives them another one, and time goes on.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { timelineOf, secondsAt, stepAt } = await importWebModules('simulation/timeline.ts');
const edit = (issuedAtStep, stepsPerSecond) => ({
  issuedAtStep,
  step: issuedAtStep,
  command: { type: 'revise', scene: { stepsPerSecond } },
});
const push = (issuedAtStep) => ({ issuedAtStep, step: issuedAtStep, command: { type: 'impulse' } });

test('a run of steps of one length', () => {
  const timeline = timelineOf({ bodies: [] }, [push(3), edit(10, undefined), edit(20, 60)]);
  assert.equal(timeline.length, 1);
  assert.equal(secondsAt(timeline, 90), 1.5);
  assert.equal(stepAt(timeline, 1.5), 90);
});

test('time goes on where steps get another length, twice at one step, and after time was turned back', () => {
  const timeline = timelineOf({ stepsPerSecond: 100 }, [push(0), edit(100, 50), push(120), edit(200, 1000), edit(200, 10), push(201)]);
  assert.deepEqual(
    [0, 50, 100, 150, 200, 210].map((step) => secondsAt(timeline, step)),
    [0, 0.5, 1, 2, 3, 4],
  );
  for (let step = 0; step < 300; step += 1) assert.equal(stepAt(timeline, secondsAt(timeline, step)), step);
});

test('an edit at the very start', () => {
  const timeline = timelineOf({}, [edit(0, 240)]);
  assert.equal(timeline.length, 1);
  assert.equal(secondsAt(timeline, 240), 1);
});
