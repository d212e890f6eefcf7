// Every scene of the gallery opens in the page: it is fetched, loaded and drawn, without a word in the console.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { sceneIds } from '../../determinism/scenes.mjs';
import { loadScene, openTumble } from '../support/tumble-page.mjs';

export function testGallery(context) {
  test('every scene of the gallery opens after another one, and the console stays empty', async (here) => {
    if (context.engine === 'chromium') return here.skip('there each is looked at, in shown.mjs');
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 460, height: 120 });
    for (const id of sceneIds) {
      assert.equal(await loadScene(page, id), true, id);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
      assert.deepEqual(await page.consoleErrors(), [], id);
    }
    await page.close();
  });
}
