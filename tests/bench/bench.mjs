// npm run bench: how long a step takes in the wasm build as it ships.
//   npm run bench -- --scene pile,wall --steps 600   our own scenes, with the time of each stage (of the settled part; --active)
//   npm run bench -- --peers                         beside the fastest engines a browser can load: times, ratios and quality
//   npm run bench -- --peers havok,rapier            beside some of them
//   npm run bench -- --peers --scene chains,net      in some scenes; those with joints are chains, net and ragdolls
//   npm run bench -- --growth                        heaps and stacks from 1,000 cubes to 20,000
//   --repetitions 3                                  the best one counts (--peers also tells the median)
// `active` is the median of the first third of the steps, `settled` of the last half. Sleeping is off, every engine keeps its
// default settings, and each run has a process of its own (run-scene.mjs). Engines take turns (A B C A B C), so that a busy
// minute of the machine falls on all of them.
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { kPeers, missingPeers } from './engines.mjs';
import { kGrowthScenes, kScenes } from './scenes.mjs';
import { combineRuns, count, factor, meters, milliseconds, millimeters, percent, ratios, table } from './tables.mjs';

const runner = fileURLToPath(new URL('run-scene.mjs', import.meta.url));
const print = (text) => process.stdout.write(text);
const kLongestRun = 600_000; // ms

const titleOf = (engine) => (engine === 'tumble' ? 'Tumble' : kPeers[engine].title);
const both = (form, { active, settled }) => `${form(active)} / ${form(settled)}`;

function runOnce(engine, scene, steps) {
  const words = ['--no-liftoff', runner, engine, scene, ...(steps === undefined ? [] : [String(steps)])];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: kLongestRun });
  if (status !== 0) throw new Error(`${titleOf(engine)}, scene "${scene}", ended with ${signal ?? status}: ${stderr.trim().slice(-600)}`);
  return JSON.parse(stdout.trim().split('\n').at(-1));
}

/** The combined runs of each engine in one scene: { engine: result }, null for a peer that did not get to the end. */
function timeScene(engines, scene, { repetitions, steps }) {
  const runs = Object.fromEntries(engines.map((engine) => [engine, []]));
  const note = (i, engine, text) => process.stderr.write(`  ${scene}, ${i + 1} of ${repetitions}, ${titleOf(engine)}: ${text}\n`);
  for (let i = 0; i < repetitions; i++) {
    for (const engine of engines) {
      if (runs[engine] === null) continue;
      try {
        const result = runOnce(engine, scene, steps);
        note(i, engine, both(milliseconds, result));
        runs[engine].push(result);
      } catch (error) {
        if (engine === 'tumble') throw error;
        note(i, engine, error.message);
        runs[engine] = null;
      }
    }
  }
  return Object.fromEntries(engines.map((engine) => [engine, runs[engine] && combineRuns(runs[engine])]));
}

