// Which files of the project a module reads: what it imports, what it names by `new URL`, and the modules of the page that a test bundles
// (tests/web/support/bundle.mjs).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { inProject, projectRoot } from './paths.mjs';

const kBundled = /\bimportWebModules(?:WithEngine)?\s*\(([^)]*)\)/g;
const kText = /\.(mjs|js|ts|tsx|css|html)$/;
const kEndings = ['', '.ts', '.tsx', '.mjs', '.js'];

export const isComment = (line) => /^\s*(\/\/|\*|\/\*)/.test(line);

// Places in TypeScript text that name another module, as written there.
export function importsOf(text) {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew\s+URL\s*\(\s*)(['"`])([^'"`]+)\1/g;
  return text
    .split('\n')
    .flatMap((content, index) =>
      isComment(content) ? [] : [...content.matchAll(pattern)].map((match) => ({ line: index + 1, name: match[2] })),
    );
}

const fileOf = (path) => {
  for (const ending of kEndings) {
    const found = statSync(path + ending, { throwIfNoEntry: false });
    if (found?.isFile()) return path + ending;
    if (found && ending === '') return `${path}/`;
  }
  return null;
};

/** Paths that a text names, from the folder of its file; a folder ends in "/". */
function namedIn(file, text) {
  const own = importsOf(text)
    .filter(({ name }) => name.startsWith('.'))
    .map(({ name }) => resolve(dirname(file), name.split('?')[0]));
  const bundled = [...text.matchAll(kBundled)].flatMap(([, words]) =>
    [...words.matchAll(/'([^']+)'/g)].map(([, name]) => inProject('web', 'src', name)),
  );
  return [...own, ...bundled].map(fileOf).filter((path) => path !== null);
}

/** All that `entries` read, themselves included, as paths from the root of the project; what they name as a folder ends in "/". */
export function readBy(entries) {
  const found = new Set();
  const open = entries.map((path) => resolve(path));
  for (let path = open.pop(); path; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    if (kText.test(path) && existsSync(path)) open.push(...namedIn(path, readFileSync(path, 'utf8')));
  }
  return [...found]
    .map((path) => relative(projectRoot, path).split(sep).join('/') + (path.endsWith('/') ? '/' : ''))
    .filter((path) => !/^(\.\.|build|node_modules|dist)\b/.test(path))
    .sort();
}
