import assert from 'node:assert/strict';
import test from 'node:test';
import {
  closingLine,
  countBrowserTest,
  countDoctest,
  countNodeTest,
  countFindings,
  countOne,
  countSessions,
  judge,
} from '../../build-scripts/lib/counts.mjs';

test('doctest: the line of test cases', () => {
  const output = '[doctest] test cases:  12 |  10 passed | 1 failed | 1 skipped\n[doctest] assertions: 99 | 98 passed | 1 failed |\n';
  assert.deepEqual(countDoctest(output), { passed: 10, failed: 1, skipped: 1 });
});

test('doctest: several runs add up', () => {
  const line = '[doctest] test cases: 2 | 2 passed | 0 failed | 0 skipped\n';
  assert.deepEqual(countDoctest(line + line), { passed: 4, failed: 0, skipped: 0 });
});

test('the fuzzer of the protocol: a session is a test', () => {
  assert.deepEqual(countSessions('seed 7: failed: x\n900 sessions from seed 1, 21600 messages, 2 findings\n'), {
    passed: 898,
    failed: 2,
    skipped: 0,
  });
  assert.equal(judge({ code: 1, output: '' }, countSessions).failed, 1);
});

test('fuzzers: what they found, and what is known of it', () => {
  for (const what of ['forgeries get through', 'scenes differ', 'commands break the rule', 'revisions break the rule'])
    assert.deepEqual(countFindings(`3 of 500 ${what}, 1 known, 20 began; first seed 7\n`), { passed: 497, failed: 2, skipped: 1 });
});

test('node: spec and TAP reporters', () => {
  const lines = (mark) =>
    ['tests 7', 'suites 0', 'pass 3', 'fail 1', 'cancelled 1', 'skipped 1', 'todo 1'].map((line) => `${mark} ${line}\n`).join('');
  for (const mark of ['ℹ', '#']) assert.deepEqual(countNodeTest(lines(mark)), { passed: 3, failed: 2, skipped: 2 });
});

test("node: counts inside a test's own output do not count", () => {
  assert.equal(countNodeTest('# pass 99\nsome text # pass 98\n# pass 2\n# fail 0\n').passed, 2);
});

test('a run without a test, with a bad end or without an end is a failure with its reason', () => {
  assert.deepEqual(judge({ code: 0, output: '' }, countDoctest), { passed: 0, failed: 1, skipped: 0, reason: 'ran no test' });
  const passed = '[doctest] test cases: 2 | 2 passed | 0 failed | 0 skipped\n';
  assert.deepEqual(judge({ code: 139, output: passed }, countDoctest), { passed: 2, failed: 1, skipped: 0, reason: 'ended with code 139' });
  assert.equal(judge({ code: 1, output: passed, timedOut: true }, countDoctest).failed, 1);
  assert.deepEqual(judge({ code: 0, output: passed }, countDoctest), { passed: 2, failed: 0, skipped: 0, reason: '' });
});

test('a script is one test', () => {
  assert.deepEqual([countOne('', 0).passed, countOne('', 1).failed], [1, 1]);
});

test('the closing line', () => {
  assert.equal(closingLine({ passed: 3, failed: 2, skipped: 1 }), '3 passed, 2 failed, 1 skipped');
});

test('browsers: what passed before and was not run counts, too; a file without tests does not', () => {
  const output = [
    'ℹ pass 4',
    'ℹ fail 1',
    'ℹ skipped 0',
    '  chromium: 20 passed and 1 skipped before, on the same files: testLinks',
    '  recorded-runs: 4 passed and 0 skipped before, on the same files: testRecordedRuns',
    '✔ /project/tests/browser/recorded-runs.test.mjs (2053.149379ms)',
  ].join('\n');
  assert.deepEqual(countBrowserTest(output), { passed: 27, failed: 1, skipped: 1 });
});
