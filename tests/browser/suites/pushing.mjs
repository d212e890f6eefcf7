// Pushing: real pointer events on the picture move the right cube, and no other.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble, placeOnScreen, waitForStep, presentStep } from '../support/tumble-page.mjs';

const threeCubes = {
  tumble: 1,
  title: 'Three cubes',
  gravity: [0, 0, 0],
  camera: { position: [0, 1, 9], target: [0, 0, 0] },
  bodies: [-3, 0, 3].map((x, index) => ({ name: `cube ${index}`, size: [1, 1, 1], mass: 1, position: [x, 0, 0] })),
};

const positions = (page) =>
  page.evaluate(() => {
    const { slotCount, poses } = globalThis.tumble.simulation.frame;
    return Array.from({ length: slotCount }, (_, slot) => Array.from(poses.slice((slotCount + slot) * 8, (slotCount + slot) * 8 + 3)));
  });

export function testPushing(context) {
  test('a push by pointer moves the cube that was pressed', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    assert.equal(await loadScene(page, threeCubes), true);
    await page.evaluate(() => globalThis.tumble.simulation.play());
    await waitForStep(page, 3);
    const from = await placeOnScreen(page, 1);
    await page.drag(from, [from[0], from[1] - 90], { hold: 100 });
    const log = await page.waitFor(() => (globalThis.tumble.simulation.log.length > 0 ? globalThis.tumble.simulation.log : null), {
      what: 'an accepted push',
    });
    assert.equal(log.length, 1);
    const { command } = log[0];
    assert.equal(command.type, 'impulse');
    assert.equal(command.body, 1);
    assert.ok(command.impulse[1] !== 0 && command.point.length === 3);
    await waitForStep(page, (await presentStep(page)) + 20);
    const moved = await positions(page);
    assert.ok(Math.hypot(...moved[1]) > 0.01, `cube 1 is at ${moved[1]}`);
    assert.deepEqual(moved[0], [-3, 0, 0]);
    assert.deepEqual(moved[2], [3, 0, 0]);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a press beside the cubes pushes nothing', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await loadScene(page, threeCubes);
    await waitForStep(page, 0);
    const [left, middle] = [await placeOnScreen(page, 0), await placeOnScreen(page, 1)];
    const between = [Math.round((left[0] + middle[0]) / 2), left[1] - 60];
    await page.drag(between, [between[0] + 40, between[1] + 20]);
    assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.log), []);
    await page.close();
  });
}
