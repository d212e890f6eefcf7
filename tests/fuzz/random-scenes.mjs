// The scenes that seeds name (families.h), as any program can load them, with the number of steps that each is run for.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem } from '../../build-scripts/lib/problem.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';

/** The program of hashes_main.cpp in a native build. */
export const hashesProgram = (build) => join(buildRoot, build, 'tumble-hashes');

async function lines(build, words) {
  const program = hashesProgram(build);
  if (!existsSync(program)) throw new Problem(`${program} is not built.`);
  const { code, output } = await run(program, words.map(String));
  if (code !== 0) throw new Problem(`${program} ended with code ${code}.`, tail(output));
  return output.trim().split('\n');
}

/** Written by a native build: [{ seed, text: hash of the scene's text, steps, scene }]. */
export const randomScenes = async (build, first, count, steps) =>
  (await lines(build, ['--scenes', first, count, steps])).map((line) => JSON.parse(line));

/** What a native build makes of them: for each the state hashes after its steps; ['refused'] for one that is no scene. */
export const randomHashes = async (build, first, count, steps) =>
  (await lines(build, [first, count, steps])).map((line) => line.split(' ').slice(2));
