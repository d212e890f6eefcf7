// Bodies stay in the picture, or are brought back: a wheel does not end the following, and what left a floor can be fetched.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import {
  loadScene,
  messages,
  openTumble,
  placeOnScreen,
  presentStep,
  waitForFrame,
  waitForMessage,
  waitForStep,
} from '../support/tumble-page.mjs';

const kSize = { width: 720, height: 540 };

const inPicture = async (page) => {
  const [x, y] = await placeOnScreen(page, 0);
  return x > 0 && x < kSize.width && y > 0 && y < kSize.height;
};

const wheel = (page, pixels) =>
  page.evaluate((deltaY) => {
    document.querySelector('.picture').dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }));
  }, pixels);

export function testFollowing(context) {
  test('a notch of the wheel, either way, then a push: the body stays in the picture', async () => {
    for (const pixels of [-100, 100]) {
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube', ...kSize });
      await waitForFrame(page);
      const before = await page.evaluate(() => globalThis.tumble.viewer.camera.distance);
      await wheel(page, pixels);
      await page.waitFor((was) => Math.abs(globalThis.tumble.viewer.camera.distance / was - 1) > 0.05, { args: [before], what: 'a zoom' });
      await page.evaluate(() => globalThis.tumble.simulation.push({ body: 0, impulse: [120, 0, 0] }));
      await waitForStep(page, (await presentStep(page)) + 60);
      assert.ok(await inPicture(page), `wheel ${pixels}: the body is at ${await placeOnScreen(page, 0)}`);
      assert.deepEqual(await messages(page), []);
      await page.close();
    }
  });

  test('what left the picture of a scene with a floor is brought back, and the offer goes away', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', ...kSize });
    const scene = {
      tumble: 1,
      title: 'Ice',
      camera: { position: [0, 3, 9], target: [0, 1, 0] },
      bodies: [
        { name: 'cube', size: [1, 1, 1], mass: 1, position: [0, 0.5, 0], friction: 0, velocity: [40, 0, 0] },
        { name: 'floor', type: 'static', size: [200, 1, 200], position: [0, -0.5, 0], friction: 0 },
      ],
    };
    assert.equal(await loadScene(page, scene), true);
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await waitForMessage(page, /Nothing that moves is in view/);
    assert.equal(await inPicture(page), false);
    await page.clickOn('.note .button-outlined');
    await page.waitFor(() => document.querySelectorAll('.note:not([hidden])').length === 0, { what: 'the end of the offer' });
    for (const end = Date.now() + 5000; !(await inPicture(page)); )
      assert.ok(Date.now() < end, `the body is at ${await placeOnScreen(page, 0)}`);
    await page.close();
  });
}
