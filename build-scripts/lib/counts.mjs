// How many tests passed, failed and were skipped: read from what each kind of test program prints.

const total = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

// "[doctest] test cases: 12 | 11 passed | 1 failed | 0 skipped"
export function countDoctest(output) {
  const lines = [...output.matchAll(/\[doctest\] test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed\s*\|\s*(\d+) skipped/g)];
  return lines.reduce(
    (sum, [, passed, failed, skipped]) => addCounts(sum, { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }),
    total,
  );
}

// The closing lines of `node --test`: "ℹ pass 3" (spec reporter) or "# pass 3" (TAP). The last of each counts,
// because a test may print the output of another run.
export function countNodeTest(output) {
  const last = (word) => Number([...output.matchAll(new RegExp(`^(?:ℹ|#) ${word} (\\d+)\\s*$`, 'gm'))].at(-1)?.[1] ?? 0);
  return { passed: last('pass'), failed: last('fail') + last('cancelled'), skipped: last('skipped') + last('todo') };
}

// The browser tests also say what passed before and was not run again: "  chromium: 12 passed and 1 skipped before, on the same files: …". A file
// that has nothing left to run is a test for Node, which has its path as name.
export function countBrowserTest(output) {
  const before = [...output.matchAll(/^ +[\w-]+: (\d+) passed and (\d+) skipped before,/gm)];
  const files = [...output.matchAll(/^✔ \S+\.test\.mjs \(/gm)].length;
  return before.reduce(
    (sum, [, passed, skipped]) => addCounts(sum, { passed: Number(passed), failed: 0, skipped: Number(skipped) }),
    addCounts(countNodeTest(output), { passed: -files, failed: 0, skipped: 0 }),
  );
}

// A program that is one test: its exit code says it all.
export const countOne = (_output, code) => (code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 });

// The fuzzer for laws: "12 of 1998 scenes break a law, 15 known". The known ones count as skipped: they are there to be mended.
export function countScenes(output) {
  const [, broken, scenes, known] = (output.match(/^(\d+) of (\d+) scenes break a law, (\d+) known/m) ?? [0, 0, 0, 0]).map(Number);
  const skipped = Math.min(broken, known);
  return { passed: scenes - broken, failed: broken - skipped, skipped };
}

// The fuzzer of the protocol: "2000 sessions from seed 1, 48000 messages, 0 findings".
export function countSessions(output) {
  const [, sessions, findings] = (output.match(/^(\d+) sessions from seed \d+, \d+ messages, (\d+) findings/m) ?? [0, 0, 0]).map(Number);
  return { passed: sessions - findings, failed: findings, skipped: 0 };
}

// What tries many and finds little: "0 of 51234 forgeries get through", "0 of 2000 scenes differ", "0 of 51234 commands break the rule".
export function countFindings(output) {
  const [, found, tried, known] = (
    output.match(/^(\d+) of (\d+) (?:forgeries get through|scenes differ|\w+ break the rule)(?:, (\d+) known)?/m) ?? [0, 0, 0, 0]
  ).map((word) => Number(word ?? 0));
  const skipped = Math.min(found, known);
  return { passed: tried - found, failed: found - skipped, skipped };
}

// Counts of a finished run, with the reason where the counts alone would not tell that something is wrong.
export function judge({ code, output, timedOut }, count) {
  const counts = count(output, code);
  const oneMore = (reason) => ({ ...counts, failed: counts.failed + 1, reason });
  if (timedOut) return oneMore('took too long and was stopped');
  if (code !== 0 && counts.failed === 0) return oneMore(`ended with code ${code}`);
  if (counts.passed + counts.failed + counts.skipped === 0) return oneMore('ran no test');
  return { ...counts, reason: '' };
}

export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;
