// Equal bits: every scene of the gallery, opened in the real page, gives its golden hash after every step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference, readGolden } from '../../determinism/scenes.mjs';
import { openTumble } from '../support/tumble-page.mjs';

const golden = readGolden();

export function testGolden(context) {
  let page = null;
  const steps = async (id) => {
    page ??= await openTumble(context.browser, context.site.url, { query: '?paused' });
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
      assert.equal(difference(await steps(id), hashes), null);
      assert.deepEqual(await page.consoleErrors(), []);
    });
  }
  test('golden hashes: there are some', () => assert.ok(Object.keys(golden).length >= 10));
}
