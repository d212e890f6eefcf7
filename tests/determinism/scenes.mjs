// The scenes whose motion is fixed to the bit, and where their golden hashes lie: one hash for each of the first steps.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const scenesFolder = new URL('../../web/scenes/', import.meta.url);

export const goldenFile = fileURLToPath(new URL('./golden.json', import.meta.url));
/** Steps that the golden run of a scene covers, by the slots of its world: the large ones take long in builds that are not optimised. */
export const goldenSteps = (slots) => (slots <= 16 ? 600 : 120);

/** Ids of all scenes of the gallery, in the order of the alphabet. */
export const sceneIds = readdirSync(scenesFolder)
  .filter((name) => name.endsWith('.json') && name !== 'catalog.json')
  .map((name) => name.slice(0, -'.json'.length))
  .sort();

export const sceneFile = (id) => fileURLToPath(new URL(`${id}.json`, scenesFolder));
export const readScene = (id) => JSON.parse(readFileSync(sceneFile(id), 'utf8'));

/** { id: [hash after step 1, after step 2, …] } */
export const readGolden = () => (existsSync(goldenFile) ? JSON.parse(readFileSync(goldenFile, 'utf8')) : {});

/** Where two lists of hashes part, as a sentence; null when they are equal. */
export function difference(hashes, golden) {
  for (let index = 0; index < Math.max(hashes.length, golden.length); index += 1) {
    if (hashes[index] !== golden[index]) return `differs first after step ${index + 1}: ${hashes[index]}, golden ${golden[index]}`;
  }
  return null;
}
