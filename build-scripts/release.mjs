// Makes a release: npm run release -- 1.0.0. Sets the version, builds and tests the page, freezes its engine beside it (lib/freeze-engine.mjs) and adds
// its links to the corpus, so that what people share from it replays for ever. What it leaves behind is to be committed and tagged.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPage } from './build-page.mjs';
import { freezeEngine, readEngines } from './lib/freeze-engine.mjs';
import { distRoot, inProject, projectRoot } from './lib/paths.mjs';
import { Problem, runMain } from './lib/problem.mjs';
import { say } from './lib/progress.mjs';
import { answer, run, tail } from './lib/run.mjs';

const engines = inProject('web', 'public', 'engines');

/** Why a version cannot be released; '' if it can. */
export function whyNot(version, { present, released, isClean }) {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  if (!parts) return 'The version of a release is three numbers: npm run release -- 1.0.0.';
  if (parts[0] < 1) return 'Versions before 1.0.0 are not released: their links may change.';
  if (released.includes(version)) return `Version ${version} was released: a release is made once.`;
  const older = [present, ...released].find((other) => isOlder(parts, other.split('.').map(Number)));
  if (older !== undefined) return `Version ${version} would be older than ${older}.`;
  return isClean ? '' : 'There are changes that are not committed: a release is made of a commit.';
}

const isOlder = (one, other) => {
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && one[at] < other[at];
};

function setVersion(version) {
  for (const name of ['package.json', 'package-lock.json']) {
    const file = inProject(name);
    const document = JSON.parse(readFileSync(file, 'utf8'));
    document.version = version;
    if (document.packages?.['']) document.packages[''].version = version;
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  }
}

// The corpus of a version that was not released has no engine, and its links may change: that of the release takes its place.
function dropUnreleased(version) {
  const kept = [version, ...Object.keys(readEngines(engines))];
  const folder = inProject('tests', 'links', 'corpus');
  for (const name of readdirSync(folder)) if (!kept.includes(name.replace(/\.json$/, ''))) rmSync(join(folder, name));
}

async function mustRun(what, ...command) {
  say(what);
  const { code, output } = await run(process.execPath, command, { cwd: projectRoot });
  if (code !== 0) throw new Problem(`${what}: this failed.`, tail(output));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const [version] = process.argv.slice(2);
    const { version: present } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    const isClean = answer('git', ['status', '--porcelain'], { cwd: projectRoot }) === '';
    const problem = whyNot(version, { present, released: Object.keys(readEngines(engines)), isClean });
    if (problem !== '') throw new Problem(problem);
    await mustRun('All tests', inProject('build-scripts', 'test.mjs'));
    setVersion(version);
    await buildPage();
    await mustRun(`Links of ${version} for the corpus`, inProject('tests', 'links', 'make-corpus.mjs'));
    dropUnreleased(version);
    const folder = freezeEngine({ version, page: distRoot, scenes: inProject('web', 'scenes'), engines });
    await buildPage();
    await mustRun('The links once more', inProject('build-scripts', 'test.mjs'), '--only', 'links');
    say(
      `Version ${version}: its engine is web/public/engines/${folder}. Now: git add -A, git commit -m "release: ${version}", git tag v${version}`,
    );
  });
}
