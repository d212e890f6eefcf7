// Illustrations: what a scene shows beside its bodies, or in their place, comes with it, follows the time and goes with it.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { countColors, loadScene, openTumble } from '../support/tumble-page.mjs';

// How many of each instanced mesh are drawn, and how many other things stand on the stage.
const onStage = (page) =>
  page.evaluate(() => {
    const drawn = globalThis.tumble.viewer.stage.scene.children.filter((child) => child.visible);
    return {
      instances: drawn.filter((child) => child.isInstancedMesh && child.count > 0).map((child) => child.count),
      groups: drawn.filter((child) => child.type === 'Group' && child.children.length > 2).length,
    };
  });
const until = (page, condition, what) => page.waitFor(condition, { what });

export function testIllustrations(context) {
  test('an illustration comes with its scene, follows the time, and goes with it', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tesseract&paused', display: 'usual' });
    const hasRods = () => globalThis.tumble.viewer.stage.scene.children.some((child) => child.isInstancedMesh && child.count === 48);
    await until(page, hasRods, 'the rods of the tesseract');
    assert.deepEqual(
      (await onStage(page)).instances.sort((a, b) => a - b),
      [28, 48],
      'corners and edges of square, cube and tesseract, and no box',
    );
    const middleOfRods = () =>
      page.evaluate(() => {
        const rods = globalThis.tumble.viewer.stage.scene.children.find((child) => child.isInstancedMesh && child.count === 48);
        return [...rods.instanceMatrix.array.slice(12, 15)];
      });
    await page.waitFor(() => globalThis.tumble.simulation.frame, { what: 'a frame' });
    const before = await middleOfRods();
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 60, { what: 'a second' });
    assert.ok(Math.hypot(...(await middleOfRods()).map((part, axis) => part - before[axis])) > 0.1, 'it has turned');
    assert.ok((await countColors(page)) > 50);

    assert.equal(await loadScene(page, 'rings-and-slerp'), true);
    await until(
      page,
      () => globalThis.tumble.viewer.stage.scene.children.some((child) => child.type === 'Group' && child.children.length > 2),
      'the rings',
    );
    assert.deepEqual((await onStage(page)).instances, [3, 3], 'the glider and its copy');

    assert.equal(await loadScene(page, 'stack-of-ten'), true);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.deepEqual(await onStage(page), { instances: [10, 1], groups: 0 });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
