// Which suites passed on the files as they are now: `npm test` need not run those again. The memory is a file of the build folder, so a
// fresh clone runs everything.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { concerns } from './changed.mjs';
import { answer } from './run.mjs';

const kSystemPackages = '/var/lib/dpkg/status'; // compilers and browsers of the system

const contentOf = (path) => {
  try {
    return readFileSync(path);
  } catch {
    return ''; // deleted, but not yet in a commit
  }
};

/** A sum over every file that concerns each suite, Node and the system's packages: { [name]: hex }. `null` outside a git repository. */
export function sumsOf(suites, root) {
  const listed = answer('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  if (listed === null) return null;
  const files = [...new Set(listed.split('\n').filter(Boolean))].sort();
  const sumOf = (content) => createHash('sha256').update(content).digest('hex');
  const sums = new Map(files.map((file) => [file, sumOf(contentOf(join(root, file)))]));
  const system = `${process.version} ${process.arch} ${sumOf(contentOf(kSystemPackages))}`;
  return Object.fromEntries(
    suites.map((suite) => {
      const own = files.filter((file) => concerns(suites, suite, file));
      return [suite.name, sumOf([system, ...own.map((file) => `${file} ${sums.get(file)}`)].join('\n'))];
    }),
  );
}

/** What passed, of those suites whose files are the same: { [name]: { passed, failed, skipped } }. */
export function recall(file, sums) {
  let kept;
  try {
    kept = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([name, { sum }]) => sum === sums[name])
      .map(([name, { counts }]) => [name, counts]),
  );
}

/** Keeps the counts of suites that passed; `sums` were taken before the first of them ran and must still hold. */
export function remember(file, before, after, results) {
  const kept = {};
  for (const [name, { passed, failed, skipped }] of results)
    if (failed === 0 && before[name] === after[name]) kept[name] = { sum: after[name], counts: { passed, failed, skipped } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
