// Which Emscripten builds the engine: an emcc of version 4 or newer on PATH as it is, otherwise a private one made once.
// As a command it makes sure there is one and prints the folder its programs lie in; with --record it writes its packages into
// compiler.json, which is for whoever has seen the golden hashes hold with them.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binFolder, ensurePrefix, kNeededPackages, kSuite, readyPrefix } from './emscripten-prefix.mjs';
import { hasApt, missingPackages } from './lib/apt.mjs';
import { describe, writeRecord } from './lib/compiler-record.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say } from './lib/progress.mjs';
import { answer, findProgram } from './lib/run.mjs';

const kOldestMajor = 4; // the first with EMBIND_AOT and --emit-tsd as the build uses them

export const parseVersion = (text) => text?.match(/\b(\d+)\.(\d+)\.(\d+)/)?.[0] ?? null;

// "/path/emcc" → the folder of Emscripten's own files, which holds the CMake platform file.
function emscriptenRoot(emcc) {
  return answer(join(dirname(emcc), 'em-config'), ['EMSCRIPTEN_ROOT']) ?? dirname(realpathSync(emcc));
}

function onPath() {
  const emcc = findProgram('emcc');
  const version = emcc && parseVersion(answer(emcc, ['--version']));
  if (!version || Number(version.split('.')[0]) < kOldestMajor) return null;
  return { version, bin: dirname(emcc), root: emscriptenRoot(emcc), env: {}, packages: null };
}

/** Packages of the system that making the private one still needs. */
export const missingForEmscripten = () => (onPath() || readyPrefix() || !hasApt() ? [] : missingPackages(kNeededPackages));

let isTold = false;

// Gives { version, bin, root, env, packages, cmakeToolchain }: env holds what must be added to the environment of every emcc call.
export async function ensureEmscripten() {
  let found = onPath();
  if (!found) {
    const { version, env, folder, packages } = await ensurePrefix();
    found = {
      version,
      packages,
      env: { ...env, EM_NODE_JS: process.execPath },
      bin: binFolder(folder),
      root: join(folder, 'usr/share/emscripten'),
    };
  }
  if (!isTold) describe(found).forEach((line) => say(line));
  isTold = true;
  return { ...found, cmakeToolchain: join(found.root, 'cmake/Modules/Platform/Emscripten.cmake') };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const { bin, version, packages } = await ensureEmscripten();
    process.stdout.write(`${bin}\n`);
    if (!process.argv.includes('--record')) return;
    if (!packages) throw new Problem('Only the packages of the private Emscripten are recorded: there is an emcc on PATH.');
    writeRecord({ suite: kSuite, version, packages });
  });
}
