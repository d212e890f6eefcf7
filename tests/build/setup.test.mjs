import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { loadedOnOpening } from '../../build-scripts/check-sizes.mjs';
import { parseMirror } from '../../build-scripts/lib/apt.mjs';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { run } from '../../build-scripts/lib/run.mjs';
import { whenChanged } from '../../build-scripts/lib/stamp.mjs';
import { packagesAreCurrent } from '../../build-scripts/npm-packages.mjs';
import { parseVersion } from '../../build-scripts/toolchain.mjs';

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the Debian archive is read from both styles of apt sources', () => {
  assert.equal(parseMirror('Types: deb\nURIs: http://archive.example/debian\nSuites: bookworm\n'), 'http://archive.example/debian');
  assert.equal(
    parseMirror('deb [arch=amd64 signed-by=/x.gpg] https://archive.example/debian/ bookworm main\n'),
    'https://archive.example/debian/',
  );
  assert.equal(
    parseMirror(
      'deb https://packages.example/apt stable main\n# deb http://old.example/debian x main\nURIs: http://archive.example/debian-security\n',
    ),
    null,
  );
});

test('the version of emcc', () => {
  assert.equal(parseVersion('emcc (Emscripten gcc/clang-like replacement) 6.0.5 (abc)\n'), '6.0.5');
  assert.equal(parseVersion(null), null);
});

test('npm packages are stale when one is missing or another version', () =>
  inFolder((folder) => {
    const write = (name, packages) => {
      writeFileSync(join(folder, name), JSON.stringify({ packages }));
      return join(folder, name);
    };
    const wanted = write('lock', {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
    });
    assert.equal(packagesAreCurrent(wanted, write('same', { 'node_modules/a': { version: '1.0.0' } })), true);
    assert.equal(packagesAreCurrent(wanted, write('older', { 'node_modules/a': { version: '0.9.0' } })), false);
    assert.equal(packagesAreCurrent(wanted, write('empty', {})), false);
    assert.equal(packagesAreCurrent(wanted, join(folder, 'none')), false);
  }));

test('a build runs again when an input or its result changed, and only then', () =>
  inFolder(async (folder) => {
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in', 'a'), '1');
    const files = { stampFile: join(folder, 'stamp'), inputs: [join(folder, 'in')], outputs: [join(folder, 'out')] };
    const build = () => whenChanged(files, () => writeFileSync(join(folder, 'out'), 'made'));
    assert.deepEqual([await build(), await build()], [true, false]);
    writeFileSync(join(folder, 'in', 'b'), '2');
    assert.deepEqual([await build(), await build()], [true, false]);
    rmSync(join(folder, 'out'));
    assert.deepEqual([await build(), await build()], [true, false]);
  }));

test('what loads on opening: everything referred to, the largest scene, and not what only a fallback needs', () => {
  const files = {
    'index.html': '<script type="module" src="./assets/index-AAAAAAAA.js"></script>',
    'embed.html': '',
    'assets/index-AAAAAAAA.js':
      'import"./shared-BBBBBBBB.js";import("./app-CCCCCCCC.js");import("./same-thread-DDDDDDDD.js");import("./drop-EEEEEEEE.js");import("./pile-FFFFFFFF.js")',
    'assets/shared-BBBBBBBB.js': '',
    'assets/same-thread-DDDDDDDD.js': '',
    'assets/drop-EEEEEEEE.js': '1',
    'assets/pile-FFFFFFFF.js': '12',
    'assets/app-CCCCCCCC.js': 'new Worker(new URL("worker-GGGGGGGG.js",import.meta.url))',
    'assets/worker-GGGGGGGG.js': 'new URL("core-HHHHHHHH.wasm",import.meta.url)',
    'assets/core-HHHHHHHH.wasm': '',
    'assets/orphan-IIIIIIII.js': '',
  };
  assert.deepEqual(
    loadedOnOpening('index.html', (name) => files[name], Object.keys(files), ['drop', 'pile']),
    [
      'assets/app-CCCCCCCC.js',
      'assets/core-HHHHHHHH.wasm',
      'assets/index-AAAAAAAA.js',
      'assets/pile-FFFFFFFF.js',
      'assets/shared-BBBBBBBB.js',
      'assets/worker-GGGGGGGG.js',
      'index.html',
    ],
  );
});

test('a program that takes too long is stopped with its children', async () => {
  const start = performance.now();
  const { timedOut, code } = await run('sh', ['-c', 'sleep 60 & sleep 60'], { timeoutSeconds: 0.3 });
  assert.equal(timedOut, true);
  assert.notEqual(code, 0);
  assert.ok(performance.now() - start < 20_000);
});

// npm ci refuses a lock file that lacks one, also a package that this machine would not install.
test('every package that another one wants is locked', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const isLocked = (folder, name) => {
    for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf('node_modules/'), 0)).replace(/\/$/, '')) {
      if (packages[`${at && `${at}/`}node_modules/${name}`]) return true;
      if (at === '') return false;
    }
  };
  for (const [folder, { dependencies, devDependencies, optionalDependencies }] of Object.entries(packages))
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      assert.ok(isLocked(folder, name), `${name}, which ${folder || 'the project'} wants`);
});
