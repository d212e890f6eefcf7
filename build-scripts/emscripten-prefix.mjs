// A private Emscripten for a Debian whose own one is too old: packages of Debian testing unpacked into a folder of their own,
// with their own C library, so that nothing of the system changes.
// The folder holds absolute paths (program interpreters, settings), so it is made where it stays: each attempt in a folder of
// its own, because a killed attempt may leave programs running that still write. The ready file, renamed into place at the
// end, names the folder that counts.
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { debianMirror, ensurePackages, hasApt } from './lib/apt.mjs';
import { compare, parsePackages, readRecord } from './lib/compiler-record.mjs';
import { withLock } from './lib/lock.mjs';
import { cacheRoot } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { say, step } from './lib/progress.mjs';
import { answer, mustRun, run, tail } from './lib/run.mjs';

export const kSuite = 'forky'; // the Debian release whose Emscripten is new enough
const kRecipe = 2; // counts up when the recipe below changes, so that a folder made by an older one is not taken
const kAttempts = 3;
const kPackages = ['emscripten', 'binaryen'];
const kPrograms = ['emcc', 'em++', 'emar', 'emranlib', 'emcmake', 'emsize', 'embuilder', 'em-config'];

const kName = `emscripten-${kSuite}-${kRecipe}`;
const kReadyFile = join(cacheRoot, `${kName}.json`);

export const binFolder = (prefix) => join(prefix, 'tumble-bin');

// { folder, version, env, packages, index } of the private Emscripten, or null where there is none.
export function readyPrefix() {
  try {
    const ready = JSON.parse(readFileSync(kReadyFile, 'utf8'));
    return existsSync(join(binFolder(ready.folder), 'emcc')) ? ready : null;
  } catch {
    return null;
  }
}

function isElf(path) {
  const magic = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    return readSync(file, magic, 0, 4, 0) === 4 && magic.toString('latin1') === '\x7fELF';
  } finally {
    closeSync(file);
  }
}

const plainFiles = (folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isFile() && isElf(path));

// The version folder, read and not assumed: packages of Debian testing move.
function llvmFolder(prefix) {
  const names = readdirSync(join(prefix, 'usr/lib')).filter((name) => existsSync(join(prefix, 'usr/lib', name, 'bin/clang')));
  if (names.length === 0)
    throw new Problem('The unpacked packages hold no clang: the recipe in build-scripts/emscripten-prefix.mjs needs a look.');
  const newest = names.sort((a, b) => Number(a.split('-')[1]) - Number(b.split('-')[1])).at(-1);
  return join(prefix, 'usr/lib', newest);
}

function librariesFolder(prefix) {
  const name = readdirSync(join(prefix, 'usr/lib')).find((entry) => /^[a-z0-9_]+-linux-gnu/.test(entry));
  return join(prefix, 'usr/lib', name);
}

// What came, while the archives are still there: sums of the packages, and how long their signed index is good for.
const kNotePackages =
  '(cd "$1/var/cache/apt/archives" && sha256sum *.deb) > "$1/tumble-packages"; grep -hE "^(Date|Valid-Until):" "$1"/var/lib/apt/lists/*InRelease > "$1/tumble-index" || true';

const kExpired = /Release file for .* is (expired|not valid yet)[^\n]*/;

// Only where somebody keeps the clock right does an old index mean an old archive.
const isClockRight = () => answer('timedatectl', ['show', '--property=NTPSynchronized', '--value']) === 'yes';

/** Whether packages may be used that a signed but expired index names, and the sentence about it. */
export function judgeExpired({ reason, isRecorded, clockIsRight, isAllowed = process.env.TUMBLE_ACCEPT_EXPIRED === '1' }) {
  const fact = `The index of the Debian archive is signed, but ${/not valid yet/.test(reason) ? 'not valid yet' : 'expired'} by the clock of this machine`;
  if (isRecorded) return { use: true, sentence: `${fact}; every package has the recorded sha256, so it is used.` };
  if (!clockIsRight)
    return {
      use: true,
      sentence: `${fact}, which nobody is known to keep right: it is used, and some packages are not the recorded ones.`,
    };
  if (isAllowed) return { use: true, sentence: `${fact}; it is used because TUMBLE_ACCEPT_EXPIRED=1 says so.` };
  return {
    use: false,
    sentence: `${fact}, and its packages are not the recorded ones: somebody may be showing an old archive. Use another mirror, put an emcc of version 4 or newer on PATH, or set TUMBLE_ACCEPT_EXPIRED=1.`,
  };
}

