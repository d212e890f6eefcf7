// What is built holds nothing of the machine that built it: no folder, so that the same commit and compiler give the same bytes elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { cacheRoot, projectRoot } from '../../build-scripts/lib/paths.mjs';
import { builds, buildFile } from './support/engine.mjs';

test('neither the wasm nor its glue names a folder of this machine, a source file or a date', () => {
  for (const build of builds) {
    for (const suffix of ['.wasm', '.mjs']) {
      const text = readFileSync(buildFile(build, suffix), 'latin1');
      for (const folder of new Set([projectRoot, cacheRoot, homedir()].filter((name) => name.length > 4)))
        assert.ok(!text.includes(folder), `${build}${suffix} names ${folder}`);
      assert.doesNotMatch(text, /\/engine\/\w+\/\w+\.(cpp|h)\b|\busr\/lib\/llvm/);
    }
  }
});
