// Equal bits beyond the gallery: random scenes, in the Worker of the page, go as in the native build, step by step.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { difference } from '../../determinism/scenes.mjs';
import { randomHashes, randomScenes } from '../../fuzz/random-scenes.mjs';
import { hashesOf, sharedWorker } from '../support/worker-page.mjs';

const kScenes = 200;
const kAtOnce = 20;
const kSteps = 120;
const kNative = 'native-release';

export function testRandom(context) {
  const openPage = sharedWorker(context);
  for (let first = 1; first <= kScenes; first += kAtOnce) {
    test(`random scenes: seeds ${first} to ${first + kAtOnce - 1}`, async () => {
      const range = [kNative, first, kAtOnce, kSteps];
      const [scenes, wanted] = await Promise.all([randomScenes(...range), randomHashes(...range)]);
      const found = await hashesOf(
        await openPage(),
        scenes.map(({ scene, steps }) => ({ scene, steps })),
      );
      const differ = scenes.map(({ seed }, index) => [seed, difference(found[index], wanted[index])]).filter(([, what]) => what !== null);
      assert.deepEqual(differ, []);
    });
  }
}
