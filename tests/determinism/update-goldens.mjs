// Writes golden.json: the hash of every scene after each of its first steps, by the wasm module in Node, with SIMD and
// without: where these two differ nothing is written. To be run when the motion is meant to change, and then said in the
// commit: every link that was ever shared replays against it.
import { writeFileSync } from 'node:fs';
import { runInWasm } from './run-wasm.mjs';
import { difference, goldenFile, goldenSteps, readGolden, readScene, sceneIds } from './scenes.mjs';

const before = readGolden();
const scenes = {};
for (const id of sceneIds) {
  const scene = readScene(id);
  scenes[id] = await runInWasm('simd', scene, goldenSteps);
  const parted = difference(scenes[id], await runInWasm('scalar', scene, goldenSteps));
  if (parted) {
    process.stderr.write(`${id}: SIMD and scalar build are not the same: ${parted}. Nothing is written.\n`);
    process.exit(1);
  }
  const old = before[id];
  const change = old ? difference(scenes[id], old) : 'is new';
  process.stdout.write(`${id}: ${change ?? 'as before'}\n`);
}
for (const id of Object.keys(before)) if (!sceneIds.includes(id)) process.stdout.write(`${id}: is gone\n`);

// One line a scene, so that a diff shows which scenes moved.
const lines = Object.entries(scenes).map(([id, hashes]) => `  ${JSON.stringify(id)}: ${JSON.stringify(hashes)}`);
writeFileSync(goldenFile, `{\n${lines.join(',\n')}\n}\n`);
