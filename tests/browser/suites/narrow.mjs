// A phone's width of 360 pixels: nothing sticks out, and every control can be reached.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble } from '../support/tumble-page.mjs';

// Runs in the page, or in the page around it where the window cannot be that narrow.
const look = () => {
  const view = globalThis.frames.length > 0 ? globalThis.frames[0] : globalThis;
  const { document, innerWidth, innerHeight } = view;
  const shown = [...document.querySelectorAll('button, a[href], input:not([type=file]), canvas')].filter((element) => {
    const box = element.getBoundingClientRect();
    const isFolded = element.closest('details:not([open])') && !element.closest('summary'); // has a box all the same
    return (
      box.width > 0 && box.height > 0 && view.getComputedStyle(element).visibility !== 'hidden' && !isFolded && !element.closest('.unseen')
    );
  });
  const clock = document.querySelector('.clock > span');
  const outside = [...shown, clock].filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5 || box.top < -0.5;
  });
  const small = shown.filter((element) => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    return box.width < 24 || box.height < 24;
  });
  const covered = shown.filter((element) => {
    if (element.tagName === 'CANVAS') return false;
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return top && !element.contains(top) && !top.contains(element) && !element.closest('label')?.contains(top);
  });
  const name = (element) => element.id || element.dataset.part || element.textContent.trim().slice(0, 30) || element.className;
  return {
    width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
    shown: shown.map(name),
    outside: outside.map(name),
    small: small.map(name),
    covered: covered.map(name),
  };
};

