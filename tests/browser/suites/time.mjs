// Time in the page: a hidden tab stands still and nothing jumps; long running leaves no memory behind.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { isPlaying, loadScene, openTumble, presentStep, waitForFrame, waitForStep } from '../support/tumble-page.mjs';
import { isWhole } from '../support/whole.mjs';

const [kRounds, kMostRounds, kMostGrown] = [5, 40, 60 * 1024];

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const setHidden = (page, isHidden) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

export function testTime(context) {
  test('a hidden tab stands still, and goes on without a jump', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket' });
    await waitForFrame(page);
    await page.evaluate(() => {
      globalThis.jumps = [];
      let last = 0;
      globalThis.tumble.simulation.onFrame((frame) => {
        globalThis.jumps.push(frame.step - last);
        last = frame.step;
      });
    });
    await waitForStep(page, 20);
    await setHidden(page, true);
    await pause(300); // what is on its way arrives
    const before = await presentStep(page);
    await pause(2000);
    assert.equal(await presentStep(page), before);
    await page.evaluate(() => {
      globalThis.jumps.length = 0;
    });
    await setHidden(page, false);
    await waitForStep(page, before + 5);
    assert.equal(await isPlaying(page), true);
    const jumps = await page.evaluate(() => globalThis.jumps);
    assert.ok(jumps.length > 0 && Math.max(...jumps) <= 4, `steps between frames: ${jumps}`);
    await page.close();
  });

  test('speed 4 and 0.1 hold over real time', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket' });
    await waitForFrame(page);
    const measure = (rate) =>
      page.evaluate(async (wanted) => {
        const { simulation } = globalThis.tumble;
        simulation.setRate(wanted);
        const next = () =>
          new Promise((resolve) => {
            const stop = simulation.onFrame((frame) => {
              stop();
              resolve(frame);
            });
          });
        await next();
        let [first, start, dropped] = [(await next()).step, performance.now(), 0];
        const stop = simulation.onFrame((frame) => {
          dropped += frame.droppedSteps;
        });
        await new Promise((resolve) => {
          setTimeout(resolve, 2000);
        });
        const last = (await next()).step;
        stop();
        return { steps: last - first, dropped, due: ((performance.now() - start) / 1000) * 60 * wanted };
      }, rate);
    for (const rate of [0.1, 4]) {
      const { steps, dropped, due } = await measure(rate);
      context.report(`rate ${rate}: ${steps} steps, ${dropped} dropped, ${due.toFixed(1)} due`);
      assert.ok(steps <= due + 12 * Math.max(1, rate), `${steps} steps where ${due} were due`);
      assert.ok(steps + dropped >= due * 0.5 - 2 || dropped > 0, `${steps} steps where ${due} were due`);
    }
    await page.close();
  });

  if (context.engine === 'chromium') {
    // A run that is repeated has nothing new to keep, so that the heap levels off, once the browser has compiled what runs often (some
    // 3,000 steps). 100 bytes a step would be 30 kB a round.
    test('long running leaves no memory behind', async (here) => {
      if (!isWhole) return here.skip('npm run test:browsers takes the time');
      const page = await openTumble(context.browser, context.site.url, { query: '?scene=tennis-racket' });
      await waitForFrame(page);
      await page.evaluate(() => {
        globalThis.tumble.simulation.select(0);
        globalThis.tumble.simulation.setRate(4);
      });
      const used = [];
      const grown = () => used.at(-1) - used.at(-1 - kRounds);
      while (used.length <= kRounds || (grown() > kMostGrown && used.length < kMostRounds)) {
        await waitForStep(page, 300);
        used.push(
          await page.evaluate(async () => {
            const { simulation } = globalThis.tumble;
            await simulation.seek(0);
            for (let count = 0; count < 4; count += 1) {
              globalThis.gc();
              await new Promise((resolve) => {
                setTimeout(resolve, 50);
              });
            }
            const bytes = performance.memory.usedJSHeapSize;
            simulation.play();
            return bytes;
          }),
        );
        await page.waitFor(() => globalThis.tumble.simulation.frame.playing, { what: 'the run again' });
      }
      context.report(`heap grew by ${Math.round(grown() / 1024)} kB in the last ${kRounds} of ${used.length} rounds`);
      assert.ok(grown() <= kMostGrown, `after ${used.length} rounds: ${used.map((bytes) => Math.round(bytes / 1024))} kB`);
      await page.close();
    });

    test('opening scenes again and again leaves no memory behind', async () => {
      const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 460, height: 240 });
      const round = async () => {
        for (const id of ['heavy-cube-hits-wall', 'push-a-cube', 'tennis-racket']) await loadScene(page, id);
      };
      const used = () =>
        page.evaluate(() => {
          globalThis.gc();
          globalThis.gc();
          return performance.memory.usedJSHeapSize;
        });
      for (let count = 0; count < 3; count += 1) await round();
      const before = await used();
      for (let count = 0; count < 10; count += 1) await round();
      const grown = (await used()) - before;
      context.report(`heap grew by ${Math.round(grown / 1024)} kB in 30 loads`);
      assert.ok(grown < 1024 * 1024, `${grown} bytes in 30 loads`);
      await page.close();
    });

    test('reduced motion starts paused, at the step of the poster', async () => {
      const page = await openTumble(context.browser, context.site.url, { reducedMotion: true });
      await waitForStep(page, 60);
      await pause(500);
      assert.equal(await isPlaying(page), false);
      assert.equal(await presentStep(page), 60);
      await page.close();
    });

    test('light and dark look different', async () => {
      const backgrounds = [];
      for (const colorScheme of ['light', 'dark']) {
        const page = await openTumble(context.browser, context.site.url, { colorScheme, query: '?paused' });
        backgrounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
        await page.close();
      }
      assert.notEqual(backgrounds[0], backgrounds[1]);
    });
  }
}
