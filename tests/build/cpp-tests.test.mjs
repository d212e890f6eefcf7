// The C++ tests in parts: the counts are those of one run, and a part that dies takes no other with it.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { run } from '../../build-scripts/lib/run.mjs';

// Speaks as doctest does, whose summary counts tests outside of the range as passed. Test 20 fails, and at 30 it dies, and with it the part of six
// that ends there.
const kProgram = `#!/usr/bin/env node
const of = (name) => Number(process.argv.find((word) => word.startsWith(name))?.split('=')[1]);
const [first, last] = [of('--first'), of('--last')];
if (process.argv.includes('--count')) console.log('[doctest] unskipped test cases passing the current filters: 40');
else if (process.argv.includes('--dies') && first <= 30 && last >= 30) process.kill(process.pid, 'SIGABRT');
else {
  const failed = first <= 20 && last >= 20 ? 1 : 0;
  for (let at = first; at <= last; at += 1) console.log('test ' + at);
  console.log('[doctest] test cases: 40 | ' + (40 - failed) + ' passed | ' + failed + ' failed | 0 skipped');
  console.log('[doctest] Status: ' + (failed ? 'FAILURE!' : 'SUCCESS!'));
  process.exitCode = failed;
}
`;

async function runParts(...words) {
  const folder = mkdtempSync(join(tmpdir(), 'tumble-parts-'));
  const program = join(folder, 'tests.mjs');
  writeFileSync(program, kProgram);
  chmodSync(program, 0o755);
  try {
    return await run(process.execPath, [inProject('build-scripts/cpp-tests.mjs'), process.execPath, program, ...words]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('each test runs once, and the counts are those of one run', async () => {
  const { code, output } = await runParts();
  assert.match(output, /\[doctest\] test cases: 40 \| 39 passed \| 1 failed \| 0 skipped/);
  assert.equal(code, 1);
  const ran = [...output.matchAll(/^test (\d+)$/gm)].map(([, at]) => Number(at)).sort((a, b) => a - b);
  assert.deepEqual(
    ran,
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
});

test('a part that dies fails, and the others are counted', async () => {
  const { code, output } = await runParts('--dies');
  assert.match(output, /\[doctest\] test cases: 40 \| 33 passed \| 2 failed \| 5 skipped/);
  assert.equal(code, 1);
});