// The packages that came: { packages, index }.
async function unpack(prefix, report) {
  const mirror = debianMirror();
  if (!mirror)
    throw new Problem(
      'The apt sources of this machine name no Debian archive to take Emscripten from; please put an emcc of version 4 or newer on PATH (https://emscripten.org/docs/getting_started/downloads.html).',
    );
  const source = `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} ${kSuite} main`;
  const args = (takesExpired) => [
    '--variant=extract',
    '--mode=root',
    `--include=${kPackages.join(',')}`,
    `--extract-hook=${kNotePackages}`,
    '--aptopt=Apt::Install-Recommends "false"',
    '--aptopt=Acquire::Retries "3"',
    `--aptopt=Acquire::Check-Valid-Until "${!takesExpired}"`,
    `--aptopt=Acquire::Check-Date "${!takesExpired}"`, // the signature is looked at in any case
    kSuite,
    prefix,
    source,
  ];
  let expired = null;
  for (let attempt = 1; ; attempt += 1) {
    rmSync(prefix, { recursive: true, force: true });
    const result = await run('mmdebstrap', args(expired !== null), { report });
    if (result.code === 0) {
      const came = {
        packages: parsePackages(readFileSync(join(prefix, 'tumble-packages'), 'utf8')),
        index: readFileSync(join(prefix, 'tumble-index'), 'utf8').trim().split('\n'),
      };
      if (expired === null) return came;
      const { isRecorded } = compare(readRecord()?.packages ?? {}, came.packages);
      const { use, sentence } = judgeExpired({ reason: expired, isRecorded, clockIsRight: isClockRight() });
      if (!use) throw new Problem(sentence);
      say(sentence);
      return came;
    }
    if (expired === null && kExpired.test(result.output)) {
      [expired] = result.output.match(kExpired);
      attempt -= 1;
      continue;
    }
    if (attempt === kAttempts) throw new Problem('Emscripten could not be fetched from the Debian archive.', tail(result.output));
    report(`attempt ${attempt} failed, trying again`);
  }
}

// Makes the programs use the libraries beside them instead of the system's older ones.
async function patchPaths(prefix, report) {
  const libraries = librariesFolder(prefix);
  const llvm = llvmFolder(prefix);
  const loader = plainFiles(libraries).find((path) => /\/ld-linux[^/]*$/.test(path));
  const rpath = ['--force-rpath', '--set-rpath', `${libraries}:${join(llvm, 'lib')}`];
  const programs = [...plainFiles(join(llvm, 'bin')), ...plainFiles(join(prefix, 'usr/bin')).filter((path) => /\/wasm[^/]*$/.test(path))];
  for (const program of programs) {
    report(program.split('/').at(-1));
    if (answer('patchelf', ['--print-interpreter', program]) === null) continue; // a static program or a library
    await mustRun('patchelf', ['--set-interpreter', loader, ...rpath, program]);
  }
  // The loader itself must stay as it is: a patched loader makes every program crash.
  const shared = [...plainFiles(libraries), ...plainFiles(join(llvm, 'lib'))].filter(
    (path) => /\.so(\.|$)/.test(path) && !/\/(ld-linux[^/]*|libc\.so[^/]*)$/.test(path),
  );
  for (const library of shared) {
    report(library.split('/').at(-1));
    await mustRun('patchelf', [...rpath, library]);
  }
}

