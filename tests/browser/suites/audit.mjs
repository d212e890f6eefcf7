// axe finds nothing on any panel: the rules of WCAG 2.2 A and AA that a program can judge, and the best practices.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { audit, bringAxe } from '../support/axe.mjs';
import { openTumble } from '../support/tumble-page.mjs';

// Each opens what it is named after; the ones before stay open where there is room.
const panels = {
  'the list of scenes': async (page) => {
    if (await page.evaluate(() => document.querySelector('#gallery').hidden)) await page.clickOn('#gallery-button');
  },
  numbers: async (page) => {
    await page.evaluate(() => document.querySelector('#numbers').hidden && document.querySelector('#numbers-button').click());
    await page.waitFor(() => document.querySelectorAll('#body-rows input').length > 0, { what: 'the numbers' });
    await page.evaluate(() => document.querySelectorAll('#numbers details').forEach((details) => (details.open = true)));
  },
  ...Object.fromEntries(
    ['plots', 'push', 'collision', 'scene', 'compare'].map((name) => [
      `laboratory: ${name}`,
      async (page) => {
        await page.evaluate(() => document.querySelector('#lab').hidden && document.querySelector('#lab-button').click());
        await page.waitFor((id) => document.querySelector(id) !== null, { args: [`#lab-tab-${name}`], what: 'the laboratory' });
        await page.evaluate((id) => document.querySelector(id).click(), `#lab-tab-${name}`);
        await page.evaluate(() => document.querySelectorAll('#lab details').forEach((details) => (details.open = true)));
      },
    ]),
  ),
  connect: async (page) => {
    await page.evaluate(() => document.querySelector('#lab-tab-scene').click());
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-part=joints] button')].find((one) => one.textContent === 'Connect…').click(),
    );
    await page.waitFor(() => !document.querySelector('.connect').hidden, { what: 'the fields of a new joint' });
  },
  help: async (page) => {
    await page.evaluate(() => document.querySelector('#help-button').click());
    await page.waitFor(() => document.querySelector('#help').open, { what: 'the help' });
  },
  share: async (page) => {
    await page.evaluate(() => {
      document.querySelector('#help').close();
      document.querySelector('#share-button').click();
    });
    await page.waitFor(() => document.querySelector('#share').open, { what: 'the dialog' });
    await page.evaluate(() => document.querySelectorAll('#share details').forEach((details) => (details.open = true)));
  },
};

export function testAudit(context) {
  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [390, 844, 'dark'],
  ])
    test(`axe finds nothing on any panel, ${width} × ${height}, ${colorScheme}`, async (here) => {
      const { browser } = context;
      if ((browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
      const page = await openTumble(browser, context.site.url, { query: '?scene=tennis-racket&paused', width, height, colorScheme });
      await bringAxe(page);
      const found = [];
      for (const [name, open] of Object.entries(panels)) {
        await open(page);
        found.push(...(await audit(page)).map((text) => `${name}: ${text}`));
      }
      assert.deepEqual(found, []);
      await page.close();
    });
}
