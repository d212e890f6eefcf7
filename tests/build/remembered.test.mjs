// What passed on the same files is not run again: when the memory holds, and when it does not.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { recall, remember, sumsOf } from '../../build-scripts/lib/remembered.mjs';

const suites = [
  { name: 'engine', concerns: ['engine/'] },
  { name: 'page', concerns: ['web/', 'engine/view.h'] },
];
const counts = { passed: 3, failed: 0, skipped: 1 };

function inRepository(work) {
  const folder = mkdtempSync(join(tmpdir(), 'remembered-'));
  const write = (name, text) => writeFileSync(join(folder, name), text);
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder });
    for (const room of ['engine', 'web', 'build']) mkdirSync(join(folder, room));
    for (const [name, text] of Object.entries({
      '.gitignore': 'build/\n',
      'engine/step.cpp': 'a',
      'engine/view.h': 'b',
      'web/page.ts': 'c',
    }))
      write(name, text);
    work({ folder, write, memory: join(folder, 'build', 'passed.json'), sums: () => sumsOf(suites, folder) });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a file that changed is about its suites alone, one that no suite names about all', () =>
  inRepository(({ sums, write }) => {
    const first = sums();
    assert.deepEqual(sums(), first);
    write('web/page.ts', 'another');
    const second = sums();
    assert.equal(second.engine, first.engine);
    assert.notEqual(second.page, first.page);
    write('engine/view.h', 'another');
    const third = sums();
    assert.notEqual(third.engine, second.engine);
    assert.notEqual(third.page, second.page);
    write('something-new.mjs', '');
    const fourth = sums();
    assert.ok(suites.every(({ name }) => fourth[name] !== third[name]));
    write('build/made.o', '');
    assert.deepEqual(sums(), fourth);
  }));

test('what sees a built folder alone is not concerned while that holds the same', () =>
  inRepository(({ folder, write }) => {
    const sum = () => sumsOf([{ name: 'package', concerns: ['web/', 'engine/'], sees: ['build/package'] }], folder).package;
    for (const name of ['web/src', 'build/package']) mkdirSync(join(folder, name));
    write('build/package/index.js', 'a');
    const first = sum();
    write('web/src/page.ts', 'another');
    assert.equal(sum(), first);
    write('build/package/index.js', 'b');
    const second = sum();
    assert.notEqual(second, first);
    write('web/page.ts', 'another'); // no source of the page
    assert.notEqual(sum(), second);
  }));

test('only what passed is remembered, and only if no file changed while it ran', () =>
  inRepository(({ memory, sums, write }) => {
    assert.deepEqual(recall(memory, sums()), {});
    const before = sums();
    remember(memory, before, sums(), [
      ['engine', { ...counts, time: 9 }],
      ['page', { ...counts, failed: 1 }],
    ]);
    assert.deepEqual(recall(memory, sums()), { engine: counts });
    remember(memory, before, sums(), [['page', counts]]); // npm test -- --only page
    assert.deepEqual(recall(memory, sums()), { engine: counts, page: counts });
    remember(memory, before, sums(), [['page', { ...counts, failed: 1 }]]);
    write('engine/step.cpp', 'another');
    assert.deepEqual(recall(memory, sums()), {});
    remember(memory, before, sums(), [['engine', counts]]);
    write('engine/step.cpp', 'a');
    assert.deepEqual(recall(memory, sums()), {});
  }));

test('outside a repository nothing is known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'remembered-'));
  try {
    assert.equal(sumsOf(suites, folder), null);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
