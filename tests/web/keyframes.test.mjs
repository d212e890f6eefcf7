// Keyframes: within their memory they lie so that none of the way between two of them takes long, whatever the machine does meanwhile.
import assert from 'node:assert/strict';
import test from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { Keyframes, mostKeyframeBytes } = await importWebModules('simulation/keyframes.ts');

const kBytes = 2 << 20;
const world = { snapshot: () => ({ slice: () => ({ length: kBytes }) }) };
const most = mostKeyframeBytes / kBytes;

// A run of `steps` steps, of which each takes `costOf(step)` ms.
function ran(steps, costOf) {
  const keyframes = new Keyframes();
  keyframes.begin(world, 0, 0);
  let work = 0;
  for (let step = 1; step <= steps; step += 1) work = keyframes.add(world, step, 0, work + costOf(step));
  return keyframes;
}
const listOf = (keyframes, steps) => {
  const list = new Map();
  for (let step = 0; step <= steps; step += 1) list.set(keyframes.at(step).step, keyframes.at(step));
  return [...list.values()];
};
// The longest way from a keyframe to a step, ms.
const longest = (keyframes, steps, costOf) => {
  let [worst, since, last] = [0, 0, -1];
  for (let step = 1; step <= steps; step += 1) {
    since = keyframes.at(step).step === step || keyframes.at(step).step !== last ? 0 : since;
    last = keyframes.at(step).step;
    since += costOf(step);
    worst = Math.max(worst, since);
  }
  return worst;
};

test('they fit into their memory, the first one stays, and none is far from a step', () => {
  const steps = 6000;
  const costOf = (step) => (step < 1000 ? 4 : 1); // the beginning is heavy
  const keyframes = ran(steps, costOf);
  const list = listOf(keyframes, steps);
  assert.ok(list.length <= most && list.length > most - 2, `${list.length} keyframes`);
  assert.equal(list[0].step, 0);
  const whole = 4 * 1000 + 5000;
  const worst = longest(keyframes, steps, costOf);
  assert.ok(worst < 3.2 * (whole / most), `${worst} ms, ${(whole / most).toFixed(0)} on the average`);
});

test('a run that is short, or small, has one every 30 steps', () => {
  const list = listOf(
    ran(300, () => 1),
    300,
  );
  assert.deepEqual(
    list.map(({ step }) => step),
    Array.from({ length: 11 }, (_, index) => 30 * index),
  );
});

test('going through it again on a machine that is busier takes nothing away', () => {
  const steps = 6000;
  const keyframes = ran(steps, () => 1);
  const before = longest(keyframes, steps, () => 1);
  for (let round = 0; round < 40; round += 1) {
    const from = keyframes.at((round * 997) % steps);
    let { work } = from;
    for (let step = from.step + 1; step <= Math.min(steps, from.step + 400); step += 1) work = keyframes.add(world, step, 0, work + 20);
  }
  const after = longest(keyframes, steps, () => 1);
  assert.ok(after < 1.7 * before, `${after} ms after ${before}`);
});

test('where memory is full, going through it again takes no snapshots', () => {
  let snapshots = 0;
  const slice = () => {
    snapshots += 1;
    return { length: kBytes };
  };
  const counting = { snapshot: () => ({ slice }) };
  const keyframes = ran(6000, () => 1);
  const before = listOf(keyframes, 6000);
  for (let { step, work } = keyframes.at(100); step < 5900; ) work = keyframes.add(counting, (step += 1), 0, work + 1);
  assert.equal(snapshots, 0);
  assert.deepEqual(listOf(keyframes, 6000), before);
  keyframes.cut(3000, 0); // another course
  for (let { step, work } = keyframes.at(100); step < 4000; ) work = keyframes.add(counting, (step += 1), 0, work + 1);
  assert.ok(snapshots > 1000 / 240, `${snapshots} snapshots`);
});
