// npm run bench:install-peers: installs the engines that `npm run bench -- --peers` compares with, in the versions of engines.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, runMain } from '../../build-scripts/lib/problem.mjs';
import { step } from '../../build-scripts/lib/progress.mjs';
import { run, tail } from '../../build-scripts/lib/run.mjs';
import { kPeers, kPeersRoot } from './engines.mjs';

await runMain(() => step('Installing the engines to compare with into build/peers', async (report) => {
  mkdirSync(kPeersRoot, { recursive: true });
  const dependencies = Object.fromEntries(Object.values(kPeers).map((peer) => [peer.package, peer.version]));
  writeFileSync(join(kPeersRoot, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  const result = await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: kPeersRoot, report });
  if (result.code !== 0) throw new Problem('The engines to compare with could not be installed (npm install).', tail(result.output));
}));
