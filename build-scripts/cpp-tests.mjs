// cpp-tests.mjs PROGRAM [WORDS…]: runs the C++ tests of a program in parts side by side, one for each processor, and ends with one line over all
// of them in the form of doctest's own. A part that dies takes no other with it.
import { availableParallelism } from 'node:os';
import { countDoctest } from './lib/counts.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { run, tail } from './lib/run.mjs';

const kPart = 6; // test cases

const isSummary = (line) => /^\[doctest\] (doctest version|run with|test cases:|Status:)/.test(line);

await runMain(async () => {
  const [program, ...words] = process.argv.slice(2);
  if (!program) throw new Problem('cpp-tests.mjs wants a program.');
  const { output } = await run(program, [...words, '--count']);
  const count = Number(output.match(/current filters: (\d+)/)?.[1]);
  if (!(count > 0)) throw new Problem(`${program} tells no number of tests.`, tail(output));
  const sum = { passed: 0, failed: 0 };
  let [next, worst] = [1, 0];
  const work = async () => {
    while (next <= count) {
      const [first, last] = [next, Math.min(count, next + kPart - 1)];
      next = last + 1;
      const part = await run(program, [...words, `--first=${first}`, `--last=${last}`]);
      // What doctest calls passed counts those outside of the part too.
      const died = !/\[doctest\] Status: (SUCCESS|FAILURE)!/.test(part.output) || /test case CRASHED/.test(part.output);
      const failed = Math.max(countDoctest(part.output).failed, part.code === 0 ? 0 : 1);
      sum.failed += failed;
      sum.passed += died ? 0 : last - first + 1 - failed;
      if (part.code !== 0) worst = 1;
      const lines = part.output.split('\n').filter((line) => !isSummary(line));
      console.log(lines.join('\n').trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const left = count - sum.passed - sum.failed;
  console.log(`\n[doctest] test cases: ${count} | ${sum.passed} passed | ${sum.failed} failed | ${left} skipped`);
  return worst;
});
