// npm test: sets up what is missing, runs every suite of suites.mjs and ends with one line over everything. A suite that passed here on the
// very same files is not run again; its counts are remembered, and it is said.
//   npm test -- --only native-release,browser   some of them
//   npm test -- --changed                       those that concern what differs from the last commit on the upstream, or from HEAD~
//   npm test -- --all                           all of them, also what passed on the same files before, and what runs on request only
//   npm test -- --list                          their names
//   npm test -- --no-install                    installs no packages of the system: what needs a missing one fails and says so
import { join } from 'node:path';
import { changedFiles, concernedSuites } from './lib/changed.mjs';
import { addCounts, closingLine, judge } from './lib/counts.mjs';
import { buildRoot, logsRoot, projectRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say, seconds, step } from './lib/progress.mjs';
import { recall, remember, sumsOf } from './lib/remembered.mjs';
import { run, tail } from './lib/run.mjs';
import { announce, prepare, prepareVariant } from './prepare.mjs';
import { kSuites } from './suites.mjs';

const kSuiteLimitSeconds = Number(process.env.TUMBLE_SUITE_LIMIT ?? 2700); // a suite that hangs must not hang the whole run
const kShownLines = 150;
const kUsualSuites = kSuites.filter(({ onRequest }) => !onRequest);
const kMemory = join(buildRoot, 'passed.json');

const kEnvironment = {
  ASAN_OPTIONS: 'detect_stack_use_after_return=1:strict_string_checks=1',
  UBSAN_OPTIONS: 'print_stacktrace=1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // root has no user namespaces to sandbox with
};

function changedSuites() {
  const files = changedFiles(projectRoot);
  const suites = concernedSuites(kUsualSuites, files);
  say(`${files.length} files changed; suites: ${suites.map((suite) => suite.name).join(', ') || 'none'}`);
  return suites;
}

function chosenSuites(words) {
  if (words.length === 1 && words[0] === '--all') return kSuites;
  if (words.length === 1 && words[0] === '--changed') return changedSuites();
  const at = words.indexOf('--only');
  if (at < 0) {
    if (words.length > 0) throw new Problem(`npm test knows --all, --only name,…, --changed, --list and --no-install, not "${words[0]}".`);
    return kUsualSuites;
  }
  const names = words
    .slice(at + 1)
    .flatMap((word) => word.split(','))
    .filter(Boolean);
  const unknown = names.find((name) => !kSuites.some((suite) => suite.name === name));
  if (unknown || names.length === 0)
    throw new Problem(`There is no suite "${unknown ?? ''}"; the suites are ${kSuites.map((suite) => suite.name).join(', ')}.`);
  return kSuites.filter((suite) => names.includes(suite.name));
}

const couldNotRun = (reason) => ({ passed: 0, failed: 1, skipped: 0, reason });

async function prepareSuite(suite) {
  for (const need of suite.needs) await prepare(need);
  if (suite.variant) await prepareVariant(suite.variant);
}

async function runSuite(suite, mayRecall) {
  try {
    await prepareSuite(suite);
  } catch (error) {
    say(error.detail ? `${error.detail}\n${error.message}` : String(error instanceof Problem ? error.message : error.stack));
    return { ...couldNotRun(error.message), time: 0 };
  }
  const start = performance.now();
  const log = join(logsRoot, `${suite.name}.log`);
  const command = suite.command();
  let counts;
  if (typeof command === 'string') {
    counts = couldNotRun(command);
    say(`✗ Tests: ${suite.name}: ${command}`);
  } else {
    counts = await step(
      `Tests: ${suite.name}`,
      async (report) => {
        const result = await run(command[0], command.slice(1), {
          cwd: projectRoot,
          env: { ...process.env, ...kEnvironment, ...(mayRecall && { TUMBLE_RECALL: '1' }) },
          log,
          report,
          timeoutSeconds: kSuiteLimitSeconds,
        });
        const judged = judge(result, suite.count);
        if (judged.failed > 0) say(`${tail(result.output, kShownLines)}\n(all of it: ${log.slice(projectRoot.length + 1)})`);
        return judged;
      },
      (judged) => judged.failed === 0,
    );
  }
  return { ...counts, time: performance.now() - start };
}

function showTable(results) {
  say('');
  say(`${'suite'.padEnd(16)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'time'.padStart(10)}`);
  for (const [name, { passed, failed, skipped, time, reason }] of results) {
    say(
      `${name.padEnd(16)}${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}${seconds(time).padStart(10)}${reason ? `  ${reason}` : ''}`,
    );
  }
  say('');
}

/** The counts of the suites that need not run. */
function remembered(suites, sums) {
  const counts = recall(kMemory, sums);
  const names = suites.map(({ name }) => name).filter((name) => counts[name]);
  if (names.length > 0) say(`Passed on the same files before, not run again (npm test -- --all runs them): ${names.join(', ')}`);
  return counts;
}

await runMain(async () => {
  const words = process.argv.slice(2).filter((word) => word !== '--no-install'); // lib/apt.mjs reads that one
  if (words.includes('--list')) {
    process.stdout.write(kSuites.map((suite) => `${suite.name}\n`).join(''));
    return 0;
  }
  const start = performance.now();
  const results = [];
  const suites = chosenSuites(words);
  const mayRecall = words.length === 0 && !process.env.CI; // who names suites, or wants all, gets them run
  // Built first, so that what a suite sees of the page is the page of these sources. Where it does not build, the suite says so.
  if (mayRecall) await Promise.all(suites.filter(({ sees }) => sees).map((suite) => prepareSuite(suite).catch(() => {})));
  const sums = sumsOf(kSuites, projectRoot);
  const before = mayRecall && sums ? remembered(suites, sums) : {};
  announce(suites.filter(({ name }) => !before[name]).flatMap((suite) => suite.needs));
  for (const suite of suites)
    results.push([
      suite.name,
      before[suite.name] ? { ...before[suite.name], time: 0, reason: 'before' } : await runSuite(suite, mayRecall),
    ]);
  showTable(results);
  say(`All of it took ${seconds(performance.now() - start)}.`);
  if (sums) remember(kMemory, sums, sumsOf(kSuites, projectRoot), results);
  const sum = results.map(([, counts]) => counts).reduce(addCounts, { passed: 0, failed: 0, skipped: 0 });
  process.stdout.write(`${closingLine(sum)}\n`);
  return sum.failed > 0 ? 1 : 0;
});
