// Figures in a page that is not ours: two of them, side by side, each driven by its own pointer, buttons and keys. They share nothing and
// leave the page around them as it was.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';

const cube = (name, angularVelocity) => ({
  tumble: 1,
  title: name,
  gravity: [0, 0, 0],
  camera: { position: [0, 0, 9], target: [0, 0, 0] },
  bodies: [{ name, size: [3, 3, 3], mass: 1, position: [0, 0, 0], angularVelocity }],
});

async function openFigures(context) {
  const page = await context.browser.open(`${context.site.url}figures/`, { width: 1660, height: 560 });
  await page.waitFor(async () => (await globalThis.figures)?.length === 2, { what: 'two figures', limit: 30_000 });
  await page.evaluate(
    async (scenes) => {
      const figures = await globalThis.figures;
      globalThis.both = figures;
      for (const [index, scene] of scenes.entries()) {
        await figures[index].load(Promise.resolve(scene));
        figures[index].begin({ plays: false, still: 0, illustration: Promise.resolve(null) });
      }
    },
    [cube('left', [0, 1, 0]), cube('right', [0, 2, 0])],
  );
  await page.waitFor(() => globalThis.both.every(({ simulation }) => simulation.frame !== null), { what: 'a frame in each' });
  return page;
}

const stepsOf = (page) => page.evaluate(() => globalThis.both.map(({ simulation }) => simulation.frame.step));
const logsOf = (page) => page.evaluate(() => globalThis.both.map(({ simulation }) => simulation.log.map(({ command }) => command.type)));
const selectedIn = (page) => page.evaluate(() => globalThis.both.map(({ selection }) => selection.body?.name ?? null));
const inFigure = (index, selector) => `.figure:nth-of-type(${index + 1}) ${selector}`;
// On the body, in the middle.
const placeOn = (page, index) =>
  page.evaluate(
    (selector) => {
      const box = document.querySelector(selector).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    },
    inFigure(index, '.picture'),
  );

export function testFigures(context) {
  test('two figures in a page: buttons, pointer and keys of one do not reach the other', async () => {
    const page = await openFigures(context);
    await page.clickOn(inFigure(1, '[data-part=play]'));
    await page.waitFor(() => globalThis.both[1].simulation.frame.step > 5, { what: 'time in the right one' });
    assert.equal((await stepsOf(page))[0], 0);
    const [x, y] = await placeOn(page, 0);
    await page.drag([x, y], [x, y - 80], { hold: 100 });
    await page.waitFor(() => globalThis.both[0].simulation.log.length > 0, { what: 'a push in the left one' });
    assert.deepEqual(await logsOf(page), [['impulse'], []]);
    await page.click(...(await placeOn(page, 1)));
    await page.waitFor(() => globalThis.both[1].selection.body !== null, { what: 'a selection in the right one' });
    assert.deepEqual(await selectedIn(page), [null, 'right']);
    await page.clickOn(inFigure(0, '[data-part=tools] label:last-child'));
    assert.deepEqual(await page.evaluate(() => globalThis.both.map(({ viewer }) => viewer.pointerTools.tool)), ['drag', 'push']);
    assert.equal(
      await page.evaluate(() => document.querySelectorAll('.figure input[type=radio]:checked').length),
      2,
      'each has a tool of its own',
    );
    const spoken = await page.evaluate(() => [...document.querySelectorAll('[data-part=spoken]')].map(({ textContent }) => textContent));
    assert.match(spoken[0], /^Pushed left with/);
    assert.match(spoken[1], /right/);
    await page.close();
  });

  test('a figure hears no key outside its picture, has no id, and leaves address, title and page alone', async () => {
    const page = await openFigures(context);
    await page.evaluate(() => document.activeElement.blur());
    for (const key of ['Space', '.', 'n']) await page.key(key);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(await stepsOf(page), [0, 0]);
    assert.deepEqual(await selectedIn(page), [null, null]);
    await page.evaluate(() => document.querySelectorAll('.picture')[1].focus());
    await page.key('n');
    assert.deepEqual(await selectedIn(page), [null, 'right']);
    const found = await page.evaluate(() => ({
      ids: document.querySelectorAll('.figure [id]').length,
      before: globalThis.before,
      after: { href: location.href, title: document.title, bodyChildren: document.body.children.length, history: history.length },
    }));
    assert.equal(found.ids, 0);
    assert.deepEqual(found.after, found.before);
    await page.close();
  });

  test('a figure that is disposed of leaves the other one running', async () => {
    const page = await openFigures(context);
    await page.evaluate(() => {
      globalThis.both[0].dispose();
      globalThis.both[1].actions.setPlaying(true);
    });
    await page.waitFor(() => globalThis.both[1].simulation.frame.step > 20, { what: 'time in the other one' });
    await page.close();
  });
}
