// Joints on the page: they are drawn when a scene shows them, and its keys drive them, by keyboard and by finger; a driven run is in the log.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, messages, openTumble, presentStep, waitForFrame, waitForStep } from '../support/tumble-page.mjs';

const fan = {
  tumble: 1,
  title: 'A fan',
  gravity: [0, 0, 0],
  camera: { position: [0, 1, 6], target: [0, 1, 0] },
  bodies: [{ name: 'fan', size: [1, 0.2, 0.1], position: [0, 1, 0] }],
  joints: [{ type: 'hinge', name: 'axle', b: 'fan', point: [0, 1, 0], axis: [0, 0, 1], motor: { speed: 0, torque: 1000 } }],
  keys: { ArrowRight: { joint: 'axle', motor: -4, released: 0 }, a: { joint: 'axle', motor: 4 } },
  show: { joints: ['axle'], jointReadouts: ['angle'] },
};

const logOf = (page) => page.evaluate(() => globalThis.tumble.simulation.run.log.map(({ command }) => command));
const press = (page, type, key, on = '.picture') =>
  page.evaluate(
    (...[kind, name, selector]) =>
      document.querySelector(selector).dispatchEvent(new KeyboardEvent(kind, { key: name, bubbles: true, cancelable: true })),
    type,
    key,
    on,
  );

export function testJoints(context) {
  test('keys of a scene drive its joints; the text beside one follows; fields keep their keys', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat' });
    await loadScene(page, fan);
    await waitForFrame(page);
    await page.waitFor(() => document.querySelectorAll('.key-button').length === 2 && document.querySelector('.label-joint') !== null, {
      what: 'keys and the text beside the joint',
    });
    await press(page, 'keydown', 'ArrowRight');
    assert.equal(await page.evaluate(() => document.querySelectorAll('.key-button[data-held]').length), 1);
    await waitForStep(page, (await presentStep(page)) + 20);
    await press(page, 'keyup', 'ArrowRight');
    await page.waitFor(() => globalThis.tumble.simulation.run.log.length === 2, { what: 'two commands in the log' });
    assert.deepEqual(await logOf(page), [
      { type: 'motor', joint: 'axle', speed: -4 },
      { type: 'motor', joint: 'axle', speed: 0 },
    ]);
    await page.waitFor(() => /^φ −\d/.test(document.querySelector('.label-joint').textContent), { what: 'a negative angle' });
    await press(page, 'keydown', 'ArrowRight', 'input[type=range]');
    await press(page, 'keyup', 'ArrowRight', 'input[type=range]');
    assert.equal((await logOf(page)).length, 2, 'the arrow of a slider is its own');
    // A key without `released` leaves the motor on.
    await press(page, 'keydown', 'a');
    await press(page, 'keyup', 'a');
    await page.waitFor(() => globalThis.tumble.simulation.run.log.length === 3, { what: 'a third command' });
    assert.deepEqual(await messages(page), []);
    await page.close();
  });
}
