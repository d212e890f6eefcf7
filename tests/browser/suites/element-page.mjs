// The page about the element as readers have it: its examples run, its code is copied, it fits, and axe finds nothing.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { auditOf } from '../support/axe.mjs';

export function testElementPage(context) {
  const open = (options) => context.browser.open(`${context.site.url}element.html`, options);
  const bring = (page, selector) => page.evaluate((wanted) => document.querySelector(wanted).scrollIntoView({ block: 'center' }), selector);
  const says = (page, id, pattern) =>
    page.waitFor(([name, text]) => new RegExp(text).test(document.querySelector(name).textContent), {
      args: [[id, pattern]],
      what: `${id}: ${pattern}`,
      limit: 60_000,
    });

  test('the page about the element: its examples do what their text says', async () => {
    const page = await open({ width: 1200, height: 900 });
    await page.waitFor(() => Boolean(document.querySelector('tumble-scene')?.running), { what: 'the first figure', limit: 60_000 });
    await bring(page, '#driven');
    await page.evaluate(() => document.querySelector('#throw').click());
    await says(page, '#said', '^They met at step \\d+, with [\\d.]+ N s\\.$');
    await bring(page, '#fig');
    await page.evaluate(() => document.querySelector('[href="#fig?step=130"]').click());
    await page.waitFor(() => document.querySelector('#fig').running?.figure.simulation.run.step === 130, {
      what: 'step 130',
      limit: 60_000,
    });
    // What the author wrote as the number is what it is.
    const [, written] = /norm">([\d.]+)/.exec(await page.evaluate(() => document.querySelector('[data-example=prose] code').textContent));
    const real = await page.evaluate(() => document.querySelector('#fig').get('racket.angularMomentum.norm'));
    assert.equal(Number(real.toPrecision(3)), Number(written));
    await bring(page, '#frame');
    await says(page, '#stands', '^Connected|^step');
    await page.evaluate(() => document.querySelector('#turn').click());
    await says(page, '#stands', '^step 1\\d\\d, hash [0-9a-f]{16}$');
    if (!context.browser.needsProbe) assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the page about the element: the text of an example is copied', async () => {
    const page = await open({ width: 1200, height: 900 });
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { writeText: async (text) => void (globalThis.copied = text) },
      });
    });
    await page.waitFor(() => !document.querySelector('.copy').hidden, { what: 'the buttons' });
    await page.evaluate(() => document.querySelector('[data-example=one-tag] .copy').click());
    await page.waitFor(() => document.querySelector('[data-example=one-tag] .copy').textContent === 'Copied', { what: 'a word' });
    assert.match(await page.evaluate(() => globalThis.copied), /^<tumble-scene scene="tennis-racket".*<\/tumble-scene>$/);
    await page.close();
  });

  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ])
    test(`the page about the element: it fits, and axe finds nothing, ${width} × ${height}, ${colorScheme}`, async (here) => {
      if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
      const page = await open({ width, height, colorScheme });
      await page.waitFor(() => Boolean(document.querySelector('tumble-scene')?.running), { what: 'the first figure', limit: 60_000 });
      assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
      assert.deepEqual(await auditOf(page), []);
      await page.close();
    });
}
