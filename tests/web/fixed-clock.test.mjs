// The clock gives every display the same motion: as many steps in the same time, whatever the frame rate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { FixedClock } = await importWebModules('simulation/fixed-clock.ts');

// A repeatable random number in [0, 1).
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function run({ hertz, rate = 1, stepsPerSecond = 60, seconds = 10, jitter = 0 }) {
  const clock = new FixedClock(stepsPerSecond);
  clock.rate = rate;
  const random = randomNumbers(7);
  const start = 12345.678;
  let steps = 0;
  let dropped = 0;
  let now = start;
  for (let frame = 0; now < start + seconds * 1000; frame += 1) {
    now = start + ((frame + (frame > 0 ? jitter * (random() - 0.5) : 0)) * 1000) / hertz;
    steps += clock.advance(now);
    dropped += clock.droppedSteps;
    assert.ok(clock.alpha >= 0 && clock.alpha < 1, `alpha ${clock.alpha}`);
  }
  return { steps, dropped, due: ((now - start) / 1000) * rate * stepsPerSecond };
}

for (const hertz of [30, 60, 120, 144]) {
  for (const rate of [0.01, 0.1, 0.5, 1, 2, 4]) {
    test(`${hertz} Hz, rate ${rate}: steps follow the time`, () => {
      for (const jitter of [0, 0.3]) {
        const { steps, dropped, due } = run({ hertz, rate, jitter });
        assert.equal(dropped, 0);
        assert.ok(Math.abs(steps - due) <= 1.001, `${steps} steps where ${due.toFixed(2)} were due, jitter ${jitter}`);
      }
    });
  }
}

test('240 steps a second on a 60 Hz display are not dropped', () => {
  const { steps, dropped, due } = run({ hertz: 60, stepsPerSecond: 240, rate: 4, seconds: 5 });
  assert.equal(dropped, 0);
  assert.ok(Math.abs(steps - due) <= 1.001);
});

test('a long gap is not caught up and drops nothing', () => {
  const clock = new FixedClock(60);
  for (let frame = 0; frame < 60; frame += 1) clock.advance((frame * 1000) / 60);
  assert.ok(clock.advance(1000 + 5 * 60_000) <= 2);
  assert.equal(clock.droppedSteps, 0);
  assert.ok(clock.advance(1000 + 5 * 60_000 + 17) <= 2);
});

test('a page that draws slowly goes on, and says what it leaves out', () => {
  const clock = new FixedClock(60);
  let steps = 0;
  let dropped = 0;
  for (let frame = 0; frame < 20; frame += 1) {
    const taken = clock.advance(frame * 400);
    assert.ok(taken <= 4);
    steps += taken;
    dropped += clock.droppedSteps;
  }
  assert.ok(steps >= 4 * 19, `${steps} steps`);
  assert.ok(Math.abs(steps + dropped - 19 * 24) <= 1.001, `${steps} steps and ${dropped} dropped`);
});

test('slow motion keeps its speed where frames are slow', () => {
  const clock = new FixedClock(60);
  clock.rate = 0.1;
  let steps = 0;
  for (let frame = 0; frame <= 20; frame += 1) steps += clock.advance(frame * 400);
  assert.ok(Math.abs(steps - 48) <= 1);
});

test('a page that draws once in two seconds still moves', () => {
  const clock = new FixedClock(60);
  let steps = 0;
  for (let frame = 0; frame <= 10; frame += 1) steps += clock.advance(frame * 2000);
  assert.ok(steps >= 36, `${steps} steps`);
});

test('a gap in the middle of even frames does not jump', () => {
  const clock = new FixedClock(60);
  let now = 0;
  for (let frame = 0; frame < 10; frame += 1) clock.advance((now += 16.7));
  for (const gap of [260, 500, 900]) assert.ok(clock.advance((now += gap)) <= 4);
  assert.ok(clock.advance((now += 1e7)) <= 2);
  assert.equal(clock.droppedSteps, 0);
});

test('a time that stands still or runs backwards takes no steps', () => {
  const clock = new FixedClock(60);
  clock.advance(1000);
  assert.equal(clock.advance(1000), 0);
  assert.equal(clock.advance(0), 0);
  assert.equal(clock.advance(Number.NaN), 0);
  assert.equal(clock.advance(10), 0);
});

test('play after a pause goes on from the picture that stood still', () => {
  const clock = new FixedClock(60);
  for (let frame = 0; frame < 10; frame += 1) clock.advance(frame * 10);
  clock.restart();
  assert.equal(clock.advance(90_000), 1, 'one step, whose older pose is the one on display');
  assert.equal(clock.alpha, 0);
});

test('a change of rate does not jump', () => {
  const clock = new FixedClock(60);
  clock.advance(0);
  clock.rate = 0.01;
  let steps = 0;
  for (let frame = 1; frame <= 600; frame += 1) steps += clock.advance((frame * 1000) / 60);
  assert.ok(Math.abs(steps - 6) <= 1);
});
