// Which files differ from the last commit that is on the upstream, and which suites they concern.
import { Problem } from './problem.mjs';
import { answer } from './run.mjs';

const lines = (text) => text.split('\n').filter(Boolean);

/** Files changed, added, moved or deleted since the last commit on the upstream, or since HEAD~ where there is none: in commits, in the
 *  working tree, and new ones that git does not ignore. As paths from the root of the project. */
export function changedFiles(root) {
  const git = (...words) => answer('git', words, { cwd: root });
  const base = git('merge-base', 'HEAD', '@{upstream}') ?? git('rev-parse', '--verify', 'HEAD~');
  const changed = base && git('diff', '--name-only', '--no-renames', '--relative', base);
  const added = git('ls-files', '--others', '--exclude-standard');
  if (!base || changed === null || added === null)
    throw new Problem('npm test -- --changed wants a git repository with an upstream or at least two commits.');
  return [...new Set([...lines(changed), ...lines(added)])].sort();
}

const isDocument = (file) => /\.(md|png)$|^LICENSE$/.test(file);
const isIn = (file, places) =>
  places.includes(file) || (!isDocument(file) && places.some((place) => place.endsWith('/') && file.startsWith(place)));

const isNamed = (suites, file) => isDocument(file) || suites.some(({ concerns }) => isIn(file, concerns));

/** Whether a file concerns a suite, whose `concerns` name it: a folder with "/" at its end, or a file. One that no suite names concerns all of
 *  them; that a suite only looks at it (`looksAt`) is not enough. A document concerns only those that name it as a file. */
export const concerns = (suites, suite, file) => isIn(file, [...suite.concerns, ...(suite.looksAt ?? [])]) || !isNamed(suites, file);

/** The suites that one of the files concerns. */
export const concernedSuites = (suites, files) => suites.filter((suite) => files.some((file) => concerns(suites, suite, file)));
