// Equal bits: the wasm modules, in Node, give the golden hash of every scene after every step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInWasm } from './run-wasm.mjs';
import { difference, readGolden, readScene } from './scenes.mjs';

for (const [id, golden] of Object.entries(readGolden())) {
  for (const build of ['simd', 'scalar']) {
    test(`${id}: wasm ${build} in Node`, async () => {
      assert.equal(difference(await runInWasm(build, readScene(id), golden.length), golden), null);
    });
  }
}
