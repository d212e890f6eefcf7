// Which Emscripten builds the engine: an emcc of version 4 or newer on PATH as it is, otherwise a private one made once.
// As a command it makes sure there is one and prints the folder its programs lie in.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binFolder, ensurePrefix } from './emscripten-prefix.mjs';
import { runMain } from './lib/problem.mjs';
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
  return { version, bin: dirname(emcc), root: emscriptenRoot(emcc), env: {} };
}

// Gives { version, bin, root, env, cmakeToolchain }: env holds what must be added to the environment of every emcc call.
export async function ensureEmscripten() {
  let found = onPath();
  if (!found) {
    const { version, env, folder } = await ensurePrefix();
    found = { version, env: { ...env, EM_NODE_JS: process.execPath }, bin: binFolder(folder), root: join(folder, 'usr/share/emscripten') };
  }
  return { ...found, cmakeToolchain: join(found.root, 'cmake/Modules/Platform/Emscripten.cmake') };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    process.stdout.write(`${(await ensureEmscripten()).bin}\n`);
  });
}
