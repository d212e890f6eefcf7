// Which suites of the page passed in a browser on the very files that they would be served now: `npm test` need not run those again. What a suite
// loads is taken down by the server of the tests; all else that it reads is told by its imports and by what concerns the browser tests.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { concerns } from '../../../build-scripts/lib/changed.mjs';
import { readBy } from '../../../build-scripts/lib/imports.mjs';
import { buildRoot, inProject, projectRoot } from '../../../build-scripts/lib/paths.mjs';
import { fileSums, isPageSource, sumOver } from '../../../build-scripts/lib/remembered.mjs';
import { isServed } from '../../../build-scripts/lib/served.mjs';
import { kSuites } from '../../../build-scripts/suites.mjs';

const kFolder = 'tests/browser/suites/';
const kItself = kSuites.find(({ name }) => name === 'browser');
const mayRecall = process.env.TUMBLE_RECALL === '1'; // build-scripts/test.mjs

// testLinksByHand stands in links-by-hand.mjs.
export const suiteFile = ({ name }) =>
  `${kFolder}${name
    .slice('test'.length)
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase()}.mjs`;

/** Whether a file is one that a suite reads by itself, beside what it is served. */
export function isInputOf(suite) {
  const path = inProject(suite);
  if (!existsSync(path)) throw new Error(`there is no ${suite}`);
  const read = readBy([path]);
  const isRead = (file) => read.includes(file) || read.some((place) => place.endsWith('/') && file.startsWith(place));
  const readsPage = /\bdistRoot\b|\bserve\(/.test(readFileSync(path, 'utf8')); // from the disk, or from a server of its own
  return (file) => {
    if (isRead(file)) return true;
    if (isPageSource(file) && !readsPage) return false; // what a suite sees of it, it is served
    if (file.startsWith(kFolder) && file !== `${kFolder}index.mjs`) return false;
    return concerns(kSuites, kItself, file);
  };
}

/** The memory of one run (`name`) of these suites; `site` is what they are served from. */
export function openMemory(name, suites, site) {
  const place = join(buildRoot, 'served', `${name}.json`);
  const known = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : {};
  const inputsOf = () => {
    const sums = fileSums(projectRoot);
    return Object.fromEntries(suites.map((suite) => [suite.name, sums && sumOver(sums, isInputOf(suiteFile(suite)))]));
  };
  const inputs = inputsOf();
  const holds = ({ name: suite }) => {
    const before = known[suite];
    return Boolean(inputs[suite]) && before?.inputs === inputs[suite] && isServed(before.served, site);
  };
  const before = mayRecall ? suites.filter(holds) : [];
  return {
    before,
    counts: (suite) => known[suite.name].counts,
    /** Keeps those that passed whole, with what they were served; `records`: { suite, tests, ended, skipped, served } of each that ran. */
    keep(records) {
      const kept = Object.fromEntries(before.map((suite) => [suite.name, known[suite.name]]));
      const after = inputsOf();
      for (const { suite, tests, ended, skipped, served } of records)
        if (tests > 0 && ended === tests && inputs[suite.name] === after[suite.name])
          kept[suite.name] = {
            inputs: inputs[suite.name],
            counts: { passed: ended - skipped, skipped },
            served: Object.fromEntries(served),
          };
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, `${JSON.stringify(kept, null, 1)}\n`);
    },
  };
}
