// Checkpoints: however one came to a step of a run, they are those of the same run from its beginning to there; and they tell since when two runs differ.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { buildFile } from './support/engine.mjs';
import { randomFrom } from '../links/support/random-links.mjs';

const web = await importWebModulesWithEngine(
  'simulation/client.ts',
  'simulation/host.ts',
  'simulation/load-engine.ts',
  'simulation/checkpoints.ts',
  'links/reproduce.ts',
);
const compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
const engine = await web.instantiateEngine(compiled);
const started = [];
after(() => {
  for (const simulation of started) simulation.dispose(); // else the process stays
});
async function start() {
  started.push(await web.Simulation.start({ ...engineConnections(web, compiled, { engine }), silenceLimit: 60_000 }));
  return started.at(-1);
}

const scene = {
  tumble: 1,
  bodies: [
    { name: 'ground', type: 'static', size: [20, 1, 20] },
    { name: 'cube', size: [1, 1, 1], position: [0, 3, 0], angularVelocity: [1, 2, 3] },
  ],
};
const stepsUntil = (step) => Array.from({ length: 9 }, (_, index) => web.checkpointStep(index)).filter((at) => at < step);

test('they stand at the steps 1, 4, 16, …, before the present one', async () => {
  const simulation = await start();
  await simulation.load(scene);
  assert.deepEqual(stepsUntil(300), [1, 4, 16, 64, 256]);
  let before = '';
  for (const step of [0, 1, 2, 4, 5, 17, 65, 256, 257, 300]) {
    await simulation.seek(step);
    const { checkpoints } = await simulation.proof();
    assert.equal(checkpoints.length, 2 * stepsUntil(step).length, `step ${step}`);
    assert.ok(checkpoints.startsWith(before), `step ${step}`);
    before = checkpoints;
  }
  const byStep = [];
  for (const step of stepsUntil(300)) byStep.push((await simulation.seek(step)).hash.slice(0, 2));
  assert.equal(before, byStep.join(''));
});

test('steps, pushes in the present and the past, undo and redo: they are those of the same run from its beginning', async () => {
  const [simulation, fresh] = [await start(), await start()];
  for (let seed = 1; seed <= 12; seed += 1) {
    const next = randomFrom(seed);
    const { bodies } = await simulation.load(scene);
    let most = 0;
    for (let act = 0; act < 14; act += 1) {
      const kind = Math.floor(next() * 5);
      if (kind === 0) await simulation.push({ body: bodies[1].id, impulse: [next() * 900, 0, next() * 900] });
      else if (kind === 1) await simulation.step(1 + Math.floor(next() * 60));
      else if (kind === 2) await simulation.seek(Math.floor(next() * 90));
      else if (kind === 3) await simulation.undo();
      else await simulation.redo();
      const { step, hash, checkpoints } = await simulation.proof();
      await fresh.load(scene, simulation.log);
      await fresh.seek(step);
      assert.deepEqual(await fresh.proof(), { step, hash, checkpoints }, `seed ${seed}, act ${act}`);
      most = Math.max(most, simulation.log.length);
    }
    assert.ok(most > 0, `seed ${seed}: something is done`);
  }
});

test('since when a run is another one', () => {
  const { sinceWhen } = web;
  assert.equal(sinceWhen('', '0102', 40), 'the state at step 40 differs');
  assert.equal(sinceWhen('0102', '', 40), 'the state at step 40 differs');
  assert.equal(sinceWhen('010203', '090203', 40), 'the run is another one at step 1 already');
  assert.equal(sinceWhen('010203', '010903', 40), 'the run is the same at step 1 and another one at step 4');
  assert.equal(sinceWhen('010203', '010203', 40), 'the run is the same at step 16 and another one at step 40');
});
