// What steps count for the places of keyframes, where another program takes the processor now and then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { StepCost } = await importWebModules('simulation/step-cost.ts');

test('a step that was interrupted counts a few steps, one that is dear for long counts in full', () => {
  const cost = new StepCost();
  assert.equal(cost.of(2), 2);
  let sum = 0;
  for (let step = 0; step < 300; step += 1) sum += cost.of(step % 30 === 7 ? 80 : 2);
  assert.ok(sum > 600 && sum < 1000, `${sum} ms of 600 undisturbed and 1,380 on the clock`);
  for (let step = 0; step < 60; step += 1) cost.of(12);
  assert.equal(cost.of(12), 12);
  for (let step = 0; step < 60; step += 1) cost.of(1);
  assert.equal(cost.of(1), 1);
});

test('a clock that goes back counts nothing, and another world begins anew', () => {
  const cost = new StepCost();
  assert.equal(cost.of(-5), 0);
  assert.equal(cost.of(1), 1);
  assert.equal(cost.of(100), 4);
  cost.begin();
  assert.equal(cost.of(100), 100);
});
