// Equal bits beyond the gallery: random scenes, opened in the real page, go as in the native build, step by step.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { difference } from '../../determinism/scenes.mjs';
import { randomHashes, randomScenes } from '../../fuzz/random-scenes.mjs';
import { kBitsOnly, sharedTumble } from '../support/tumble-page.mjs';

const kScenes = 200;
const kAtOnce = 20;
const kSteps = 120;
const kNative = 'native-release';

export function testRandom(context) {
  const openPage = sharedTumble(context, { query: '?paused', ...kBitsOnly });
  const hashesInPage = async (scenes) => {
    const page = await openPage();
    return page.evaluate(async (list) => {
      const { loadScene, simulation } = globalThis.tumble;
      const all = [];
      for (const { scene, steps } of list) {
        if (!(await loadScene(scene))) {
          all.push(['refused']);
          continue;
        }
        simulation.pause();
        await simulation.reset(); // it may have begun to play
        all.push(await simulation.hashes(steps));
      }
      return all;
    }, scenes);
  };
  for (let first = 1; first <= kScenes; first += kAtOnce) {
    test(`random scenes: seeds ${first} to ${first + kAtOnce - 1}`, async () => {
      const range = [kNative, first, kAtOnce, kSteps];
      const [scenes, wanted] = await Promise.all([randomScenes(...range), randomHashes(...range)]);
      const found = await hashesInPage(scenes.map(({ scene, steps }) => ({ scene, steps })));
      const differ = scenes.map(({ seed }, index) => [seed, difference(found[index], wanted[index])]).filter(([, what]) => what !== null);
      assert.deepEqual(differ, []);
    });
  }
}
