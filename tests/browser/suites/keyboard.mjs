// Keyboard only: every control is reached by Tab with a visible focus, and every deed has a key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaying, openTumble, presentStep, waitForFrame } from '../support/tumble-page.mjs';

const controls = ['gallery-button', 'numbers-button', 'help-button', 'picture', 'play', 'step-back', 'step', 'reset', 'speed'];

export function testKeyboard(context) {
  test('Tab reaches all controls, and the focus is to be seen', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    const seen = new Map();
    for (let press = 0; press < 60 && controls.some((id) => !seen.has(id)); press += 1) {
      await page.key('Tab');
      const [id, visible] = await page.evaluate(() => {
        const element = document.activeElement;
        // The mark may lie on a neighbour: nothing can be drawn over the inside of a canvas.
        const isMarked = [element, ...element.parentElement.children].some((one) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow.includes('inset');
        });
        return [element.id || element.dataset.part, element.matches(':focus-visible') && isMarked];
      });
      if (id) seen.set(id, visible);
    }
    assert.deepEqual(
      controls.filter((id) => !seen.has(id)),
      [],
      'not reached by Tab',
    );
    assert.deepEqual(
      controls.filter((id) => !seen.get(id)),
      [],
      'without a visible focus',
    );
    await page.close();
  });

  test('play, pause, step, step back and reset by keys', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=drop-flat' });
    await waitForFrame(page);
    await page.evaluate(() => document.querySelector('.picture').focus());
    await page.key('Space');
    await page.waitFor(() => !globalThis.tumble.simulation.frame.playing, { what: 'a pause' });
    const step = await presentStep(page);
    await page.key('.');
    await page.waitFor((wanted) => globalThis.tumble.simulation.frame.step === wanted, { args: [step + 1], what: 'one step more' });
    await page.key(',');
    await page.waitFor((wanted) => globalThis.tumble.simulation.frame.step === wanted, { args: [step], what: 'one step back' });
    await page.key('r');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 0, { what: 'a reset' });
    assert.equal(await isPlaying(page), false);
    await page.key('Space');
    await page.waitFor(() => globalThis.tumble.simulation.frame.step > 2, { what: 'playing' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('Space presses the button that has the focus, once', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await page.evaluate(() => document.querySelector('[data-part=step]').focus());
    await page.key('Space');
    await page.waitFor(() => globalThis.tumble.simulation.frame?.step === 1, { what: 'one step' });
    assert.equal(await isPlaying(page), false);
    await page.close();
  });

  test('a body is chosen and pushed by keys', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    await page.evaluate(() => document.querySelector('.picture').focus());
    await page.key('n');
    await page.waitFor(() => globalThis.tumble.simulation.frame?.state, { what: 'a selected body' });
    await page.key('ArrowRight');
    const log = await page.waitFor(() => (globalThis.tumble.simulation.log.length > 0 ? globalThis.tumble.simulation.log : null), {
      what: 'a push',
    });
    assert.equal(log[0].command.type, 'impulse');
    assert.ok(Math.hypot(...log[0].command.impulse) > 0);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
