// What a browser does to a page: hides it, puts it away and takes it out again, takes the network or the memory from it, kills its
// Worker. The state afterwards is the state before: whatever happens on the way, step 240 has the hash of an undisturbed run.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { strictPolicy } from '../support/site.mjs';
import { loadScene, messages, openTumble, presentStep, waitForMessage, waitForStep } from '../support/tumble-page.mjs';

const kEnd = 240;
const kQuery = '?scene=drop-on-corner&paused';
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A push at a step: part of the state that has to survive.
const pushAt30 = (page) =>
  page.evaluate(async () => {
    const { simulation } = globalThis.tumble;
    await simulation.step(30);
    await simulation.push({ body: 1, impulse: [200, 900, 100], point: [0.1, 3, 0.2] });
  });

/** Steps on to the end and gives the hash there. */
const endHash = (page) =>
  page.evaluate(async (end) => {
    const { simulation } = globalThis.tumble;
    const { step } = await simulation.step(0);
    return (await simulation.step(end - step)).hash;
  }, kEnd);

export function testLifecycle(context) {
  const open = (options = {}) => openTumble(context.browser, context.site.url, { query: kQuery, ...options });
  let undisturbed = null;
  const expected = async () => {
    if (undisturbed) return undisturbed;
    const page = await open();
    await pushAt30(page);
    undisturbed = await endHash(page);
    await page.close();
    return undisturbed;
  };

  test('ten minutes hidden: nothing is caught up with, and the state is the state before', async () => {
    const hash = await expected();
    const page = await open();
    await pushAt30(page);
    await page.evaluate(() => {
      // Ten minutes that take no time: the clock of frames goes on by them while the page is hidden.
      globalThis.away = 0;
      const { requestAnimationFrame: real } = globalThis;
      globalThis.requestAnimationFrame = (work) => real.call(globalThis, (now) => work(now + globalThis.away));
      globalThis.setHidden = (hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (hidden ? 'hidden' : 'visible') });
        document.dispatchEvent(new Event('visibilitychange'));
      };
      globalThis.tumble.simulation.play();
    });
    await waitForStep(page, 40);
    await page.evaluate(() => globalThis.setHidden(true));
    await pause(400);
    const before = await presentStep(page);
    await page.evaluate(() => {
      globalThis.away = 600_000;
      globalThis.setHidden(false);
    });
    await waitForStep(page, before + 2);
    const after = await presentStep(page);
    assert.ok(after < before + 120 && after < kEnd, `step ${before} became ${after}`);
    const said = (await messages(page)).filter((text) => !/is in view/.test(text)); // the push takes the cube out of the picture
    assert.deepEqual(said, []);
    assert.equal(await endHash(page), hash);
    await page.close();
  });

  test('away and back: out of the cache as it was, or from the start of the scene', async () => {
    const hash = await expected();
    const page = await open();
    await pushAt30(page);
    const held = await page.evaluate(async () => {
      addEventListener('pageshow', (event) => {
        globalThis.wasKept = event.persisted;
      });
      globalThis.mark = 'before';
      return (await globalThis.tumble.simulation.step(20)).hash;
    });
    await page.goto(`${context.site.url}holder.html?src=about:blank`);
    await page.back();
    for (const end = Date.now() + 30_000; ; ) {
      // between two pages there is nobody to ask
      if (await page.evaluate(() => Boolean(globalThis.tumble)).catch(() => false)) break;
      assert.ok(Date.now() < end, 'the page came back');
      await pause(100);
    }
    await page.evaluate(() => globalThis.tumble.ready);
    const isKept = await page.evaluate(() => globalThis.mark === 'before');
    const state = await page.evaluate(async () => globalThis.tumble.simulation.step(0));
    context.report(`away and back: ${isKept ? 'out of the cache' : 'loaded anew'}`);
    if (isKept) assert.deepEqual([state.step, state.hash], [50, held]);
    else {
      assert.equal(state.step, 0);
      await pushAt30(page);
    }
    assert.equal(await endHash(page), hash);
    await page.close();
  });

  test('without a network after loading: everything that is there goes on, and what is not is said', async () => {
    const hash = await expected();
    const site = await context.site.apart();
    const page = await openTumble(context.browser, site.url, { query: kQuery });
    await pushAt30(page);
    await site.close();
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.step(30);
      await simulation.seek(40);
    });
    assert.equal(await endHash(page), hash);
    await page.evaluate(() => globalThis.tumble.simulation.reset());
    await pushAt30(page);
    assert.equal(await endHash(page), hash);
    assert.equal(await loadScene(page, 'tennis-racket'), false);
    const said = await waitForMessage(page, /This scene cannot be opened/);
    assert.doesNotMatch(said, /https?:|import|module|fetch|TypeError/i, 'in words of the page');
    await page.evaluate(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'a.json'));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      JSON.stringify({ tumble: 1, title: 'From a disk', bodies: [{ size: [1, 1, 1] }] }),
    );
    await page.waitFor(() => document.title === 'From a disk · Tumble', { what: 'a scene from a file' });
    await page.close();
  });

  test('what could not be loaded comes with its style once the network is back', async () => {
    for (const [button, part, style, plain] of [
      ['help', '#help[open]', 'borderTopLeftRadius', '0px'],
      ['lab', '#lab:not([hidden]) [role=tab]', 'borderTopStyle', 'outset'],
    ]) {
      const site = await context.site.apart();
      const page = await openTumble(context.browser, site.url, { query: '?scene=tumbler&paused' }); // which nothing more comes for
      await site.close();
      const ask = () => page.evaluate((name) => document.querySelector(`#${name}-button`).click(), button);
      await ask();
      await waitForMessage(page, /a file could not be loaded/);
      assert.equal(await loadScene(page, 'tennis-racket'), false);
      const again = await context.site.apart(Number(new URL(site.url).port));
      try {
        await ask();
        await page.waitFor((selector) => Boolean(document.querySelector(selector)), { args: [part], what: part });
        const styled = await page.evaluate((selector, name) => getComputedStyle(document.querySelector(selector))[name], part, style);
        assert.notEqual(styled, plain, `${part} has no style`);
        assert.equal(await loadScene(page, 'tennis-racket'), true);
      } finally {
        await again.close();
      }
      await page.close();
    }
  });

  test('without memory: a scene too large is refused or the engine starts anew, and the scene is where it was', async () => {
    const hash = await expected();
    // In the page itself, where its memory can be taken away.
    const withoutWorker = strictPolicy.replace("worker-src 'self'", "worker-src 'none'");
    const page = await openTumble(context.browser, await context.site.under(withoutWorker), { query: kQuery });
    await pushAt30(page);
    const { step, hash: before } = await page.evaluate(() => globalThis.tumble.simulation.step(20));
    const opened = await page.evaluate(async () => {
      const { grow } = WebAssembly.Memory.prototype;
      WebAssembly.Memory.prototype.grow = () => {
        throw new RangeError('WebAssembly.Memory.grow(): Maximum memory size exceeded');
      };
      globalThis.failure = null;
      globalThis.tumble.simulation.onFailed((failure) => {
        globalThis.failure = failure;
      });
      const shapes = Array.from({ length: 60 }, (_, index) => ({ type: 'box', size: [0.1, 0.1, 0.1], position: [0, index * 0.2, 0] }));
      const bodies = [
        { shapes: shapes.slice(0, 2), arrangement: { type: 'grid', count: [27, 27, 27], spacing: [30, 30, 30] }, position: [0, 0, 0] },
      ];
      const opening = globalThis.tumble.loadScene({ tumble: 1, gravity: [0, 0, 0], bodies });
      const isOpen = await Promise.race([opening, new Promise((resolve) => setTimeout(resolve, 60_000, 'no answer'))]);
      WebAssembly.Memory.prototype.grow = grow;
      return isOpen;
    });
    if (opened === true) context.report('without memory: the large scene fitted');
    assert.equal(opened, false);
    const failure = await page.evaluate(async () => {
      for (const end = Date.now() + 15_000; !globalThis.failure && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 100));
      return globalThis.failure;
    });
    const said = await messages(page);
    context.report(`without memory: ${said.filter((text) => !/No Worker/.test(text)).join(' | ')}`);
    assert.ok(
      said.some((text) => /not enough memory/.test(text)),
      said.join(),
    );
    for (const text of said) assert.doesNotMatch(text, /ASSERTIONS|Aborted|RuntimeError|RangeError|unreachable|Memory\.grow/, text);
    if (failure) assert.equal(failure.recovered, true);
    const state = await page.evaluate(() => globalThis.tumble.simulation.step(0));
    assert.deepEqual([state.step, state.hash], [step, before]);
    assert.equal(await endHash(page), hash);
    await page.close();
  });

  test('the Worker killed while it plays: the run is where it was, paused, and goes on as if nothing had been', async () => {
    const hash = await expected();
    const page = await open({ file: 'probe.html' });
    await pushAt30(page);
    await page.evaluate(() => {
      globalThis.failure = null;
      globalThis.tumble.simulation.onFailed((failure) => {
        globalThis.failure = failure;
      });
      globalThis.tumble.simulation.setRate(0.25); // a busy machine must not be past the end before it is asked
      globalThis.tumble.simulation.play();
    });
    await waitForStep(page, 60);
    await page.evaluate(() => globalThis.startedWorkers.at(-1).terminate());
    const failure = await page.waitFor(() => globalThis.failure, { what: 'a new Worker', limit: 40_000 });
    assert.equal(failure.recovered, true);
    await waitForStep(page, 60); // the first frame of the new Worker may be still on its way
    const now = await presentStep(page);
    assert.ok(now >= 60 && now < kEnd, `step ${now}`);
    assert.equal(await endHash(page), hash);
    await page.close();
  });
}
