// Links and the dialog "Share" as a person meets them: on a phone and on a desk, by keys alone and by fingers, light and dark.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { decode, encode } from '../../links/link-driver.mjs';
import { messages, openTumble, waitForMessage } from '../support/tumble-page.mjs';

const kSizes = [
  [390, 844],
  [1440, 900],
];
const kSchemes = ['light', 'dark'];
const kDeeds = [
  'Close',
  'Copy link',
  'QR code',
  'Copy embed code',
  'Copy frame code',
  'Copy scene as text',
  'Picture, 1200 × 630',
  'Run, to replay',
  'Video of a stretch of time',
];

// What is copied and saved is kept instead of handed over.
const listen = (page) =>
  page.evaluate(() => {
    globalThis.given = [];
    HTMLAnchorElement.prototype.click = function keep() {
      globalThis.given.push(this.download);
    };
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => void globalThis.given.push(text) },
      configurable: true,
    });
  });
const given = (page, count) =>
  page.waitFor((wanted) => globalThis.given.length >= wanted && globalThis.given.at(-1), { args: [count], what: `${count} things given` });

// The element with the focus: its words, and whether it is in the window with a mark to be seen.
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return {
      label: element.getAttribute('aria-label') ?? element.textContent.trim(),
      isInside: left >= -0.5 && right <= innerWidth + 0.5 && bottom > 0 && top < innerHeight,
      // A window that the driver of WebKit has made narrow has not the focus of the screen, and no mark then.
      isMarked: !document.hasFocus() || (element.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) > 0),
    };
  });

// Forwards or back: behind the last element some browsers go on in their own bars.
async function tabTo(page, label, { back = false } = {}) {
  for (let press = 0; press < 60; press += 1) {
    if ((await focused(page)).label === label) return;
    await page.key('Tab', { shift: back });
  }
  assert.fail(`Tab does not reach “${label}”`);
}

// What of the page or of an element sticks out of the window.
const sticksOut = (page, selector) =>
  page.evaluate((wanted) => {
    const outside = [...document.querySelectorAll(`${wanted}, ${wanted} *`)].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (left < -0.5 || right > innerWidth + 0.5) && !element.closest('svg, .unseen');
    });
    const page = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    return [...page, ...outside.map((element) => element.className || element.tagName)];
  }, selector);

const isOpen = (page, what) => page.waitFor(() => document.querySelector('#share').open, { what, limit: 30_000 });

export function testLinksByHand(context) {
  const open = (query, [width, height], colorScheme) =>
    openTumble(context.browser, context.site.url, { query, width: Math.max(width, context.browser.narrowest ?? 0), height, colorScheme });

  for (const size of kSizes)
    for (const scheme of kSchemes) {
      if (scheme === 'dark' && context.engine === 'webkit') continue; // its driver cannot ask for it
      test(`${size[0]} pixels, ${scheme}: the dialog Share by keys alone`, async () => {
        const page = await open('?scene=tennis-racket&paused', size, scheme);
        await listen(page);
        await page.evaluate(() => document.querySelector('.picture').focus());
        await page.key('.');
        await page.waitFor(() => globalThis.tumble.simulation.frame.step === 1, { what: 'a step' });
        await page.key('s');
        await isOpen(page, 'the dialog');
        assert.equal((await focused(page)).label, 'Copy link');
        await tabTo(page, 'Close', { back: true });
        const hidden = [];
        for (const label of kDeeds) {
          await tabTo(page, label);
          const { isInside, isMarked } = await focused(page);
          if (!isInside || !isMarked) hidden.push(`${label}: ${isInside ? '' : 'outside'} ${isMarked ? '' : 'no mark'}`);
        }
        assert.deepEqual(hidden, []);
        await tabTo(page, 'Copy link', { back: true });
        await page.key('Enter');
        assert.equal((await decode(await given(page, 1))).step, 1);
        await tabTo(page, 'Run, to replay');
        await page.key('Space');
        assert.match(await given(page, 2), /step 1\.run\.json$/);
        await tabTo(page, 'QR code', { back: true });
        await page.key('Enter');
        await page.waitFor(() => Boolean(document.querySelector('.share-qr svg path')), { what: 'the QR code' });
        await tabTo(page, 'Video of a stretch of time');
        await page.key('Enter');
        await page.waitFor(() => Boolean(document.querySelector('.share-video-form')), { what: 'the form' });
        await tabTo(page, 'Make the video');
        assert.deepEqual(await sticksOut(page, '#share'), []);
        await page.key('Escape');
        await page.waitFor(() => !document.querySelector('#share').open, { what: 'the dialog closed' });
        assert.equal(await page.evaluate(() => document.activeElement.className), 'picture', 'the focus comes back');
        assert.deepEqual(await page.consoleErrors(), []);
        await page.close();
      });
    }

  for (const size of kSizes)
    test(`${size[0]} pixels: what a link and a damaged link say is in the window, and is copied by keys`, async () => {
      const log = [{ issuedAtStep: 9, step: 9, command: { type: 'impulse', body: 0, impulse: [1, 0, 0] } }];
      const text = await encode({ scene: 'push-a-cube', log, step: 60 });
      const page = await open(`#${text}`, size);
      await listen(page);
      await waitForMessage(page, /^reproduced exactly · step 60 · /);
      assert.deepEqual(await sticksOut(page, '.notes'), []);
      assert.equal(await page.evaluate(() => document.querySelector('#gallery [aria-current]')?.textContent.includes('Push a cube')), true);
      await tabTo(page, 'Copy');
      await page.key('Enter');
      assert.match(await given(page, 1), /^reproduced exactly · step 60 · [0-9a-f]{16} · http.*#1\./);
      await page.close();

      const damaged = await open(`#${text.slice(0, -6)}`, size);
      await listen(damaged);
      await waitForMessage(damaged, /This link cannot be opened/);
      assert.deepEqual(await sticksOut(damaged, '.card'), []);
      await tabTo(damaged, 'Copy the text');
      await damaged.key('Enter');
      assert.equal(await given(damaged, 1), text.slice(0, -6));
      assert.match((await messages(damaged)).join(), /The text of the link is in the clipboard/);
      await tabTo(damaged, 'Open “Push a cube”', { back: true });
      await damaged.key('Enter');
      await damaged.waitFor(() => document.title.startsWith('Push a cube'), { what: 'the scene' });
      assert.deepEqual(await damaged.consoleErrors(), []);
      await damaged.close();
    });

  test('a phone: Share by a finger', async (here) => {
    if (context.engine !== 'chromium') return here.skip('its driver has no fingers that click');
    const page = await open('?scene=push-a-cube&paused', kSizes[0]);
    await listen(page);
    const tap = async (selector) => {
      const place = await page.evaluate((wanted) => {
        const { x, y, width, height } = document.querySelector(wanted).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }, selector);
      await page.raw.touchscreen.tap(...place);
    };
    await tap('#share-button');
    await isOpen(page, 'the dialog');
    await tap('.share .button-main');
    assert.match(await given(page, 1), /^http/);
    await tap('.share .dialog-head button');
    await page.waitFor(() => !document.querySelector('#share').open, { what: 'the dialog closed' });
    await page.close();
  });
}
