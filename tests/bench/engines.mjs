// The engines that can be timed, by name, and where the packages of the peers lie: outside git, in versions fixed here.
// `npm run bench:install-peers` fetches them; nothing else in the project needs them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildRoot } from '../../build-scripts/lib/paths.mjs';

export const kPeersRoot = join(buildRoot, 'peers');

/** In the order of the columns; `scenes`: the only ones it is timed in. */
export const kPeers = {
  havok: { title: 'Havok', package: '@babylonjs/havok', version: '1.3.14' },
  rapier: { title: 'Rapier SIMD', package: '@dimforge/rapier3d-simd-compat', version: '0.20.0' },
  physx: { title: 'PhysX', package: 'physx-js-webidl', version: '2.7.3' },
  jolt: { title: 'Jolt', package: 'jolt-physics', version: '1.1.0' },
  // Its contacts are springs for robots and not for heaps, and a step of the net takes it 4 s.
  mujoco: { title: 'MuJoCo', package: '@mujoco/mujoco', version: '3.14.0', scenes: ['chains', 'ragdolls'] },
};

/** A file of a peer's package. */
export const peerFile = (peer, file, root = kPeersRoot) => join(root, 'node_modules', kPeers[peer].package, file);

/** One sentence when a peer's package is missing, else null. */
export function missingPeers(names = Object.keys(kPeers), root = kPeersRoot) {
  const missing = names.filter((name) => !existsSync(peerFile(name, 'package.json', root)));
  if (missing.length === 0) return null;
  const packages = missing.map((name) => `${kPeers[name].package} ${kPeers[name].version}`).join(', ');
  return `${packages} ${missing.length === 1 ? 'is' : 'are'} not installed; "npm run bench:install-peers" puts the engines to compare with into build/peers (90 MB)`;
}

/** The adapter of an engine: { create }, see peer-adapter.mjs. */
export const loadAdapter = (engine) => import(engine === 'tumble' ? './peer-adapter.mjs' : `./peers/${engine}.mjs`);
