// Equal bits: every scene of the gallery, opened in the real page, gives its golden hash after every step.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { difference, readGolden } from '../../determinism/scenes.mjs';
import { kBitsOnly, sharedTumble } from '../support/tumble-page.mjs';

const golden = readGolden();

export function testGolden(context) {
  const openPage = sharedTumble(context, { query: '?paused', ...kBitsOnly });
  const steps = async (page, id) => {
    page.forgetErrors();
    return page.evaluate(
      async (scene, count) => {
        const { loadScene, simulation } = globalThis.tumble;
        if (!(await loadScene(scene))) return ['the page did not open it'];
        simulation.pause();
        await simulation.reset(); // it may have begun to play
        return simulation.hashes(count);
      },
      id,
      golden[id].length,
    );
  };
  for (const [id, hashes] of Object.entries(golden)) {
    test(`golden hashes: ${id}`, async () => {
      const page = await openPage();
      assert.equal(difference(await steps(page, id), hashes), null);
      assert.deepEqual(await page.consoleErrors(), []);
    });
  }
  test('golden hashes: there are some', () => assert.ok(Object.keys(golden).length >= 10));
}
