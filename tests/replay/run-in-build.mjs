// Runs in one build of the engine: natively by tumble-replay, or the module of the page in Node.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildVariantWithProgress, isWasm, kModuleTargets, kReplayTargets } from '../../build-scripts/build-engine.mjs';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { run } from '../../build-scripts/lib/run.mjs';
import { linesOf } from './run-file.mjs';

const kStepNotTaken = (1 << 3) | (1 << 6); // kPairOverload, kWorkOverload of engine/world/step_report.h
const moduleFiles = { wasm: 'wasm/tumble-core', 'wasm-scalar': 'wasm/tumble-core-scalar' };

export const buildFor = (build) => buildVariantWithProgress(build, isWasm(build) ? kModuleTargets : kReplayTargets);

/** Commands go in as the page's host gives them in a replay (web/src/simulation/batched-jobs.ts). */
function play(world, [scene, ...entries], steps, atStep) {
  const problem = world.load(scene);
  if (problem !== '') return problem;
  for (let next = 0; ; ) {
    const isLast = world.stepCount === steps;
    if (!isLast) atStep(world.stepCount);
    for (; next < entries.length && entries[next].issuedAtStep <= world.stepCount; next += 1) {
      const { command, step } = entries[next];
      const refusal = command.type === 'revise' ? world.revise(command.scene, command.kept) : world.command({ ...command, step });
      if (refusal !== '') return `command ${next} of the log was refused: ${refusal}`;
    }
    if (isLast) {
      atStep(steps);
      return '';
    }
    if (world.step() & kStepNotTaken) return `step ${world.stepCount + 1} was not taken: there was too much work in it`;
  }
}

async function runInWasm(build, lines, steps, snapshot) {
  const { default: create } = await import(pathToFileURL(join(buildRoot, `${moduleFiles[build]}.node.mjs`)).href);
  const world = new (await create()).World();
  const hashes = [];
  // Through JSON text, as a native build has it: JSON.parse knows -0, and JSON.stringify does not.
  const documents = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const problem = play(world, documents, steps, (step) => {
    hashes[step] = world.hash();
    if (step === snapshot?.step) writeFileSync(snapshot.file, world.snapshot());
  });
  world.delete();
  return { hashes, problem };
}

async function runNatively(build, lines, steps, snapshot) {
  const folder = join(buildRoot, 'replay');
  const file = join(folder, `${build}.run`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, lines);
  const { code, output } = await run(join(buildRoot, build, 'tumble-replay'), [
    file,
    String(steps),
    ...(snapshot ? [String(snapshot.step), snapshot.file] : []),
  ]);
  const hashes = [];
  const others = []; // of the error output, which may come before lines that were printed earlier
  for (const line of output.split('\n')) {
    const hash = line.match(/^\d+ ([0-9a-f]{16})$/)?.[1];
    if (hash) hashes.push(hash);
    else others.push(line);
  }
  return { hashes, problem: code === 0 ? '' : others.join('\n').trim() || `ended with code ${code}` };
}

/** Gives { hashes, problem }: the hash at step 0 and after each step, and '' or why the run ended early. `snapshot`: { step, file }, where
 *  the state after that step is written. */
export function runIn(build, runFile, steps, snapshot) {
  return (isWasm(build) ? runInWasm : runNatively)(build, linesOf(runFile), steps, snapshot);
}

/** Sentences on the first field that differs between two snapshots. */
export async function compareSnapshots(nativeBuild, files) {
  const { output } = await run(join(buildRoot, nativeBuild, 'tumble-compare'), files);
  return output.trimEnd();
}
