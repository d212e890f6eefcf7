// npm run bench:install-peers: installs the engines that `npm run bench -- --peers` compares with, in the versions of engines.mjs and with
// the sums of peers-lock/package-lock.json. `--lock` writes that file anew, after a version was changed.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { kPeers, kPeersRoot } from './engines.mjs';

const kLock = inProject('tests', 'bench', 'peers-lock', 'package-lock.json');
const writesLock = process.argv.includes('--lock');

await runMain(() =>
  step('Installing the engines to compare with into build/peers', async (report) => {
    mkdirSync(kPeersRoot, { recursive: true });
    const dependencies = Object.fromEntries(Object.values(kPeers).map((peer) => [peer.package, peer.version]));
    writeFileSync(join(kPeersRoot, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
    if (!writesLock) copyFileSync(kLock, join(kPeersRoot, 'package-lock.json'));
    const args = writesLock ? ['install', '--package-lock-only', '--omit-lockfile-registry-resolved'] : ['ci'];
    const result = await run('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: kPeersRoot, report });
    if (result.code !== 0) throw new Problem(`The engines to compare with could not be installed (npm ${args[0]}).`, tail(result.output));
    if (writesLock) copyFileSync(join(kPeersRoot, 'package-lock.json'), kLock);
  }),
);
