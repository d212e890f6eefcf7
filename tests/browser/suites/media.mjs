// Other windows and media: 400 % zoom, a small desktop, colours that the system forces, paper, the full screen.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble } from '../support/tumble-page.mjs';

const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Names of controls that lie outside the window or under something else once they are scrolled to.
const unreachable = () => {
  const controls = [
    ...document.querySelectorAll('.bar button, .time button, .time input[type=range], .controls summary, .check-reading, .big-play'),
  ];
  const shown = controls.filter((element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden');
  const wrong = shown.filter((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const isInside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    return !isInside || !over || !(element.contains(over) || over.contains(element));
  });
  return { count: shown.length, wrong: wrong.map((element) => element.id || element.dataset.part || element.className) };
};

// Pairs of parts that lie on each other, of those that are to be seen.
const onEachOther = (selectors) => {
  const parts = selectors.flatMap((selector) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.getClientRects().length > 0)
      .map((element) => ({ selector, box: element.getBoundingClientRect() })),
  );
  return parts.flatMap((one, index) =>
    parts
      .slice(0, index)
      .filter(
        ({ box }) =>
          Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
          Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 1,
      )
      .map((other) => `${one.selector} and ${other.selector}`),
  );
};

// What one sees of a colour on another, as WCAG 2.2 has it.
const contrasts = (selectors) => {
  const brightness = (color) => {
    const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return selectors.map((selector) => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector(selector));
    const [one, other] = [brightness(color), brightness(backgroundColor)];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
};

const isOpen = (page, panel) => page.evaluate((id) => !document.querySelector(id).hidden, `#${panel}`);
async function show(page, wanted) {
  for (const panel of ['gallery', 'lab', 'numbers'])
    if (!wanted.includes(panel) && (await isOpen(page, panel))) await page.clickOn(`#${panel}-close`);
  for (const panel of wanted) if (!(await isOpen(page, panel))) await page.clickOn(`#${panel}-button`);
  for (const panel of wanted) await page.waitFor((id) => !document.querySelector(id).hidden, { args: [`#${panel}`], what: panel });
  await settle(page);
}

export function testMedia(context) {
  test('a desktop at 400 %, a projector at 200 %: everything is beside everything else, and is reached by scrolling one way', async (here) => {
    const { browser } = context;
    if ((browser.narrowest ?? 0) > 320) return here.skip('no window is that narrow');
    for (const [width, height] of [
      [320, 256],
      [480, 270],
      [512, 384],
    ]) {
      const page = await openTumble(browser, context.site.url, { query: '?scene=tennis-racket&paused', width, height });
      await page.waitFor(() => document.querySelectorAll('.check-reading').length > 0, { what: 'the number to check' });
      await page.waitFor(() => !document.querySelector('.controls').hidden, { what: 'the controls' });
      await settle(page);
      assert.deepEqual(await page.evaluate(onEachOther, ['.bar .button', '.heading', '.picture', '.time']), []);
      const { count, wrong } = await page.evaluate(unreachable);
      assert.ok(count >= 14, `${count} controls`);
      assert.deepEqual(wrong, []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      // What stands over the picture does not push the bodies away.
      for (const [scene, size] of [
        ['tennis-racket', 0.68],
        ['push-a-cube', 1],
      ]) {
        await page.evaluate((id) => globalThis.tumble.loadScene(id), scene);
        await settle(page);
        const pixels = await page.evaluate((metres) => {
          const { camera } = globalThis.tumble.viewer;
          return metres / camera.metresPerPixel(camera.target);
        }, size);
        assert.ok(pixels > 20, `${scene} is ${pixels} pixels large`);
      }
      for (const [scene, over] of [
        ['weight-on-a-spring', '.energy-bars'],
        ['differential', '.key-pad'],
      ]) {
        await page.evaluate((id) => globalThis.tumble.loadScene(id), scene);
        const isInside = (name) => {
          const [inner, picture] = [name, '.picture'].map((one) => document.querySelector(one)?.getBoundingClientRect());
          return inner?.height > 0 && inner.top >= picture.top && inner.bottom <= picture.bottom && picture.bottom - inner.bottom < 40;
        };
        await page.waitFor(isInside, { args: [over], what: `${over} at the foot of the picture` });
      }
      await page.evaluate(() => globalThis.tumble.loadScene('tennis-racket'));
      for (const panel of ['gallery', 'numbers', 'lab']) {
        await show(page, [panel]);
        const { left, right, scrollWidth, clientWidth } = await page.evaluate((id) => {
          const element = document.querySelector(id);
          const box = element.getBoundingClientRect();
          return { left: box.left, right: box.right, scrollWidth: element.scrollWidth, clientWidth: element.clientWidth };
        }, `#${panel}`);
        assert.ok(
          left >= 0 && right <= width && scrollWidth <= clientWidth,
          `${panel}: ${left} to ${right}, ${scrollWidth} of ${clientWidth}`,
        );
      }
      await page.close();
    }
  });

  for (const [width, height] of [
    [1024, 768],
    [1366, 768],
    [1440, 900],
  ])
    test(`${width} × ${height}: buttons keep their words, and nothing lies under a panel, whichever are open`, async () => {
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket&paused', width, height });
      await page.waitFor(() => !document.querySelector('.controls').hidden, { what: 'the controls' });
      for (const panels of [[], ['gallery'], ['numbers'], ['gallery', 'numbers'], ['lab'], ['lab', 'numbers']]) {
        if (panels.length > 1 && width < 1080) continue; // room for one
        await show(page, panels);
        const words = await page.evaluate(
          () =>
            [...document.querySelectorAll('.bar .button:not(.button-round, [hidden]) > span')].filter((word) => word.offsetWidth > 30)
              .length,
        );
        assert.equal(words, 4, `words with ${panels}`);
        const parts = ['.bar .button', '.heading > :not(:empty)', '.time', '.panel', '.controls', '.hint', '.big-play'];
        assert.deepEqual(await page.evaluate(onEachOther, parts), [], `with ${panels}`);
        const seen = await page.evaluate(() =>
          [...document.querySelectorAll('.time .button, .time input')].every((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          }),
        );
        assert.ok(seen, `the bar of time is inside with ${panels}`);
      }
      assert.deepEqual(await page.consoleErrors(), []);
      await page.close();
    });

  for (const [width, height, panels] of [
    [844, 390, []],
    [1280, 720, ['lab']],
  ])
    test(`${width} × ${height}: a choice among the controls leaves the hint free`, async () => {
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=listing-1&paused', width, height });
      await page.waitFor(() => Boolean(document.querySelector('.controls:not([hidden]) select')), { what: 'the choice' });
      await show(page, panels);
      assert.ok(await page.evaluate(() => document.querySelector('.controls').offsetWidth >= 200), 'open controls');
      assert.deepEqual(await page.evaluate(onEachOther, ['.hint', '.controls', '.time']), []);
      await page.close();
    });

  test('colours that the system forces: what is chosen or open can be read, and the bar of time is seen', async (here) => {
    const { browser } = context;
    if (browser.name !== 'chromium') return here.skip('forced colours cannot be told');
    const page = await openTumble(browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 1366, height: 768 });
    const session = await page.raw.createCDPSession();
    for (const scheme of ['dark', 'light']) {
      await session.send('Emulation.setEmulatedMedia', {
        features: [
          { name: 'forced-colors', value: 'active' },
          { name: 'prefers-color-scheme', value: scheme },
        ],
      });
      await show(page, ['gallery', 'numbers']); // the pointer stays over a button that is open
      const chosen = ['#gallery-button', '#numbers-button', '#lab-button', '.scene-link[aria-current]', '.tools input:checked + span'];
      for (const [index, contrast] of (await page.evaluate(contrasts, chosen)).entries())
        assert.ok(contrast >= 4.5, `${chosen[index]}, ${scheme}: ${contrast}`);
      const [track, paper] = await page.evaluate(() =>
        ['.scrub-track', '.time'].map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor),
      );
      assert.notEqual(track, paper, scheme);
      await show(page, []);
    }
    // Lines and runs are told apart by their legends, too.
    await show(page, ['lab']);
    await page.waitFor(() => document.querySelectorAll('.u-marker').length > 4, { what: 'a legend' });
    const pieces = await page.evaluate(() =>
      [...document.querySelectorAll('.u-marker')].map((one) => getComputedStyle(one).backgroundImage),
    );
    assert.equal(new Set(pieces.slice(1, 5)).size, 4, `${pieces}`);
    await page.evaluate(() => document.querySelector('#lab-tab-compare').click());
    const swatches = await page.evaluate(() =>
      [...document.querySelectorAll('.run-swatch')].map((one) => getComputedStyle(one).backgroundColor),
    );
    assert.equal(new Set(swatches).size, 2, `${swatches}`);
    await page.close();
  });

  test('on paper: the heading and the picture, and no control', async (here) => {
    const { browser } = context;
    if (!browser.canEmulateMedia) return here.skip('paper cannot be told');
    const page = await openTumble(browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 1366, height: 768 });
    await page.waitFor(() => globalThis.tumble.simulation.frame && document.querySelector('.label-symbol'), {
      what: 'a picture with its labels',
    });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.raw.emulateMediaType('print');
    const seen = await page.evaluate(() =>
      ['#title', '#expect', '.still', '.label-symbol', '.button', '.panel', '.time', '.controls', '.picture', '.label-push'].filter(
        (selector) => [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0),
      ),
    );
    assert.deepEqual(seen, ['#title', '#expect', '.still', '.label-symbol']);
    const { ink, covered } = await page.evaluate(() => {
      const [title, still] = ['#title', '.still'].map((selector) => document.querySelector(selector));
      return {
        ink: getComputedStyle(title).color,
        covered: still.getBoundingClientRect().top < title.getBoundingClientRect().bottom,
      };
    });
    assert.equal(ink, 'rgb(0, 0, 0)');
    assert.equal(covered, false);
    await page.close();
  });

  test('on paper: symbols and names stand where they did in the picture, and all of it is light', async (here) => {
    const { browser } = context;
    if (browser.name !== 'chromium') return here.skip('paper cannot be told');
    const page = await openTumble(browser, context.site.url, { query: '?scene=masses-on-springs&paused', width: 1366, height: 768 });
    const session = await page.raw.createCDPSession();
    const dark = { features: [{ name: 'prefers-color-scheme', value: 'dark' }] };
    await session.send('Emulation.setEmulatedMedia', dark);
    const labels = () =>
      page.evaluate(() => {
        const picture = ['.still', '.picture']
          .map((selector) => document.querySelector(selector).getBoundingClientRect())
          .find(({ width }) => width > 0);
        return [...document.querySelectorAll('.label')]
          .filter((label) => label.getClientRects().length > 0)
          .map((label) => {
            const { left, top } = label.getBoundingClientRect();
            const place = [(left - picture.left) / picture.width, (top - picture.top) / picture.height];
            return { text: label.textContent, place, color: getComputedStyle(label).color };
          });
      });
    await page.waitFor(() => document.querySelectorAll('.label-symbol:not([hidden])').length > 0, { what: 'a symbol' });
    // It is drawn for the paper once more, where its letters are.
    const screen = await page.evaluate(() => dispatchEvent(new Event('beforeprint'))).then(labels);
    await session.send('Emulation.setEmulatedMedia', { ...dark, media: 'print' });
    await page.raw.setViewport({ width: 718, height: 1000 });
    const paper = await labels();
    assert.deepEqual(paper.map(({ text }) => text).sort(), ['mass 1', 'mass 2', 'mass 3', 'mass 4', 'rigid twin', 'v']);
    for (const { text, place } of paper) {
      const before = screen.find((label) => label.text === text).place;
      const apart = Math.hypot(place[0] - before[0], place[1] - before[1]);
      assert.ok(apart < 0.02, `${text} at ${place}, on the screen at ${before}`);
    }
    assert.equal(paper.find(({ text }) => text === 'v').color, 'rgb(11, 99, 196)');
    assert.equal(paper.find(({ text }) => text === 'mass 1').color, 'rgb(36, 33, 28)');
    const corner = () => page.evaluate(() => [...document.querySelector('.still').getContext('2d').getImageData(2, 2, 1, 1).data]);
    assert.ok(
      (await corner()).every((part) => part > 220),
      `${await corner()}`,
    );
    await session.send('Emulation.setEmulatedMedia', { ...dark, media: '' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal((await labels()).find(({ text }) => text === 'v').color, 'rgb(98, 173, 255)');
    await page.close();
  });

  test('the full screen holds the page with its panels, and is left again', async (here) => {
    const { browser } = context;
    if (browser.name !== 'chromium') return here.skip('a window of tests has no full screen');
    const page = await openTumble(browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 1366, height: 768 });
    const name = () => page.evaluate(() => document.querySelector('[data-part=full-screen]').getAttribute('aria-label'));
    assert.equal(await name(), 'Full screen');
    await page.clickOn('[data-part=full-screen]');
    await page.waitFor(() => document.fullscreenElement !== null, { what: 'the full screen' });
    assert.ok(await page.evaluate(() => document.fullscreenElement.contains(document.querySelector('#numbers'))));
    await page.waitFor(() => document.querySelector('[data-part=full-screen]').ariaLabel === 'Leave the full screen', { what: 'its name' });
    await show(page, ['numbers']);
    await page.clickOn('[data-part=full-screen]');
    await page.waitFor(() => document.fullscreenElement === null, { what: 'the page' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the numbers show body to world and back as matrices; a scene that is about them brings them along', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=body-to-world&paused', width: 1440, height: 900 });
    await page.waitFor(() => document.querySelector('#transform')?.open, { what: 'the matrices' });
    const cells = () =>
      [...document.querySelectorAll('.matrix')].map((table) => [...table.querySelectorAll('td')].map((cell) => cell.textContent));
    const isSeen = () => {
      const panel = document.querySelector('#numbers').getBoundingClientRect();
      return [...document.querySelectorAll('.matrix')].every((table) => {
        const { top, bottom } = table.getBoundingClientRect();
        return top >= panel.top && bottom <= panel.bottom;
      });
    };
    await page.evaluate(() => globalThis.tumble.simulation.step(120));
    // A third of a turn about y, on the way (0.6, 0.3, 0) from (-0.8, 0, 0).
    const toWorld = '−0.500 0.000 0.866 −0.200 0.000 1.000 0.000 0.300 −0.866 0.000 −0.500 0.000 0 0 0 1'.split(' ');
    const toBody = '−0.500 0.000 −0.866 −0.100 0.000 1.000 0.000 −0.300 0.866 0.000 −0.500 0.173 0 0 0 1'.split(' ');
    await page.waitFor((wanted) => document.querySelectorAll('.matrix td')[3].textContent === wanted, {
      args: [toWorld[3]],
      what: 'the place after 2 s',
    });
    assert.deepEqual(await page.evaluate(cells), [toWorld, toBody]);
    assert.equal(await page.evaluate(() => document.querySelector('#transform .readout-value').textContent), '1.000');
    assert.ok(await page.evaluate(isSeen), 'both are to be seen');
    assert.match(await page.evaluate(() => location.search + location.hash), /^\?scene=body-to-world(&paused)?/);
    // They go with the scene, unless somebody opened them.
    assert.equal(await loadScene(page, 'tilde-operator'), true);
    assert.equal(await isOpen(page, 'numbers'), false);
    await page.clickOn('#numbers-button');
    await page.evaluate(() => {
      document.querySelector('#transform').open = true;
      globalThis.tumble.simulation.pause();
      return globalThis.tumble.simulation.reset().then(() => globalThis.tumble.simulation.step(1));
    });
    // An Euler step of 0.1 rad stretches: 1 + 0.1².
    await page.waitFor(() => document.querySelector('#transform .readout-value').textContent === '1.010', {
      what: 'what an Euler step does',
    });
    assert.equal(await loadScene(page, 'push-a-cube'), true);
    assert.equal(await isOpen(page, 'numbers'), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
