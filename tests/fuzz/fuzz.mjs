// The scene fuzzer for laws over all processors: `npm run fuzz -- --scenes 1000000`. Random beginners' scenes, each looked at with the laws
// of mechanics alone; prints what breaks and tables, exit code 1 when something does.
//   --scenes N      how many (2000)              --first N    seed of the first (1)
//   --seconds S     of each scene (20)           --work N     bodies times steps of each at most (60000)
//   --family a,b    these kinds alone; "joints": those with joints, which are not among the others
//   --law a,b       these laws alone
//   --shrink FOLDER what breaks, made small      --jobs N     processes (one for each processor)
//   --known N       so many broken scenes are known faults of the engine: exit code 1 only above (0)
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildVariantWithProgress } from '../../build-scripts/build-engine.mjs';
import { buildRoot, inProject, logsRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { say, step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { ensureTestTools } from '../../build-scripts/native-tools.mjs';
import { readOptions } from './options.mjs';

const kChunk = 250; // scenes a process looks at before it tells: some ten seconds
const kShownLines = 60;

const kOptions = {
  scenes: { value: 2000, least: 1, isWhole: true },
  first: { value: 1, least: 1, isWhole: true },
  known: { value: 0, isWhole: true },
  jobs: { value: availableParallelism(), least: 1, isWhole: true },
  ...Object.fromEntries(['seconds', 'work', 'family', 'law', 'shrink'].map((name) => [name, { isText: true }])), // tumble-laws reads them
};

// Adds "count <table> <key> <scenes> <broken> law:n …" lines to the tables.
function addCounts(tables, output) {
  for (const line of output.split('\n')) {
    if (!line.startsWith('count\t')) continue;
    const [, table, key, scenes, broken, ...laws] = line.split('\t');
    const rows = (tables[table] ??= {});
    const row = (rows[key] ??= { scenes: 0, broken: 0, laws: {} });
    row.scenes += Number(scenes);
    row.broken += Number(broken);
    for (const word of laws) {
      const [law, n] = word.split(':');
      row.laws[law] = (row.laws[law] ?? 0) + Number(n);
    }
  }
}

function printTables(tables, scenes) {
  for (const row of Object.values(tables.law ?? {})) row.scenes = scenes; // a chunk without a finding does not name the law
  for (const [title, rows] of Object.entries(tables)) {
    console.log(`\n${title.padEnd(20)} ${'scenes'.padStart(8)} ${'broken'.padStart(8)} ${'per 1000'.padStart(9)}  laws`);
    for (const key of Object.keys(rows).sort()) {
      const { scenes: of, broken, laws } = rows[key];
      const names = Object.entries(laws)
        .sort()
        .map(([law, n]) => `${law}:${n}`)
        .join(' ');
      console.log(
        `${key.padEnd(20)} ${String(of).padStart(8)} ${String(broken).padStart(8)} ${((1000 * broken) / Math.max(1, of)).toFixed(1).padStart(9)}  ${names}`,
      );
    }
  }
}

await runMain(async () => {
  const options = readOptions(process.argv.slice(2), kOptions);
  await ensureTestTools();
  await buildVariantWithProgress('native-release', ['tumble-laws']);
  const program = join(buildRoot, 'native-release', 'tumble-laws');
  const passed = ['seconds', 'work', 'family', 'law', 'shrink'].flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, options[name]],
  );
  if (options.shrink) mkdirSync(options.shrink, { recursive: true });
  const tables = {};
  const findings = [];
  const total = { scenes: 0, broken: 0, done: 0 };
  let nextSeed = options.first;
  const end = options.first + options.scenes;
  await step(`Looking at ${options.scenes} scenes`, async (report) => {
    const work = async () => {
      while (nextSeed < end) {
        const first = nextSeed;
        const count = Math.min(kChunk, end - first);
        nextSeed += count;
        const { code, output } = await run(program, [String(first), String(count), '--counts', ...passed], { cwd: inProject() });
        const sum = output.match(/^(\d+) of (\d+) scenes break a law/m);
        if (!sum || code > 1) throw new Problem(`Scenes from seed ${first} ended with code ${code}.`, tail(output));
        total.broken += Number(sum[1]);
        total.scenes += Number(sum[2]);
        total.done += count;
        findings.push(...output.split('\n').filter((line) => / x\S+ +\S+ s {2}/.test(line)));
        addCounts(tables, output);
        report(`${total.done} seeds, ${total.broken} scenes break a law`);
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, work));
  });
  mkdirSync(logsRoot, { recursive: true });
  const log = join(logsRoot, 'fuzz-findings.txt');
  writeFileSync(log, `${findings.join('\n')}\n`);
  for (const line of findings.slice(0, kShownLines)) console.log(line);
  if (findings.length > kShownLines) say(`all ${findings.length} findings: ${log}`);
  printTables(tables, total.scenes);
  console.log(`\n${total.broken} of ${total.scenes} scenes break a law, ${options.known} known`);
  return total.broken > options.known ? 1 : 0;
});
