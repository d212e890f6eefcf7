// The numbers to check of the gallery (web/checks.json) as the page reads them from a running scene: each comes to its target.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { buildFile } from './support/engine.mjs';

const folder = new URL('../../web/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const checks = read('checks.json');
const kSeconds = 14; // two and a half turns of the slowest racket; what has a moment of its own ends there
const kOther = { 'driven-spin': 75, 'hammer-on-the-moon': 1, 'moon-lander': 1 }; // s: it comes to its end late; they fly

let web;
let simulation;
before(async () => {
  web = await importWebModulesWithEngine(
    'simulation/client.ts',
    'simulation/host.ts',
    'simulation/load-engine.ts',
    'instruments/check-reading.ts',
    'figure/run-marks.ts',
  );
  const compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
  simulation = await web.Simulation.start(engineConnections(web, compiled));
});
after(() => simulation?.dispose());

const frameAt = (step) =>
  new Promise((resolve) => {
    const stop = simulation.onFrame((frame) => {
      if (frame.step !== step) return simulation.requestFrame(0);
      stop();
      resolve(frame);
    });
    simulation.requestFrame(0);
  });

/** Runs a scene and gives how each of its readings stands at the end; `spacing`: steps from one frame to the next. */
async function readAll(id, spacing = 1) {
  const impacts = new web.ImpactPeaks();
  const readers = checks[id].map((reading) => new web.CheckReader(reading, undefined, impacts));
  const info = await simulation.load(read(`scenes/${id}.json`));
  const selected = checks[id][0].bodies?.[0];
  simulation.watch({ bodies: [], details: true, jointStates: true });
  if (selected) simulation.select(info.bodies.find(({ name }) => name === selected).id);
  const seconds = Math.max(...checks[id].map(({ at }) => at ?? kOther[id] ?? kSeconds));
  const steps = Math.round(seconds * info.stepsPerSecond);
  let reads = [];
  for (let step = 0; step <= steps; step += Math.max(1, Math.min(spacing, steps - step))) {
    if (step > 0) await simulation.step(step - simulation.frame.step);
    const frame = await frameAt(step);
    if (frame.impactPeaks) impacts.add(frame.impactPeaks);
    reads = readers.map((reader) => reader.read(frame, info));
  }
  return reads;
}

for (const id of Object.keys(checks))
  test(`${id}: what the page reads comes to its target`, async () => {
    const reads = await readAll(id);
    reads.forEach((reading, index) => {
      const text = web.textOf(checks[id][index], reading);
      assert.equal(reading.isRight, true, text);
      assert.ok(text.endsWith('✓'), text);
      assert.ok(reading.values.every(Number.isFinite), text);
    });
  });

test('on a slow machine, whose frames are steps apart, a time between zeros and a value at its moment are the same', async () => {
  for (const id of ['racket-by-five-schemes', 'weight-on-a-spring', 'one-engine-out'])
    for (const [index, reading] of (await readAll(id, 7)).entries())
      assert.equal(reading.isRight, true, `${id}: ${web.textOf(checks[id][index], reading)}`);
});

test('a time between zeros is not read from frames between which some may lie', async () => {
  for (const every of [5, 9, 13, 20])
    for (const [index, reading] of (await readAll('eulers-disk', every)).entries())
      assert.notEqual(reading.isRight, false, `every ${every} steps: ${web.textOf(checks['eulers-disk'][index], reading)}`);
});

test('a slow machine shows a frame of the moment itself: a value that jumps shortly before is right', async () => {
  for (const [id, of] of [
    ['newtons-cradle', 0],
    ['trebuchet', 0],
  ]) {
    const reading = checks[id][of];
    const reader = new web.CheckReader(reading);
    const info = await simulation.load(read(`scenes/${id}.json`));
    simulation.watch({ bodies: [], joints: [], jointStates: false, details: true, moments: [reading.at, NaN] });
    simulation.play();
    const steps = [];
    let seen = null;
    for (let now = 0; now < 60; now += 1) {
      const frame = await new Promise((resolve) => {
        const stop = simulation.onFrame((next) => {
          stop();
          resolve(next);
        });
        simulation.requestFrame(1000 + 90 * now); // ms: several steps are due
      });
      steps.push(frame.step);
      seen = reader.read(frame, info);
    }
    simulation.pause();
    const apart = steps.map((step, index) => step - (steps[index - 1] ?? 0));
    assert.ok(Math.max(...apart.slice(2)) > 1, `${apart}`);
    assert.ok(steps.includes(Math.round(reading.at * info.stepsPerSecond)), `${steps}`);
    assert.ok(web.textOf(reading, seen).endsWith('✓'), `${id}: ${web.textOf(reading, seen)}`);
  }
});

test('a value at a moment that no frame was near is not that of now; the frame of the moment has it, whatever came before', async () => {
  const [reading] = checks['car-over-a-ramp'].filter(({ at }) => at === 2.2);
  const info = await simulation.load(read('scenes/car-over-a-ramp.json'));
  simulation.watch({ bodies: [], details: true, jointStates: true });
  const reader = new web.CheckReader(reading);
  const readAt = async (step) => {
    await simulation.seek(step);
    return reader.read(await frameAt(step), info);
  };
  await simulation.step(300);
  const opened = await readAt(300);
  assert.equal(opened.isMissed, true);
  assert.equal((await readAt(300)).isMissed, true, 'the same frame once more');
  assert.equal(web.textOf(reading, opened), `${reading.label} … / 6.08\u00a0m/s: go to 2.2 s`);
  assert.equal((await readAt(303)).isMissed, true, 'and the next ones');
  await readAt(20);
  assert.equal((await readAt(290)).isMissed, true, 'a jump over it');
  assert.ok(web.textOf(reading, await readAt(132)).endsWith(' 6.08 / 6.08\u00a0m/s ✓'));
  assert.ok(web.textOf(reading, await readAt(290)).endsWith(' 6.08 / 6.08\u00a0m/s ✓'), 'it stays');
  // A moment between two steps, seen from the step after it alone: what lies between that step and the one before.
  const between = { ...reading, at: 131.5 / info.stepsPerSecond };
  const speedAt = async (step) => {
    await simulation.seek(step);
    return new web.CheckReader({ ...reading, at: undefined }).read(await frameAt(step), info).values[0];
  };
  const [before, after] = [await speedAt(131), await speedAt(132)];
  const [value] = new web.CheckReader(between).read(await frameAt(132), info).values;
  assert.ok(Math.abs(value - (before + after) / 2) < 1e-9 && before !== after, `${before} ${value} ${after}`);
});

test('a number that is not what it should be has no tick, and one that is not there yet is neither', async () => {
  const reading = { label: 'v', quantity: 'speed', bodies: ['rod'], target: 0.1, unit: 'm/s', decimals: 2 };
  const info = await simulation.load(read('scenes/couple.json'));
  simulation.watch({ bodies: [], details: true });
  await simulation.step(1);
  const frame = await frameAt(1);
  assert.equal(web.textOf(reading, new web.CheckReader(reading).read(frame, info)), 'v 0.00 / 0.10\u00a0m/s');
  const late = { ...reading, target: 0, at: 5 };
  assert.equal(new web.CheckReader(late).read(frame, info).isRight, null);
  const lost = { ...reading, bodies: ['nobody'] };
  assert.equal(web.textOf(lost, new web.CheckReader(lost).read(frame, info)), 'v … / 0.10\u00a0m/s');
});
