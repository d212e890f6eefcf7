// Which suites passed on the files as they are now: `npm test` need not run those again. The memory is a file of the build folder, so a
// fresh clone runs everything.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { concerns } from './changed.mjs';
import { answer } from './run.mjs';
import { filesBelow } from './stamp.mjs';

const kSystemPackages = '/var/lib/dpkg/status'; // compilers and browsers of the system

const contentOf = (path) => {
  try {
    return readFileSync(path);
  } catch {
    return ''; // deleted, but not yet in a commit
  }
};

const sumOf = (content) => createHash('sha256').update(content).digest('hex');

/** Sums of all files of a repository that git does not ignore: Map of path → hex. `null` outside a git repository. */
export function fileSums(root) {
  const listed = answer('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  if (listed === null) return null;
  const files = [...new Set(listed.split('\n').filter(Boolean))].sort();
  return new Map(files.map((file) => [file, sumOf(contentOf(join(root, file)))]));
}

/** One sum over the files that `isInput`, Node and the system's packages. */
export function sumOver(sums, isInput) {
  const system = `${process.version} ${process.arch} ${sumOf(contentOf(kSystemPackages))}`;
  return sumOf([system, ...[...sums].filter(([file]) => isInput(file)).map(([file, sum]) => `${file} ${sum}`)].join('\n'));
}

/** What the page is built from, and nothing but the build reads, unless a test says so. */
export const isPageSource = (file) => /^web\/((src|styles|lessons|examples)\/|\w+\.html$)/.test(file);

/** A sum over every file that concerns each suite, Node and the system's packages: { [name]: hex }. `null` outside a git repository. A suite that
 *  `sees` folders of the built page has their content in its sum, as they are, instead of the sources. */
export function sumsOf(suites, root) {
  const sums = fileSums(root);
  if (sums === null) return null;
  return Object.fromEntries(
    suites.map((suite) => {
      const own = new Map([...sums].filter(([file]) => concerns(suites, suite, file) && !(suite.sees && isPageSource(file))));
      for (const file of (suite.sees ?? []).flatMap((folder) => filesBelow(join(root, folder))))
        own.set(relative(root, file), sumOf(contentOf(file)));
      return [suite.name, sumOver(own, () => true)];
    }),
  );
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** What passed, of those suites whose files are the same: { [name]: { passed, failed, skipped } }. */
export const recall = (file, sums) =>
  Object.fromEntries(
    Object.entries(read(file))
      .filter(([name, { sum }]) => sum === sums[name])
      .map(([name, { counts }]) => [name, counts]),
  );

/** Keeps the counts of suites that passed, beside those of suites that did not run; `sums` were taken before the first of them ran and must
 *  still hold. */
export function remember(file, before, after, results) {
  const kept = read(file);
  for (const [name, { passed, failed, skipped }] of results) {
    delete kept[name];
    if (failed === 0 && before[name] === after[name]) kept[name] = { sum: after[name], counts: { passed, failed, skipped } };
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}