export function testNarrow(context) {
  test('360 pixels: no sideways scroll, controls inside, large enough and not covered', async () => {
    const { browser, site } = context;
    const isFramed = (browser.narrowest ?? 0) > 360;
    const page = isFramed
      ? await browser.open(`${await site.under(null)}narrow.html`)
      : await openTumble(browser, site.url, { query: '?paused', width: 360, height: 640 });
    if (isFramed) await page.waitFor(async () => globalThis.frames[0]?.tumble?.ready, { what: 'the page in its frame' });
    const kControls = '[data-part=controls] details'; // those of the scene come when it runs
    await page.waitFor((selector) => Boolean((globalThis.frames[0] ?? globalThis).document.querySelector(selector)), {
      args: [kControls],
      what: 'the controls of the scene',
    });
    await page.evaluate(() => {
      (globalThis.frames[0] ?? globalThis).document.querySelector('[data-part=seconds]').textContent = '9999.99'; // three hours
    });
    const seen = await page.evaluate(look);
    assert.equal(seen.width, 360);
    assert.ok(seen.scrollWidth <= 360, `the page is ${seen.scrollWidth} pixels wide`);
    for (const id of ['picture', 'play', 'step', 'reset', 'gallery-button', 'numbers-button'])
      assert.ok(seen.shown.includes(id), `${id} is not to be seen`);
    assert.deepEqual(seen.outside, [], 'outside the window');
    assert.deepEqual(seen.small, [], 'smaller than 24 pixels');
    assert.deepEqual(seen.covered, [], 'covered by something else');
    if (!isFramed) {
      for (const panel of ['gallery', 'numbers']) {
        await page.clickOn(`#${panel}-button`);
        await page.waitFor((id) => !document.querySelector(id).hidden, { args: [`#${panel}`], what: `${panel} open` });
        assert.ok((await page.evaluate(look)).scrollWidth <= 360, `${panel} makes the page wide`);
        await page.clickOn(`#${panel}-close`);
        await page.waitFor((id) => document.querySelector(id).hidden, { args: [`#${panel}`], what: `${panel} closed` });
      }
    }
    await page.close();
  });

  test('390 pixels: under a panel there is no button to fall into, and a message stands above it', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 390, height: 844 });
    await page.waitFor(() => !document.querySelector('.big-play').hidden, { what: 'Play' });
    await page.clickOn('#gallery-button');
    assert.equal(await loadScene(page, { tumble: 1, bodies: 'none' }), false);
    const places = () => {
      const boxOf = (name) => document.querySelector(name)?.getBoundingClientRect();
      return { play: boxOf('.big-play').height, note: boxOf('.note')?.bottom, panel: boxOf('#gallery').top };
    };
    const isFree = () => {
      const boxOf = (name) => document.querySelector(name)?.getBoundingClientRect();
      return boxOf('.big-play').height === 0 && boxOf('.note')?.bottom <= boxOf('#gallery').top;
    };
    await page.waitFor(isFree, { what: 'no Play, and the message above the panel', seen: places });
    await page.close();
  });

  test('390 pixels: neither Play nor the hint lies on a body when a scene opens', async () => {
    for (const id of ['car-over-a-ramp', 'tennis-racket']) {
      const page = await openTumble(context.browser, context.site.url, { query: `?scene=${id}&paused`, width: 390, height: 844 });
      await page.waitFor(() => !document.querySelector('.big-play').hidden, { what: 'Play' });
      const { met, asked, found } = await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 500)); // the picture fits what lies over it
        const { bodies, camera } = globalThis.tumble.viewer;
        const stage = document.querySelector('.stage').getBoundingClientRect();
        const { camera: eye } = camera;
        const { position } = eye;
        const pickAt = (x, y) => {
          const there = position.clone().set(((x - stage.left) / stage.width) * 2 - 1, 1 - ((y - stage.top) / stage.height) * 2, 0.5);
          const direction = there.unproject(eye).sub(position).normalize();
          const ray = { origin: position.clone(), direction, at: (way, place) => place.copy(direction).multiplyScalar(way).add(position) };
          return bodies.pick(ray, position.clone())?.name ?? null;
        };
        const across = ({ left, right, top, bottom }) => {
          const names = [];
          for (let x = left + 2; x < right; x += 4) for (let y = top + 2; y < bottom; y += 4) names.push(pickAt(x, y));
          return names;
        };
        const covered = ['.big-play', '.hint'].flatMap((name) => across(document.querySelector(name).getBoundingClientRect()));
        return { met: covered.filter((name) => name !== null), asked: covered.length, found: across(stage).some((name) => name !== null) };
      });
      assert.ok(asked > 500 && found, `${id}: ${asked} places, a body in sight: ${found}`);
      assert.deepEqual([...new Set(met)], [], id);
      await page.close();
    }
  });

  test('390 pixels: neither Play nor the hint lies on the controls of a scene', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&paused', width: 390, height: 844 });
    await page.waitFor(() => Boolean(document.querySelector('.controls summary')) && !document.querySelector('.big-play').hidden, {
      what: 'the controls, and Play',
    });
    await page.evaluate(() => document.querySelector('.controls summary').click());
    // An element that was opened says so in a later task.
    await page.waitFor(() => document.querySelector('.controls .control, .controls-list > *')?.getClientRects().length > 0, {
      what: 'open controls',
    });
    const covered = () => {
      const controls = document.querySelector('.controls').getBoundingClientRect();
      return ['.big-play', '.hint'].filter((name) => {
        const { width, left, right, bottom } = document.querySelector(name).getBoundingClientRect();
        return width > 0 && left < controls.right && right > controls.left && bottom > controls.top;
      });
    };
    await page.waitFor(`(${covered})().length === 0`, { what: 'nothing on the controls', seen: covered });
    await page.close();
  });

  test('the note on a slow pace leaves the bar of time as large as it is, and panels leave it in the window', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    const barWith = (rate, reason) =>
      page.evaluate(
        ([first, second]) => {
          document.querySelector('[data-part=pace-rate]').textContent = first;
          document.querySelector('[data-part=pace-reason]').textContent = second;
          const { left, top, right, bottom } = document.querySelector('.time').getBoundingClientRect();
          return { left, top, right, bottom };
        },
        [rate, reason],
      );
    for (const panel of ['', 'lab', 'numbers']) {
      if (panel) await page.evaluate((name) => document.querySelector(`#${name}-button`).click(), panel);
      for (const [width, height] of [
        [1440, 900],
        [1366, 768],
        [1100, 700],
        [1000, 600],
        [900, 500],
        [844, 390],
        [761, 600],
        [390, 844],
      ]) {
        if ((context.browser.narrowest ?? 0) > width) continue;
        await page.resize(width, height);
        const before = await barWith('', '');
        const where = `${panel} ${width}x${height}`;
        assert.ok(before.left >= 0 && before.right <= width, `${where}: ${JSON.stringify(before)}`);
        assert.deepEqual(await barWith('0.04×: ', 'this tab is busy'), before, where);
      }
    }
    await page.close();
  });

  test('on a small phone on its side a panel stands beside the bodies and above the bar of time', async () => {
    for (const width of [541, 568, 700]) {
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket&paused', width, height: 320 });
      for (const name of ['gallery', 'lab', 'numbers']) {
        await page.evaluate((wanted) => document.querySelector(`#${wanted}-button`).click(), name);
        const [panel, time] = await page.evaluate(
          (wanted) => [`#${wanted}`, '.time'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()),
          name,
        );
        assert.ok(panel.width <= 0.5 * width + 1 && panel.bottom <= time.top + 1, `${name} at ${width}: ${panel.width}, ${panel.bottom}`);
        await page.evaluate((wanted) => document.querySelector(`#${wanted}-close`).click(), name);
      }
      await page.close();
    }
  });

  test('a low window above 400 pixels keeps the picture over a panel', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket&paused', width: 540, height: 440 });
    for (const name of ['gallery', 'lab', 'numbers']) {
      await page.evaluate((wanted) => document.querySelector(`#${wanted}-button`).click(), name);
      const [panel, time] = await page.evaluate(
        (wanted) => [`#${wanted}`, '.time'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()),
        name,
      );
      assert.ok(panel.top > 150 && panel.bottom <= time.top + 1, `${name}: ${panel.top}, ${panel.bottom}`);
      await page.evaluate((wanted) => document.querySelector(`#${wanted}-close`).click(), name);
    }
    await page.close();
  });

  test('on a small phone on its side neither heading nor hint lies where the bodies are', async () => {
    for (const [id, width, height] of [
      ['tesseract', 568, 320],
      ['tennis-racket', 568, 320],
      ['tesseract', 640, 360],
    ]) {
      const page = await openTumble(context.browser, context.site.url, { query: `?scene=${id}`, width, height });
      await page.waitFor(() => globalThis.tumble.simulation.frame?.step > 30, { what: 'the scene under way' });
      const { free, over } = await page.evaluate(() => ({
        free: globalThis.tumble.viewer.camera.freeArea,
        over: ['.heading h1', '.heading p', '.check', '.hint', '.controls', '.bar-end']
          .map((name) => document.querySelector(name).getBoundingClientRect().toJSON())
          .filter(({ width: wide, height: high }) => wide * high > 0),
      }));
      const where = JSON.stringify({ id, width, free, over });
      assert.ok(Math.min(free.right - free.left, free.bottom - free.top) > 90, where);
      for (const { left, top, right, bottom } of over)
        assert.ok(right <= free.left + 1 || left >= free.right - 1 || bottom <= free.top + 1 || top >= free.bottom - 1, where);
      await page.close();
    }
  });

  test('the first body of a new scene is whole in what heading and panel leave free', async () => {
    for (const [width, height] of [
      [390, 844],
      [844, 390],
    ]) {
      const page = await openTumble(context.browser, context.site.url, { query: '?paused', width, height });
      await page.evaluate(() => document.querySelector('#new-scene').click());
      await page.waitFor(() => [...document.querySelectorAll('.scene-form button')].some(({ textContent }) => textContent === 'Add'), {
        what: 'the form',
      });
      await page.waitFor(() => globalThis.tumble.viewer.camera.nextDistance - globalThis.tumble.viewer.camera.distance < 1e-3, {
        what: 'the camera in its place',
      });
      await page.evaluate(() =>
        [...document.querySelectorAll('.scene-form button')].find(({ textContent }) => textContent === 'Add').click(),
      );
      await page.waitFor(() => globalThis.tumble.simulation.frame?.slotCount === 2, { what: 'the body' });
      const { top, bottom, low, high } = await page.evaluate(() => {
        const { simulation, viewer } = globalThis.tumble;
        const { camera } = viewer;
        const { position, size } = simulation.scene.bodies[1];
        const at = camera.target.clone().set(...position);
        const radius = Math.hypot(...size) / 2 / camera.metresPerPixel(at);
        const y = ((1 - at.project(camera.camera).y) / 2) * camera.height;
        return { ...camera.freeArea, low: y + radius, high: y - radius };
      });
      assert.ok(high > top && low < bottom, JSON.stringify({ width, top, high, low, bottom }));
      await page.close();
    }
  });

  test('energies as bars lie below what is shown in a narrow window', async (here) => {
    const [width, height] = [390, 844];
    if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=weight-on-a-spring&paused', width, height });
    for (const scene of ['weight-on-a-spring', 'flatland']) {
      await loadScene(page, scene);
      const isAbove = () => {
        const bars = document.querySelector('.energy-bars:not([hidden])')?.getBoundingClientRect();
        const { bottom } = globalThis.tumble.viewer.camera.freeArea;
        return bars && bottom <= bars.top - document.querySelector('.stage').getBoundingClientRect().top + 1;
      };
      await page.waitFor(isAbove, { what: `${scene}: bars below the picture` });
    }
    await page.close();
  });

  test('open controls lie below what is shown in a narrow window', async (here) => {
    const [width, height] = [360, 640];
    if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=push-a-cube&paused', width, height });
    await page.waitFor(() => Boolean(document.querySelector('.controls summary')), { what: 'the controls' });
    const places = () => {
      const stage = document.querySelector('.stage').getBoundingClientRect();
      const { top, height: high } = document.querySelector('.controls').getBoundingClientRect();
      return { free: globalThis.tumble.viewer.camera.freeArea.bottom, top: top - stage.top, isOpen: high > 100 };
    };
    const folded = (await page.evaluate(places)).free;
    await page.evaluate(() => document.querySelector('.controls summary').click());
    await page.waitFor(`((places) => places.isOpen && places.free <= places.top + 1)((${places})())`, {
      what: 'the picture above',
      seen: places,
    });
    await page.evaluate(() => document.querySelector('.controls summary').click());
    await page.waitFor((before) => Math.abs(globalThis.tumble.viewer.camera.freeArea.bottom - before) < 1, {
      args: [folded],
      what: 'the picture as before',
      seen: places,
    });
    await page.close();
  });

  test('energies as bars stand beside what is shown in a frame', async (here) => {
    const [width, height] = [480, 320];
    if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=flatland&embed&paused', width, height });
    const isBeside = () => {
      const bars = document.querySelector('.energy-bars:not([hidden])')?.getBoundingClientRect();
      return bars && bars.right <= globalThis.tumble.viewer.camera.freeArea.left;
    };
    await page.waitFor(isBeside, { what: 'bars beside the picture' });
    await page.close();
  });

  test('energies as bars stand between the list of scenes and what is shown in a wide window', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=flatland&paused', width: 1440, height: 900 });
    const isBeside = () => {
      const bars = document.querySelector('.energy-bars:not([hidden])')?.getBoundingClientRect();
      const list = document.querySelector('#gallery').getBoundingClientRect();
      return bars && bars.left > list.right && bars.right <= globalThis.tumble.viewer.camera.freeArea.left;
    };
    await page.waitFor(isBeside, { what: 'bars beside the picture' });
    // With the laboratory and the numbers there is too little room left beside them.
    for (const panel of ['lab', 'numbers']) await page.evaluate((name) => document.querySelector(`#${name}-button`).click(), panel);
    await page.resize(1100, 800);
    const places = () => {
      const [bars, panel] = ['.energy-bars', '#lab'].map((name) => document.querySelector(name).getBoundingClientRect());
      return { bars: bars.left, panel: panel.right, picture: globalThis.tumble.viewer.camera.freeArea.left, width: innerWidth };
    };
    const isOver = () => {
      const [bars, panel] = ['.energy-bars', '#lab'].map((name) => document.querySelector(name).getBoundingClientRect());
      return bars.left > panel.right && Math.abs(globalThis.tumble.viewer.camera.freeArea.left - panel.right) < 1;
    };
    await page.waitFor(isOver, { what: 'bars beside the laboratory, over what is shown', seen: places });
    await page.close();
  });

  test('a narrow window opens with every moving body of a scene as wide as it is', async (here) => {
    if ((context.browser.narrowest ?? 0) > 390) return here.skip('no window is that narrow');
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tumbler&paused', width: 390, height: 844 });
    // A row too wide for 1.5 times its height, and a bar that lies along z, turned to x.
    const wide = {
      tumble: 1,
      gravity: [0, 0, 0],
      camera: { position: [0, 0, 6], target: [0, 0, 0] },
      bodies: [
        ...[-4, 0, 4].map((x) => ({ size: [0.5, 0.5, 0.5], position: [x, 0, 0] })),
        { size: [0.2, 0.2, 10], orientation: { axis: [0, 1, 0], angleDegrees: 90 }, position: [0, 1, 0] },
      ],
    };
    const outside = () =>
      page.evaluate(() => {
        const { bodies, camera } = globalThis.tumble.viewer;
        const place = camera.target.clone();
        const far = [];
        for (const { slot } of globalThis.tumble.simulation.info.bodies.filter(({ type }) => type !== 'static'))
          for (const { part, indices } of bodies.partsOf(slot))
            for (const index of indices)
              for (const which of [0, 1, 2, 3, 4, 5, 6, 7]) {
                const [m, at] = [part.matrices, index * 16];
                const corner = [0, 1, 2].map((row) =>
                  [0, 1, 2].reduce((sum, axis) => sum + (which & (1 << axis) ? 1 : -1) * m[at + 4 * axis + row], m[at + 12 + row]),
                );
                const { x } = place.fromArray(corner).project(camera.camera);
                if (Math.abs(x) > 1) far.push(x);
              }
        return far;
      });
    // The camera eases to its place, in as many frames as a busy machine gives it.
    const assertInside = async (what) => {
      let far = await outside();
      for (const end = Date.now() + 10_000; far.length > 0 && Date.now() < end; far = await outside())
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      assert.deepEqual(far, [], what);
    };
    await assertInside('the drum');
    await loadScene(page, wide);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await assertInside('the row and the bar');
    await page.close();
  });
}
