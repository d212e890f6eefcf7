// The npm packages of the page: installed exactly as the lock file says, when they are missing or older than it.
import { readFileSync } from 'node:fs';
import { withLock } from './lib/lock.mjs';
import { buildRoot, inProject, projectRoot } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { say, step } from './lib/progress.mjs';
import { run, tail } from './lib/run.mjs';
import { join } from 'node:path';

const kAttempts = 3;

const readPackages = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
};

// npm writes the second file last, so an interrupted installation counts as stale.
export function packagesAreCurrent(lockFile, installedFile) {
  const wanted = readPackages(lockFile);
  const installed = readPackages(installedFile);
  if (!wanted || !installed) return false;
  return Object.entries(wanted)
    .filter(([name, entry]) => name !== '' && !entry.optional)
    .every(([name, entry]) => installed[name]?.version === entry.version);
}

const current = () => packagesAreCurrent(inProject('package-lock.json'), inProject('node_modules', '.package-lock.json'));

export async function ensureNpmPackages() {
  if (current()) return;
  await withLock(
    join(buildRoot, 'npm.lock'),
    async () => {
      if (current()) return;
      await step('Installing npm packages', async (report) => {
        for (let attempt = 1; ; attempt += 1) {
          const result = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: projectRoot, report });
          if (result.code === 0) return;
          if (attempt === kAttempts) throw new Problem('The npm packages could not be installed (npm ci).', tail(result.output));
          report(`attempt ${attempt} failed, trying again`);
        }
      });
    },
    { onWait: (pid) => say(`Waiting for process ${pid}, which installs npm packages`) },
  );
}
