// What a test was served by the built page, and whether a later build would serve it the same. A file of assets/ has a sum of its content in its
// name, and whatever names it changes with it: for a test that did not load it that is no change. So names are read without their sums. Where
// several files share the rest of a name, a sum of what they say, read in the same way, tells them apart.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { filesBelow } from './stamp.mjs';

const kHashed = /[\w.-]+-[\w-]{8}\.\w+/g;
const kRounds = 3; // files that differ only in what they name are told apart by what that says, and so on

const hashOf = (text) => createHash('sha256').update(text, 'latin1').digest('hex');

function withoutHash(name) {
  const ending = extname(name);
  const stem = basename(name, ending);
  return /-[\w-]{8}$/.test(stem) ? `${stem.slice(0, -8)}*${ending}` : null;
}

// Names of assets → how they are called here.
function callAssets(contents) {
  const called = new Map();
  for (const name of contents.keys()) if (withoutHash(name)) called.set(name, withoutHash(name));
  const count = (wanted) => [...called.values()].filter((name) => name === wanted).length;
  const shared = [...called].filter(([, without]) => count(without) > 1);
  for (let round = 0; round < kRounds; round += 1) {
    const next = shared.map(([name, without]) => [name, `${without}?${hashOf(rename(contents.get(name), called))}`]);
    for (const [name, call] of next) called.set(name, call);
  }
  for (const [name] of shared) if (count(called.get(name)) > 1) called.set(name, name);
  return called;
}

const rename = (text, called) => text.replace(kHashed, (name) => called.get(name) ?? name);

/** The files below a folder, read so. { keyOf(path): how a file is called; sumOf(key): of its content, null where there is none } */
export function readSite(root) {
  const paths = filesBelow(root).map((file) => relative(root, file).split(sep).join('/'));
  const read = (path) => readFileSync(join(root, path), 'latin1');
  const assets = paths.filter((path) => basename(dirname(path)) === 'assets');
  const called = callAssets(new Map(assets.map((path) => [basename(path), read(path)])));
  const keyOf = (path) => rename(path, called);
  const pathOf = new Map(paths.map((path) => [keyOf(path), path]));
  const sums = new Map();
  const sumOf = (key) => {
    if (!pathOf.has(key)) return null;
    if (!sums.has(key)) sums.set(key, hashOf(rename(read(pathOf.get(key)), called)));
    return sums.get(key);
  };
  return { keyOf, sumOf };
}

/** Whether all that was served, by key, would be served the same. */
export const isServed = (served, site) => Object.entries(served).every(([key, sum]) => site.sumOf(key) === sum);