function describeRun({ repetitions }) {
  print(
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0].model}, Node ${process.version} (V8 ${process.versions.v8}), best of ${repetitions}, ms a step\n\n`,
  );
}

function printStages(options) {
  const part = options.active ? 'active' : 'settled';
  const rows = options.scenes.map((scene) => {
    const { title, bodies, contacts, best, stages } = timeScene(['tumble'], scene, options).tumble;
    return [
      title,
      count(bodies),
      count(contacts),
      ...[best.active, best.settled, ...Object.values(stages).map((stage) => stage[part])].map(milliseconds),
    ];
  });
  const stages = ['commands', 'pairs', 'collide', 'prepare', 'solve', 'finalize'];
  print(`the stages are wall times of the ${part} part, so on a busy machine they may add up to more\n\n`);
  print(table(['scene', 'bodies', 'contacts', 'active', 'settled', ...stages], rows));
}

const kQualityHead = ['deepest overlap, m', 'into the ground, m', 'drift, m', 'fallen', 'escaped', 'fastest, m/s', 'asleep'];

/** What the table of quality says of one engine in one scene. */
const qualityCells = ({ penetration, depthInStatics, drift, fallen, escaped, topSpeed, awake, bodies }) => [
  meters(penetration),
  meters(depthInStatics),
  meters(drift),
  fallen === null ? '–' : count(fallen),
  count(escaped),
  topSpeed === null ? '–' : topSpeed.toFixed(3),
  count(bodies - awake),
];

const kJointHead = ['joints apart, mm', 'energy at the end', 'highest energy', 'into the ground, m', 'escaped'];

const jointCells = ({ gap, energy, depthInStatics, escaped }) => [
  millimeters(gap),
  energy ? percent(energy.end) : '–',
  energy ? percent(energy.highest) : '–',
  meters(depthInStatics),
  count(escaped),
];

/** A row for each engine in each scene, under a sentence about the columns. */
function printResults(sentence, head, cells, results) {
  if (results.length === 0) return;
  const rows = results.map(({ title, engine, result }) => [
    title,
    titleOf(engine),
    ...(result ? [both(milliseconds, result.median), ...cells(result)] : ['failed', ...head.map(() => '–')]),
  ]);
  print(`\n${sentence}\n\n`);
  print(table(['scene', 'engine', 'median of repetitions', ...head], rows));
}

function printPeers(options) {
  const times = [],
    rigid = [],
    joined = [];
  for (const scene of options.scenes) {
    const peers = options.peers.filter((peer) => kPeers[peer].scenes?.includes(scene) ?? true);
    const results = timeScene(['tumble', ...peers], scene, options),
      { title, best, gap } = results.tumble;
    const timeOf = (result) => `${both(milliseconds, result.best)} (${both(factor, ratios(best, result.best))})`;
    const cellOf = (peer) => (peer in results ? (results[peer] ? timeOf(results[peer]) : 'failed') : '–');
    times.push([title, both(milliseconds, best), ...options.peers.map(cellOf)]);
    (gap === undefined ? rigid : joined).push(...Object.entries(results).map(([engine, result]) => ({ title, engine, result })));
  }
  print('Active / settled; in brackets how many times as long as Tumble. –: not timed; failed: did not get to the end.\n\n');
  print(table(['scene', 'Tumble', ...options.peers.map(titleOf)], times));
  const ofBodies =
    'At the end of each scene. Overlap: of boxes with each other and with what stands still. Drift: the farthest from the start, before the hit. Fallen: lower by more than half a height.';
  const ofJoints =
    'Joints: the farthest that the anchors of one were apart when looked at, four times a second. Energy: gained since the start, in parts of the largest kinetic energy.';
  printResults(ofBodies, kQualityHead, qualityCells, rigid);
  printResults(ofJoints, kJointHead, jointCells, joined);
  print(`\n${options.peers.map((peer) => `${kPeers[peer].title}: ${kPeers[peer].package} ${kPeers[peer].version}`).join(' · ')}\n`);
}

function printGrowth(options) {
  const perCube = (ms, bodies) => ((ms / bodies) * 1000).toFixed(2);
  const rows = Object.keys(kGrowthScenes).map((scene) => {
    const { title, bodies, contacts, best, penetration } = timeScene(['tumble'], scene, options).tumble;
    return [title, count(bodies), count(contacts), both(milliseconds, best), both((ms) => perCube(ms, bodies), best), meters(penetration)];
  });
  rows.sort((a, b) => a[0].localeCompare(b[0]));
  print(table(['scene', 'cubes', 'contacts', 'active / settled', 'µs a cube', 'deepest overlap, m'], rows));
}

function wholeNumber(name, text, least) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name} ${text} is not a whole number of at least ${least}`);
  return value;
}

function chosen(what, text, known) {
  const names = text === undefined ? known : text.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`there is no ${what} "${unknown}"; there are ${known.join(', ')}`);
  return names;
}

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      peers: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      active: { type: 'boolean', default: false },
      scene: { type: 'string' },
      steps: { type: 'string' },
      repetitions: { type: 'string' },
    },
  });
  return {
    ...values,
    scenes: chosen('scene', values.scene, Object.keys(kScenes)),
    peers: values.peers ? chosen('engine', positionals[0], Object.keys(kPeers)) : null,
    steps: values.steps === undefined ? undefined : wholeNumber('steps', values.steps, 3),
    repetitions: wholeNumber('repetitions', values.repetitions ?? (values.peers ? '3' : '1'), 1),
  };
}

try {
  const options = readOptions();
  const missing = options.peers && missingPeers(options.peers);
  if (missing) throw new Error(missing);
  describeRun(options);
  if (options.peers) printPeers(options);
  else if (options.growth) printGrowth(options);
  else printStages(options);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
