// `npm test -- --changed`: which files differ, and which suites they concern.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { readBy } from '../../build-scripts/lib/imports.mjs';
import { changedFiles, concernedSuites } from '../../build-scripts/lib/changed.mjs';
import { projectRoot } from '../../build-scripts/lib/paths.mjs';
import { Problem } from '../../build-scripts/lib/problem.mjs';
import { isPageSource } from '../../build-scripts/lib/remembered.mjs';
import { filesBelow } from '../../build-scripts/lib/stamp.mjs';
import { kSuites } from '../../build-scripts/suites.mjs';

const namesOf = (files) => concernedSuites(kSuites, files).map(({ name }) => name);
const all = kSuites.map(({ name }) => name);

function inRepository(work) {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  const git = (...words) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...words], { cwd: folder, stdio: 'pipe' });
  const commit = (name, text = name) => {
    writeFileSync(join(folder, name), text);
    git('add', '-A');
    git('commit', '-qm', name);
  };
  try {
    git('init', '-q', '-b', 'main');
    work({ folder, git, commit, write: (name) => writeFileSync(join(folder, name), 'new') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('without an upstream: since HEAD~, with what is not committed', () =>
  inRepository(({ folder, commit, write }) => {
    commit('.gitignore', 'ignored\n');
    assert.throws(() => changedFiles(folder), Problem);
    commit('old');
    commit('a');
    for (const name of ['old', 'untracked', 'ignored']) write(name);
    assert.deepEqual(changedFiles(folder), ['a', 'old', 'untracked']);
  }));

test('with an upstream: since the last commit that is on it', () =>
  inRepository(({ folder, git, commit }) => {
    commit('old');
    git('branch', 'shared');
    git('branch', '-q', '--set-upstream-to=shared');
    commit('a');
    git('mv', 'old', 'moved');
    commit('b');
    git('checkout', '-q', 'shared');
    commit('of-others');
    git('checkout', '-q', 'main');
    assert.deepEqual(changedFiles(folder), ['a', 'b', 'moved', 'old']);
  }));

test('files concern the suites that name them', () => {
  assert.deepEqual(namesOf([]), []);
  assert.deepEqual(namesOf(['CHANGELOG.md', 'web/pictures/tumble.png', 'tests/README.md']), []);
  assert.deepEqual(namesOf(['README.md']), ['build-scripts']);
  assert.deepEqual(namesOf(['tests/web/client.test.mjs']), ['format', 'lint', 'web']);
  const ofEngine = namesOf(['engine/world/step.cpp']);
  for (const name of ['layers', 'sizes', 'native-release', 'asan', 'wasm', 'laws', 'accuracy', 'determinism', 'browser'])
    assert.ok(ofEngine.includes(name), name);
  assert.ok(!ofEngine.includes('build-scripts') && !ofEngine.includes('types'), ofEngine.join());
});

test('a file that no suite names concerns all', () => {
  for (const file of ['build-scripts/lib/run.mjs', 'build-scripts/suites.mjs', 'something-new.txt'])
    assert.deepEqual(namesOf([file]), all, file);
});

for (const suite of kSuites) {
  test(`${suite.name}: what its scripts import concerns it`, () => {
    const command = suite.command();
    const entries = (Array.isArray(command) ? command : [])
      .filter((word) => word.endsWith('.mjs'))
      .map((word) => resolve(projectRoot, word));
    for (const entry of entries)
      for (const path of readBy([entry]))
        if (!path.endsWith('/')) assert.ok(namesOf([path]).includes(suite.name), `${path} is read by ${relative(projectRoot, entry)}`);
  });
}

test('what a test bundles of the page is named in letters, so that it is found', () => {
  const calls = filesBelow(join(projectRoot, 'tests'), (path) => path.endsWith('.mjs')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/await importWebModules\w*\(([^)]*)\)/g)].map(([, words]) => [file, words]),
  );
  assert.ok(calls.length > 50);
  for (const [file, words] of calls) assert.match(words, /^\s*('[^']+',?\s*)+$/, file);
  const read = readBy([join(projectRoot, 'tests/accuracy/scenes.test.mjs')]);
  for (const path of ['tests/accuracy/machines.mjs', 'tests/web/support/bundle.mjs', 'web/src/viewer/euler-path.ts', 'web/scenes/'])
    assert.ok(read.includes(path), path);
});

test('what sees a built folder alone reads no source of the page', () => {
  for (const suite of kSuites.filter(({ sees }) => sees)) {
    const entries = suite.command().filter((word) => word.endsWith('.mjs'));
    assert.deepEqual(readBy(entries.map((word) => resolve(projectRoot, word))).filter(isPageSource), [], suite.name);
  }
});
