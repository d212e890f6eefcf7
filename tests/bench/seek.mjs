// npm run bench:seek: how long it takes to go to any step of a run with 1,000 cubes, once it has been seen, and what its keyframes weigh. Host and
// client as in a page, with the engine as it ships.
//   npm run bench:seek -- --cubes 1000 --seconds 60 --seeks 200
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { buildFile, heap } from '../wasm/support/engine.mjs';

const { values } = parseArgs({
  options: {
    cubes: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    seeks: { type: 'string', default: '200' },
    asleep: { type: 'boolean', default: false }, // bodies at rest may fall asleep, as in a scene of a page
  },
});
const [cubes, seconds, seeks] = [Number(values.cubes), Number(values.seconds), Number(values.seeks)];
const kGoal = 300; // ms

const web = await importWebModulesWithEngine(
  'simulation/client.ts',
  'simulation/host.ts',
  'simulation/load-engine.ts',
  'simulation/keyframes.ts',
);
const compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
const engine = await web.instantiateEngine(compiled);
let stepsRun = 0;
const { step: runStep } = engine.World.prototype;
engine.World.prototype.step = function () {
  stepsRun += 1;
  return runStep.call(this);
};
const simulation = await web.Simulation.start({ ...engineConnections(web, compiled, { engine }), silenceLimit: 600_000 });

await simulation.load({ ...heap(cubes), sleeping: values.asleep });
const last = 60 * seconds;
// Processor time: other work on the machine does not count. Host and client are in one process here, and neither waits.
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const begun = clock();
for (let step = 0; step < last; step += 60) await simulation.step(60); // as a page that looks at it
const ran = clock() - begun;

let state = 1;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const took = [];
for (let count = 0; count < seeks; count += 1) {
  const step = Math.floor(next() * (last + 1));
  const start = clock();
  stepsRun = 0;
  await simulation.seek(step);
  took.push({ step, milliseconds: clock() - start, steps: stepsRun });
}
took.sort((a, b) => a.milliseconds - b.milliseconds);
const at = (share) => took[Math.min(took.length - 1, Math.floor(share * took.length))];
const text = ({ step, milliseconds, steps }) => `${milliseconds.toFixed(0)} ms (to step ${step}, ${steps} run)`;
process.stdout.write(
  `${cubes} cubes, ${last} steps in ${(ran / 1000).toFixed(1)} s (${(ran / last).toFixed(2)} ms a step), keyframes of at most ${web.mostKeyframeBytes >> 20} MB\n` +
    `${seeks} seeks: median ${text(at(0.5))}, 95 of 100 within ${text(at(0.95))}, longest ${text(took.at(-1))}, most steps ${Math.max(...took.map(({ steps }) => steps))}; ` +
    `${took.filter(({ milliseconds }) => milliseconds > kGoal).length} over ${kGoal} ms\n`,
);
simulation.dispose();
