// Small frames, paper, and people who want no motion.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { openTumble, placeOnScreen, presentStep, waitForFrame, waitForStep } from '../support/tumble-page.mjs';

const kSmall = { width: 380, height: 300 };

const shownControls = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input, a[href]')]
      .filter((element) => element.getClientRects().length > 0 && !element.closest('.unseen'))
      .map((element) => element.id || element.dataset.part || element.value),
  );

const placeOf = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted)?.getBoundingClientRect().toJSON(), selector);

export function testSmall(context) {
  const isTooWide = () => (context.browser.narrowest ?? 0) > kSmall.width;

  test('a frame of 380 pixels has picture and play, the rest behind one button', async (here) => {
    if (isTooWide()) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&embed&paused', ...kSmall });
    assert.deepEqual(await shownControls(page), ['play', 'more']);
    await page.clickOn('[data-part=more]');
    const all = await shownControls(page);
    for (const control of ['play', 'step', 'step-back', 'reset', 'speed', 'open-whole'])
      assert.ok(all.includes(control), `${control}: ${all}`);
    await page.clickOn('[data-part=step]');
    await waitForStep(page, 1);
    await page.clickOn('[data-part=more]');
    assert.deepEqual(await shownControls(page), ['play', 'more']);
    await page.close();
  });

  test('a click on a body of a small frame names it in a label, and the hint goes by itself', async (here) => {
    if (isTooWide()) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&embed', ...kSmall });
    await waitForFrame(page);
    await page.click(...(await placeOnScreen(page, 0)));
    const text = await page.waitFor(
      () => {
        const tag = document.querySelector('.tag');
        return !tag.hidden && /rad/.test(tag.textContent) && tag.textContent;
      },
      { what: 'the label' },
    );
    assert.equal(text, 'cube · v 0.00 m/s · ω 0.568 rad/s');
    assert.equal(await page.evaluate(() => document.querySelector('#numbers').hidden), true);
    await page.waitFor(() => Boolean(document.querySelector('.hint.is-gone')), { what: 'the end of the hint' });
    await page.close();
  });

  test('a small window on its side: energies below the heading, Play and the hint beside the folded controls and below the bodies', async (here) => {
    const [width, height] = [683, 384];
    if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
    const open = (scene) => openTumble(context.browser, context.site.url, { query: `?scene=${scene}&paused`, width, height });
    const weight = await open('weight-on-a-spring');
    await weight.waitFor(() => document.querySelector('.check')?.textContent.includes('3.142'), { what: 'the number to check' });
    await weight.waitFor(() => document.querySelector('.energy-bars:not([hidden])') !== null, { what: 'energies' });
    assert.ok((await placeOf(weight, '.energy-bars')).top >= (await placeOf(weight, '.heading')).bottom, 'energies under the heading');
    await weight.close();
    const cube = await open('push-a-cube');
    await cube.waitFor(() => document.querySelector('.controls > details') && !document.querySelector('.big-play').hidden, {
      what: 'Play',
    });
    const [hint, controls, time] = [await placeOf(cube, '.hint'), await placeOf(cube, '.controls'), await placeOf(cube, '.time')];
    assert.ok(hint.right <= controls.left && hint.bottom > controls.top && hint.bottom <= time.top, JSON.stringify([hint, controls, time]));
    await cube.close();
    const car = await open('car-over-a-ramp');
    await car.waitFor(() => document.querySelector('.key-pad:not([hidden])') && !document.querySelector('.big-play').hidden, {
      what: 'keys',
    });
    const [said, keys] = [await placeOf(car, '.hint'), await placeOf(car, '.key-pad')];
    assert.ok(said.left >= keys.right && said.bottom > keys.top, JSON.stringify([said, keys]));
    const top = await car.evaluate(() => {
      const { x, y, width, height } = document.querySelector('[data-key=ArrowRight]').getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).closest('[data-key]')?.dataset.key;
    });
    assert.equal(top, 'ArrowRight', 'a key can be pressed');
    await car.close();
  });

  test('a panel on a small window on its side takes half of it, and the bodies have the other half', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 740, height: 360 });
    for (const [panel, side] of [
      ['lab', 'left'],
      ['numbers', 'right'],
      ['gallery', 'left'],
    ]) {
      await page.clickOn(`#${panel}-button`);
      const seen = await page.waitFor(
        (name) => {
          const { freeArea: free } = globalThis.tumble.viewer.camera;
          const { left, right, bottom } = document.querySelector(`#${name}`).getBoundingClientRect();
          const isAside = left > 0 ? free.right <= left : free.left >= right;
          return isAside && { width: right - left, free, bottom, side: left > 0 ? 'right' : 'left' };
        },
        { args: [panel], what: `the bodies beside ${panel}` },
      );
      assert.equal(seen.side, side, panel);
      assert.ok(seen.width <= 370 && seen.free.right - seen.free.left >= 300, JSON.stringify(seen));
      assert.ok(seen.bottom <= (await placeOf(page, '.time')).top + 0.5, `${panel} ends above the bar of time`);
      await page.clickOn(`#${panel}-close`);
    }
    await page.close();
  });

  test('the picture is copied for the paper', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', display: 'usual' });
    await page.waitFor(() => document.querySelector('.still')?.width > 300 || globalThis.tumble.simulation.frame, { what: 'a picture' });
    const colors = await page.evaluate(async () => {
      const copy = document.querySelector('.still');
      const context = copy.getContext('2d');
      context.fillRect(0, 0, copy.width, copy.height);
      dispatchEvent(new Event('beforeprint'));
      return new Set(new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer)).size;
    });
    assert.ok(colors > 50, `${colors} colours`);
    await page.close();
  });

  test('without motion a scene stands at the step that tells most, with Play beside it', async (here) => {
    if (!context.browser.canEmulateMedia) return here.skip('the wish for no motion cannot be told');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=bowling', reducedMotion: true });
    await page.waitFor(() => globalThis.tumble.simulation.frame?.step === 90, { what: 'step 90' });
    await page.waitFor(() => !document.querySelector('.big-play').hidden, { what: 'Play' });
    const { big, middle } = await page.evaluate(() => ({
      big: document.querySelector('.big-play').getBoundingClientRect().top,
      middle: innerHeight / 2,
    }));
    assert.ok(big > middle + 40, `Play at ${big}`);
    await page.clickOn('.big-play');
    await waitForStep(page, (await presentStep(page)) + 5);
    assert.equal(await page.evaluate(() => document.querySelector('.big-play').hidden), true);
    await page.close();
  });
}
