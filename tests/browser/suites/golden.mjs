// Equal bits: every scene of the gallery, in the Worker of the page and from the file that the page loads, gives its golden hash after every step.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { difference, readGolden } from '../../determinism/scenes.mjs';
import { hashesOfFile, sharedWorker } from '../support/worker-page.mjs';

const golden = readGolden();

export function testGolden(context) {
  const openPage = sharedWorker(context);
  for (const [id, hashes] of Object.entries(golden)) {
    test(`golden hashes: ${id}`, async () => {
      const page = await openPage();
      page.forgetErrors();
      assert.equal(difference(await hashesOfFile(page, context.site.asset(id, 'js'), hashes.length), hashes), null);
      assert.deepEqual(await page.consoleErrors(), []);
    });
  }
  test('golden hashes: there are some', () => assert.ok(Object.keys(golden).length >= 10));
}
