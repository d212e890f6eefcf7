// What a page can run into: each is said in place, and what can go on goes on.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { strictPolicy } from '../support/site.mjs';
import { loadScene, messages, openTumble, presentStep, waitForFrame, waitForMessage, waitForStep } from '../support/tumble-page.mjs';

const withoutWasm = strictPolicy.replace(" 'wasm-unsafe-eval'", '');
const withoutWorker = strictPolicy.replace("worker-src 'self'", "worker-src 'none'");

export function testTrouble(context) {
  const open = (options) => openTumble(context.browser, context.site.url, options);

  test('without WebGL a card says so, and time, numbers and scenes work', async () => {
    const page = await open({ file: 'no-webgl.html' });
    await waitForMessage(page, /WebGL/);
    await waitForStep(page, 10);
    assert.equal(await loadScene(page, 'tennis-racket'), true);
    await waitForStep(page, 5);
    await page.close();
  });

  test('where WebAssembly is blocked the page says so', async () => {
    const page = await openTumble(context.browser, await context.site.under(withoutWasm));
    await waitForMessage(page, /WebAssembly is blocked on this page: its content security policy does not allow 'wasm-unsafe-eval'/);
    assert.equal(await page.evaluate(() => globalThis.tumble.ready), false);
    await page.close();
  });

  test('where no Worker may start the simulation runs in the page, and it says so', async () => {
    const page = await openTumble(context.browser, await context.site.under(withoutWorker), { query: '?scene=drop-flat' });
    await waitForFrame(page);
    const { where, problem } = await page.evaluate(() => ({
      where: globalThis.tumble.simulation.where,
      problem: globalThis.tumble.simulation.workerProblem,
    }));
    assert.equal(where, 'page');
    context.report(`Worker refused: ${problem}`);
    assert.ok(problem);
    await waitForStep(page, 10);
    await waitForMessage(page, /worker|in the page|background/i);
    await page.close();
  });

  test('where the network goes, an address and a panel that did not come are said, and come when it is back', async () => {
    const server = await context.site.apart();
    const page = await openTumble(context.browser, server.url, { query: '?scene=drop-flat&paused' });
    await page.waitFor(() => globalThis.tumble.simulation.frame, { what: 'a frame' });
    await server.close();
    const press = (part) => page.evaluate((name) => document.querySelector(`[data-part=${name}]`).click(), part);
    await press('step');
    await waitForMessage(page, /^This run has no address: a file could not be loaded\. A reload brings it back in this tab/);
    const openLab = () =>
      page.evaluate(() => {
        document.querySelector('#lab-button').click();
        return getComputedStyle(document.querySelector('#lab-inside'), '::before').content;
      });
    assert.equal(await openLab(), '"Loading…"');
    await page.waitFor(() => document.querySelector('#lab').hidden, { what: 'the empty panel closed' });
    await waitForMessage(page, /^This did not work: a file could not be loaded\./);
    const back = await context.site.apart(server.port);
    await press('step');
    await page.waitFor(() => !document.querySelector('.notes').innerText.includes('no address') && location.hash.length > 1, {
      what: 'the address',
    });
    await openLab();
    await page.waitFor(() => document.querySelector('#lab-tab-plots')?.checkVisibility(), { what: 'the laboratory' });
    await page.close();
    await back.close();
  });

  test('a scene of the address that does not exist shows a card with a way on', async () => {
    const page = await open({ query: '?scene=no-such-scene-<b>' });
    await waitForMessage(page, /no-such-scene-<b>/);
    assert.equal(await page.evaluate(() => document.querySelectorAll('.card b').length), 0, 'the address is text, not HTML');
    assert.equal(await loadScene(page, 'push-a-cube'), true);
    assert.deepEqual(await messages(page), []);
    await page.close();
  });

  test('a broken scene is refused in its place, and what ran before runs on', async () => {
    const page = await open({ query: '?scene=drop-flat' });
    await waitForFrame(page);
    const step = await presentStep(page);
    const bad = [
      [{ tumble: 1, bodies: [{ size: [1, 1, 1], density: -2 }] }, /bodies\[0\]\.density: -2 is not above 0/],
      [{ tumble: 1, bodies: [{ size: [1e9, 1, 1] }] }, /bodies\[0\]\.size\[0\]: 1000000000 is above 1000/],
      [{ tumble: 1, bodies: [{ size: [1, 1, 1], orientation: [0, 0, 0, 0] }] }, /bodies\[0\]\.orientation: the zero quaternion/],
      [
        { tumble: 1, bodies: [{ size: [1, 1, 1], arrangement: { type: 'grid', count: [200, 100, 1], spacing: [0.0001, 0.0001, 0] } }] },
        /bodies/,
      ],
    ];
    for (const [scene, sentence] of bad) {
      assert.equal(await loadScene(page, scene), false);
      await waitForMessage(page, sentence);
    }
    await waitForStep(page, step + 5);
    await page.close();
  });

  test('a Worker that dies is replaced, and the scene comes back to the same bits', async () => {
    const page = await open({ file: 'probe.html', query: '?scene=drop-on-corner&paused' });
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.step(30);
      await simulation.push({ body: 1, impulse: [200, 900, 100], point: [0.1, 3, 0.2] });
      globalThis.before = (await simulation.step(60)).hash;
      globalThis.failure = null;
      simulation.onFailed((failure) => {
        globalThis.failure = failure;
      });
    });
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 90, { what: 'step 90 on display' });
    await page.evaluate(() => {
      globalThis.tumble.simulation.play();
      globalThis.startedWorkers.at(-1).terminate();
    });
    const failure = await page.waitFor(() => globalThis.failure, { what: 'a new Worker', limit: 40_000 });
    assert.equal(failure.recovered, true);
    const { hash, before } = await page.evaluate(async () => ({
      hash: (await globalThis.tumble.simulation.step(0)).hash,
      before: globalThis.before,
    }));
    if (failure.step === 90) assert.equal(hash, before);
    assert.ok(failure.step >= 90, `step ${failure.step}`);
    await waitForMessage(page, /did not answer for 5 s; it was started again/);
    assert.equal(await page.evaluate(() => globalThis.startedWorkers.length), 2);
    await page.close();
  });
}