function writeSettings(prefix) {
  const settings = join(prefix, 'emscripten-settings.py');
  writeFileSync(
    settings,
    [
      `LLVM_ROOT = '${join(llvmFolder(prefix), 'bin')}'`,
      `BINARYEN_ROOT = '${join(prefix, 'usr')}'`,
      `NODE_JS = '${process.execPath}'`, // toolchain.mjs overrides it with the Node that runs
      `CACHE = '${join(prefix, 'cache')}'`,
      '',
    ].join('\n'),
  );
  const env = {
    EM_CONFIG: settings,
    EMSDK_PYTHON: answer('/usr/bin/python3', ['--version']) === null ? 'python3' : '/usr/bin/python3',
    NODE_PATH: join(prefix, 'usr/share/nodejs'),
  };
  // Small wrappers, so that one folder on PATH is all anybody needs.
  mkdirSync(binFolder(prefix), { recursive: true });
  for (const name of kPrograms.filter((entry) => existsSync(join(prefix, 'usr/share/emscripten', entry)))) {
    const file = join(binFolder(prefix), name);
    const exports = Object.entries(env).map(([key, value]) => `export ${key}='${value}'`);
    writeFileSync(file, ['#!/bin/sh', ...exports, `exec '${join(prefix, 'usr/share/emscripten', name)}' "$@"`, ''].join('\n'));
    chmodSync(file, 0o755);
  }
  return env;
}

// Builds the system libraries our links use, so that the first build does not surprise anybody with a minute of it.
async function warmUp(prefix, report) {
  const folder = join(prefix, 'warm-up');
  mkdirSync(folder, { recursive: true });
  const source = join(folder, 'toy.cpp');
  writeFileSync(
    source,
    [
      '#include <emscripten/bind.h>',
      '#include <string>',
      '#include <cstdio>',
      'std::string hello(std::string name) { std::printf("x"); return "hello " + name; }',
      'EMSCRIPTEN_BINDINGS(toy) { emscripten::function("hello", &hello); }',
      '',
    ].join('\n'),
  );
  const emxx = join(binFolder(prefix), 'em++');
  const library = (line) => report(line.match(/system library: \S*?([^/\s]+\.a)\b/)?.[1] ?? line);
  const options = { report: library, cwd: folder, env: { ...process.env, EMCC_CORES: '2' } };
  const common = [source, '-O3', '-lembind', '-sMODULARIZE=1', '-sEXPORT_ES6=1', '-sDYNAMIC_EXECUTION=0', '-sEMBIND_AOT=1'];
  await mustRun(
    emxx,
    [...common, '-fno-exceptions', '-sMALLOC=emmalloc', '-sFILESYSTEM=0', '-sENVIRONMENT=web,worker', '-o', 'release.mjs'],
    options,
  );
  await mustRun(emxx, [...common, '-sNODERAWFS=1', '-sENVIRONMENT=node', '-o', 'tests.mjs'], options);
  rmSync(folder, { recursive: true, force: true });
}

function removeLeftovers() {
  for (const name of readdirSync(cacheRoot).filter((entry) => entry.startsWith(`${kName}-`))) {
    rmSync(join(cacheRoot, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

export const kNeededPackages = ['mmdebstrap', 'patchelf', 'python3', 'debian-archive-keyring'];

async function make() {
  await ensurePackages(kNeededPackages, 'Emscripten');
  removeLeftovers();
  const prefix = join(cacheRoot, `${kName}-${Date.now().toString(36)}`);
  const { packages, index } = await step('Fetching Emscripten (about 800 MB on disk, once)', (report) => unpack(prefix, report));
  await step('Fitting its programs to their own libraries', (report) => patchPaths(prefix, report));
  const env = writeSettings(prefix);
  await step('Building its system libraries', (report) => warmUp(prefix, report));
  const version = answer(join(binFolder(prefix), 'emcc'), ['--version'])?.match(/\d+\.\d+\.\d+/)?.[0];
  if (!version) throw new Problem('The private Emscripten does not start.');
  writeFileSync(`${kReadyFile}.new`, `${JSON.stringify({ folder: prefix, version, env, packages, index }, null, 2)}\n`);
  renameSync(`${kReadyFile}.new`, kReadyFile);
}

// Gives { folder, version, env, packages } of the private Emscripten, making it first where it is missing or was left half-made.
export async function ensurePrefix() {
  if (!readyPrefix()) {
    if (!hasApt() || process.getuid?.() !== 0) {
      throw new Problem(
        'No emcc of version 4 or newer is on PATH: please install emsdk (https://emscripten.org/docs/getting_started/downloads.html) and try again.',
      );
    }
    await withLock(
      join(cacheRoot, `${kName}.lock`),
      async () => {
        if (!readyPrefix()) await make();
      },
      { onWait: (pid) => say(`Waiting for process ${pid}, which sets up Emscripten`) },
    );
  }
  return readyPrefix();
}
