// Time: whatever is done, undone and sought, the state at a step is that of a fresh run of the same scene and log from step 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { numbersFrom } from '../fuzz/protocol-messages.mjs';
import { buildFile } from './support/engine.mjs';

const web = await importWebModulesWithEngine('simulation/client.ts', 'simulation/host.ts', 'simulation/load-engine.ts');
const compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));

const start = () => web.Simulation.start({ ...engineConnections(web, compiled), silenceLimit: 60_000 });

const scene = {
  tumble: 1,
  bodies: [
    { type: 'static', size: [20, 1, 20], position: [0, -0.5, 0] },
    ...Array.from({ length: 8 }, (_, index) => ({ name: `box ${index}`, size: [1, 1, 1], position: [0.1 * index, 0.6 + 1.1 * index, 0] })),
  ],
};

// One thing that a person does, at random.
async function act(simulation, random) {
  const { info, run } = simulation;
  const body = random.of(info.bodies.filter(({ type }) => type === 'dynamic')).id;
  const vector = () => [random.below(9) - 4, random.below(9) - 4, random.below(9) - 4];
  const edited = () => ({ ...simulation.scene, gravity: [0, -random.below(12), 0] });
  const moved = () => ({
    ...simulation.scene,
    bodies: simulation.scene.bodies.map((one, index) => (index === 3 ? { ...one, position: [3, 2 + random.below(5), 1] } : one)),
  });
  const rated = () => ({ ...simulation.scene, stepsPerSecond: random.of([30, 60, 240]) });
  const fewer = () => ({
    ...simulation.scene,
    bodies: simulation.scene.bodies.filter((_, index) => index !== simulation.scene.bodies.length - 1),
  });
  const more = () => ({
    ...simulation.scene,
    bodies: [...simulation.scene.bodies, { size: [1, 1, 1], position: [-4, 1 + random.below(9), 2] }],
  });
  const added = () => ({ size: [0.5, 0.5, 0.5], position: [random.below(9) - 4, 9, -3] });
  return random.of([
    () => simulation.step(1 + random.below(40)),
    () => simulation.step(1 + random.below(40)),
    () => simulation.push({ body, impulse: vector() }),
    () => simulation.command({ type: 'drag', pointer: 0, body, point: [0, 1, 0], target: vector() }),
    () => simulation.command({ type: 'release', pointer: 0 }),
    () => simulation.command({ type: 'impulse', body, impulse: vector(), step: run.step + random.below(30) }),
    () => simulation.revise(edited()),
    () => simulation.revise(moved()),
    () => simulation.revise(rated()),
    () => (simulation.scene.bodies.length > 5 ? simulation.revise(fewer()) : simulation.revise(more())),
    () => simulation.revise(more()),
    () => simulation.command({ type: 'addBody', body: added() }),
    () => simulation.command({ type: 'removeBody', body }),
    () => simulation.seek(random.below(run.end + 20)),
    () => simulation.seek(random.below(run.end + 1)),
    () => simulation.undo(),
    () => simulation.undo(),
    () => simulation.redo(),
    () => (random.chance(0.2) ? simulation.reset() : simulation.seek(run.end)),
  ])();
}

test('random pushes, drags, edits, scrubbing, undo and redo: every state is that of a fresh run', async () => {
  const [simulation, fresh] = [await start(), await start()];
  for (let seed = 1; seed <= 8; seed += 1) {
    const random = numbersFrom(seed);
    await simulation.load(scene);
    for (let round = 0; round < 48; round += 1) {
      await act(simulation, random);
      const { step, hash } = await simulation.stand();
      if (round % 4 !== 3) continue;
      const { scene: base, log } = simulation.run;
      const again = await fresh.open({ scene: base, log: [...log], step });
      assert.deepEqual(again, { step, hash }, `seed ${seed}, round ${round}`);
    }
  }
  simulation.dispose();
  fresh.dispose();
});
