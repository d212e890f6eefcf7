// Equal bits: every scene of the gallery gives its golden hash after every step, in each native build of the engine; the wasm modules are
// compared with the same file in golden-wasm.test.mjs, the browsers in tests/browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { difference, readGolden, sceneFile, sceneIds } from './scenes.mjs';

const execute = promisify(execFile);
const golden = readGolden();

// The golden runner of tests/determinism/golden_runner.cpp, by variant of CMakePresets.json.
const programs = [
  ['native-release', 'g++ -O2'],
  ['scalar', 'clang -O2 without SIMD'],
];
const programOf = (variant) => fileURLToPath(new URL(`../../build/${variant}/tumble-golden`, import.meta.url));

async function runProgram(variant, id, steps) {
  const { stdout } = await execute(programOf(variant), [sceneFile(id), String(steps)]);
  return stdout.trim().split('\n');
}

test('there is a golden run for each scene, and none for others', () => {
  assert.deepEqual(Object.keys(golden).sort(), sceneIds, 'run `npm run golden`');
  const long = sceneIds.filter((id) => golden[id].length >= 600);
  assert.ok(long.length >= 20, `${long.length} scenes of 600 steps`);
  for (const hashes of Object.values(golden)) {
    assert.ok(hashes.length >= 120);
    assert.ok(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash)));
    assert.ok(new Set(hashes).size > 1, 'a hash that never changes tells nothing');
  }
});

for (const [variant, what] of programs) {
  test(`${variant}: ${what}`, { concurrency: availableParallelism() }, async (t) => {
    assert.ok(existsSync(programOf(variant)), `${programOf(variant)} is not built`);
    await Promise.all(
      Object.entries(golden).map(([id, hashes]) =>
        t.test(id, async () => {
          assert.equal(difference(await runProgram(variant, id, hashes.length), hashes), null);
        }),
      ),
    );
  });
}
