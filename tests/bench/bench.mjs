// npm run bench: how long a step of our own scenes takes, by stage, in the wasm build as it ships.
//   npm run bench -- --scene pile,wall --steps 600
// `active` is the median of the first third of the steps, `settled` of the last half; the stages are medians of the settled
// part (of the active part with --active). A step counts as the smaller of its processor time and its wall time, since both
// only overestimate on a busy machine; the stages are wall times, so there they may add up to more. One scene after the other, each after a pile of 200 cubes as warm-up, in a
// process without V8's baseline compiler: else the first seconds tell when the optimised code came, not how fast it is.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createWorld, loadEngine } from '../accuracy/engine.mjs';

const warmUpSteps = 80;
const stages = ['commands', 'pairs', 'collide', 'prepare', 'solve', 'finalize'];
const firstStage = 8; // place of the stage times in report()

const ground = (size = 120) => ({ type: 'static', size: [size, 2, size], position: [0, -1, 0] });
const light = { size: [1, 1, 1], density: 1 };

/** Cubes turned at random that fall from a loose grid into a pit. */
function pile(side, layers) {
  const inner = side * 0.9 + 0.2, height = layers * 1.8 + 8;
  const wall = (x, z) => ({
    type: 'static', position: [x * (inner + 1), height / 2, z * (inner + 1)],
    size: x ? [2, height, 2 * inner + 4] : [2 * inner, height, 2],
  });
  const arrangement = { type: 'grid', count: [side, layers, side], spacing: [1.8, 1.8, 1.8], jitter: 0.02, randomOrientation: true, seed: 1 };
  return { bodies: [{ ...light, position: [0, 1.2, 0], arrangement }, ground(2 * inner + 20), wall(1, 0), wall(-1, 0), wall(0, 1), wall(0, -1)] };
}

function stacks() {
  const bodies = [ground()];
  for (let i = 0; i < 20; i++) {
    const position = [((i % 5) - 2) * 4, 0.5, (Math.floor(i / 5) - 1.5) * 4];
    bodies.push({ ...light, position, arrangement: { type: 'stack', count: 20, spacing: 1 } });
  }
  return { bodies };
}

/** Numbers in [0, 1) from a linear congruential generator: the same scene on every machine. */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

function free() {
  const next = numbers(3), bodies = [];
  for (let i = 0; i < 10000; i++) {
    const position = [((i % 22) - 10.5) * 2.5, Math.floor(i / 484) * 2.5, ((Math.floor(i / 22) % 22) - 10.5) * 2.5];
    bodies.push({ ...light, position, angularVelocity: [8 * next() - 4, 8 * next() - 4, 8 * next() - 4] });
  }
  return { gravity: [0, 0, 0], bodies };
}

function wall() {
  const brick = { size: [1, 0.5, 0.5], density: 1, position: [0, 0.25, 0], arrangement: { type: 'wall', columns: 40, rows: 20, spacing: [1.05, 0.5] } };
  const ball = { name: 'ball', size: [2, 2, 2], density: 4, position: [0, 1, 8] };
  return { bodies: [brick, ball, ground()], commands: [{ type: 'impulse', step: 120, body: 'ball', impulse: [0, 0, -640] }] };
}

const scenes = {
  pile: ['pile of 1,000', () => pile(10, 10)],
  pyramid: ['pyramid of 465', () => ({ bodies: [ground(), { ...light, position: [0, 0.5, 0], arrangement: { type: 'pyramid', rows: 30, spacing: [1.05, 1] } }] })],
  wall: ['wall, hit at step 120', wall],
  stacks: ['20 stacks of 20', stacks],
  free: ['10,000 free cubes', free],
};

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? NaN;

/** [total, ...stages] in ms for each step. */
async function timeSteps(engine, scene, steps) {
  const world = createWorld(engine, scene);
  const rows = [];
  for (let i = 0; i < steps; i++) {
    const cpu = process.cpuUsage(), start = performance.now();
    const flags = world.step();
    const wallTime = performance.now() - start, used = process.cpuUsage(cpu);
    const total = Math.min(wallTime, (used.user + used.system) / 1000);
    if (flags !== 0) throw new Error(`step ${i}: flags ${flags}`);
    rows.push([total, ...world.report().subarray(firstStage, firstStage + stages.length)]);
    if (i % 16 === 15) await new Promise(setImmediate); // back to the event loop, as a page does
  }
  const report = world.report();
  world.delete();
  return { rows, bodies: report[1], contacts: report[3] };
}

function options() {
  const { values } = parseArgs({ options: { scene: { type: 'string' }, steps: { type: 'string', default: '600' }, active: { type: 'boolean', default: false } } });
  const names = values.scene?.split(',') ?? Object.keys(scenes);
  const unknown = names.find((name) => !(name in scenes));
  if (unknown !== undefined) throw new Error(`there is no scene "${unknown}"; the scenes are ${Object.keys(scenes).join(', ')}`);
  const steps = Number(values.steps);
  if (!Number.isInteger(steps) || steps < 3) throw new Error(`--steps ${values.steps} is not a whole number of at least 3`);
  return { names, steps, active: values.active };
}

async function main() {
  const { names, steps, active } = options();
  const engine = await loadEngine();
  const warm = await timeSteps(engine, pile(5, 8), warmUpSteps);
  const columns = ['active', 'settled', ...stages];
  process.stdout.write(`ms a step, medians of ${steps} steps; stages of the ${active ? 'active' : 'settled'} part; warm-up ${median(warm.rows.map((row) => row[0])).toFixed(2)} ms\n`);
  process.stdout.write(`${''.padEnd(24)}${'bodies'.padStart(8)}${'contacts'.padStart(10)}${columns.map((name) => name.padStart(10)).join('')}\n`);
  for (const name of names) {
    const [title, scene] = scenes[name];
    const { rows, bodies, contacts } = await timeSteps(engine, scene(), steps);
    const early = rows.slice(0, Math.ceil(steps / 3)), late = rows.slice(Math.floor(steps / 2));
    const column = (part, i) => median(part.map((row) => row[i]));
    const numbersOfScene = [column(early, 0), column(late, 0), ...stages.map((_, i) => column(active ? early : late, i + 1))];
    process.stdout.write(`${title.padEnd(24)}${String(bodies).padStart(8)}${String(contacts).padStart(10)}${numbersOfScene.map((ms) => ms.toFixed(3).padStart(10)).join('')}\n`);
  }
}

if (process.execArgv.includes('--no-liftoff')) {
  await main().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  const { status } = spawnSync(process.execPath, ['--no-liftoff', fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
