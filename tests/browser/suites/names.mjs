// Names of bodies in the picture: where the scene asks for them, by a switch, and none over another.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble, placeOnScreen, waitForFrame, waitForStep } from '../support/tumble-page.mjs';

// The names to be seen, with their boxes on the screen.
const shownNames = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.label-name')]
      .filter((label) => !label.hidden)
      .map((label) => {
        const { x, y, width, height } = label.getBoundingClientRect();
        return { text: label.textContent, x, y, width, height };
      }),
  );
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export function testNames(context) {
  const racket = '?scene=racket-by-five-schemes';

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [360, 640],
  ]) {
    test(`names of five bodies at ${width} pixels: all there, inside, none over another, each at its body`, async () => {
      const page = await openTumble(context.browser, context.site.url, { query: racket, width, height });
      await waitForFrame(page);
      await waitForStep(page, 20);
      const names = await shownNames(page);
      const [wide, high] = await page.evaluate(() => [innerWidth, innerHeight]); // WebKit has no window of 390
      assert.deepEqual(
        names.map(({ text }) => text),
        ['exact', 'Runge-Kutta 4', 'midpoint', 'semi-implicit Euler', 'without the gyroscopic term'],
      );
      names.forEach((name, index) => {
        assert.ok(name.x >= 0 && name.x + name.width <= wide && name.y >= 0 && name.y + name.height <= high, `${name.text} is inside`);
        for (const other of names.slice(index + 1)) assert.ok(!overlap(name, other), `${name.text} and ${other.text}`);
      });
      for (const [slot, name] of names.entries()) {
        const [x] = await placeOnScreen(page, slot);
        assert.ok(Math.abs(name.x + name.width / 2 - x) < 60, `${name.text} is at its body`);
      }
      await page.close();
    });
  }

  test('balls in a row one behind the other: each has its name, and none stands straight under another ball alone', async () => {
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [390, 844],
    ]) {
      if ((context.browser.narrowest ?? 0) > width) continue;
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=ball-on-ice&paused', width, height });
      const bodies = await page.evaluate(() => globalThis.tumble.simulation.info.bodies.map(({ name, slot }) => ({ name, slot })));
      for (const step of [0, 70]) {
        await page.evaluate((wanted) => globalThis.tumble.simulation.step(wanted - globalThis.tumble.simulation.frame.step), step);
        await waitForStep(page, step);
        // Fonts differ from machine to machine.
        for (const size of [10.5, 13, 16]) {
          const where = `at ${width}, step ${step}, ${size} pixels`;
          await page.evaluate((wanted) => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(`.label-name { font-size: ${wanted}px !important }`);
            document.adoptedStyleSheets = [sheet];
            for (let times = 0; times < 2; ++times) document.querySelector('#names').click(); // measured anew
          }, size);
          await page.waitFor(
            () => [...document.querySelectorAll('.label-name')].filter((label) => !label.hidden && label.style.transform).length === 3,
            {
              what: `three names ${where}`,
            },
          );
          // The page may still come to its place in a later frame.
          let astray = null;
          for (const end = Date.now() + 5000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
            const names = await shownNames(page);
            const places = new Map();
            for (const { name, slot } of bodies) places.set(name, await placeOnScreen(page, slot));
            const isOver = (name, text) => places.get(text)[0] > name.x && places.get(text)[0] < name.x + name.width;
            astray = names.find((name) => !isOver(name, name.text) && names.some(({ text }) => isOver(name, text)));
            if (!astray || Date.now() > end) break;
          }
          assert.equal(astray?.text, undefined, where);
        }
      }
      await page.close();
    }
  });

  test('axes have their letters, the point of an angular momentum is O, and its arrow L', async () => {
    const page = await openTumble(context.browser, context.site.url, {
      query: '?scene=a-third-of-a-turn&paused',
      width: 1440,
      height: 900,
    });
    const letters = () =>
      [...document.querySelectorAll('.label-symbol')].filter((label) => !label.hidden).map((label) => label.textContent);
    const comes = (wanted) =>
      page.waitFor(
        (all) => {
          const there = [...document.querySelectorAll('.label-symbol')].filter((label) => !label.hidden).map((label) => label.textContent);
          return all.every((letter) => there.includes(letter));
        },
        { args: [wanted], what: wanted.join(' ') },
      );
    await comes(['x', 'y', 'z']);
    assert.ok(!(await page.evaluate(letters)).includes('O'));
    await loadScene(page, 'pencil-pushed');
    await comes(['O']);
    await page.evaluate(() => globalThis.tumble.simulation.step(80));
    await comes(['O', 'L']);
    assert.ok(!(await page.evaluate(letters)).includes('x'));
    await page.close();
  });

  test('names are switched off and on, and another scene has its own way', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: racket, width: 1200, height: 760 });
    await waitForFrame(page);
    const isOn = () => page.evaluate(() => document.querySelector('#names').checked);
    assert.equal(await isOn(), true);
    await page.evaluate(() => document.querySelector('#names').click());
    await page.waitFor(() => document.querySelectorAll('.label-name:not([hidden])').length === 0, { what: 'no name' });
    await loadScene(page, 'stack-of-ten');
    assert.equal(await isOn(), false);
    await loadScene(page, {
      tumble: 1,
      gravity: [0, 0, 0],
      labels: true,
      bodies: [
        { name: 'one', size: [1, 1, 1] },
        { name: 'wall', type: 'static', size: [1, 1, 1], position: [3, 0, 0] },
        { size: [1, 1, 1], position: [-3, 0, 0] },
        { name: 'copy', size: [1, 1, 1], position: [0, 3, 0], arrangement: { type: 'stack', count: 2, spacing: 2 } },
      ],
    });
    const names = await page.waitFor(
      () => {
        const shown = [...document.querySelectorAll('.label-name')].filter((label) => !label.hidden).map((label) => label.textContent);
        return shown.length > 0 ? shown : null;
      },
      { what: 'the names' },
    );
    assert.deepEqual(names, ['one'], 'not of what stands still, nor of copies');
    assert.equal(await isOn(), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
