// The pace of simulated time, and what is named as slow: each of three causes in its own way of being slow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { PaceMeter, slowPart } = await importWebModules('figure/pace.ts');

// Seconds of frames that come so many ms apart, with so many steps each; gives the paces that were shown.
function run(meter, { seconds, interval, steps, dropped, step = 0.02, draw = 1, late = 1, rate = 1 }, start = { now: 1000, step: 1 }) {
  const shown = [];
  let { now, step: at } = start;
  for (const end = now + seconds * 1000; now < end; now += interval) {
    at += steps;
    meter.drew(draw);
    meter.waited(late);
    const frame = { step: at, playing: true, droppedSteps: dropped, report: { stageMilliseconds: { collide: step / 2, solve: step / 2 } } };
    if (meter.update(frame, now, rate, 60)) shown.push(meter.pace);
  }
  return { shown, end: { now, step: at } };
}

const kWell = { interval: 1000 / 60, steps: 1, dropped: 0 };

test('a simulation that keeps up says nothing, also at a low rate and when it pauses', () => {
  const meter = new PaceMeter();
  assert.deepEqual(run(meter, { seconds: 10, ...kWell }).shown, []);
  assert.deepEqual(run(new PaceMeter(), { seconds: 10, interval: 1000 / 6, steps: 1, dropped: 0, rate: 0.1 }).shown, []);
});

test('steps that take longer than they last: the engine', () => {
  const { shown } = run(new PaceMeter(), { seconds: 8, interval: 40, steps: 1, dropped: 2, step: 30 });
  assert.equal(shown[0].slow, 'engine');
  assert.ok(Math.abs(shown[0].reached - 25 / 60) < 0.02, `${shown[0].reached}`);
});

test('frames far apart with a light scene: drawing, or another work of the tab where timers come late', () => {
  const slow = { seconds: 8, interval: 150, steps: 4, dropped: 5 };
  assert.equal(run(new PaceMeter(), { ...slow }).shown[0].slow, 'drawing');
  assert.equal(run(new PaceMeter(), { ...slow, late: 120 }).shown[0].slow, 'tab');
  assert.equal(run(new PaceMeter(), { ...slow, draw: 130, late: 20 }).shown[0].slow, 'drawing');
  assert.equal(run(new PaceMeter(), { ...slow, draw: 130, late: 125 }).shown[0].slow, 'drawing');
});

test('one slow window is not worth a word, and it is taken back once time runs well', () => {
  const meter = new PaceMeter();
  const slow = run(meter, { seconds: 1.6, interval: 150, steps: 4, dropped: 5 });
  assert.deepEqual(slow.shown, []);
  const well = run(meter, { seconds: 4, ...kWell }, slow.end);
  assert.deepEqual(well.shown, []);
  const again = run(meter, { seconds: 5, interval: 150, steps: 4, dropped: 5 }, well.end);
  assert.ok(again.shown.length > 0);
  assert.equal(run(meter, { seconds: 4, ...kWell }, again.end).shown.at(-1), null);
});

test('nothing is slow while time stands still', () => {
  const meter = new PaceMeter();
  const slow = run(meter, { seconds: 8, interval: 150, steps: 4, dropped: 5 });
  assert.equal(slow.shown[0].slow, 'drawing');
  const standing = { step: slow.end.step, playing: false, droppedSteps: 0, report: { stageMilliseconds: {} } };
  assert.equal(meter.update(standing, slow.end.now + 250, 1, 60), true);
  assert.equal(meter.pace, null);
  assert.equal(meter.update(standing, slow.end.now + 500, 1, 60), false);
});

test('at four times the speed a step may take a quarter of the time', () => {
  const load = { frameInterval: 30, draw: 1, lateness: 1, step: 4 };
  assert.equal(slowPart({ ...load, stepInterval: 1000 / 60 }), 'drawing');
  assert.equal(slowPart({ ...load, stepInterval: 1000 / 240 }), 'engine');
});
