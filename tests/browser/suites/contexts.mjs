// The graphics context of the picture, of which a browser gives a page about 16: lost and brought back, and twenty frames in one page.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import {
  cornerColor,
  countColors,
  messages,
  openTumble,
  presentStep,
  waitForFrame,
  waitForMessage,
  waitForStep,
} from '../support/tumble-page.mjs';
import { isWhole } from '../support/whole.mjs';

const kFrames = 20;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// What the copy of the last picture shows: how many colours, and whether it is seen.
const still = (page) =>
  page.evaluate(() => {
    const copy = document.querySelector('.still');
    const { data } = copy.getContext('2d').getImageData(0, 0, copy.width, copy.height);
    return { isSeen: !copy.hidden, colors: new Set(new Uint32Array(data.buffer)).size };
  });

export function testContexts(context) {
  test('a lost picture: the last one stays, and it comes back by itself with its background, and time goes on', async () => {
    for (const colorScheme of context.browser.canEmulateMedia ? ['light', 'dark'] : [undefined]) {
      const page = await openTumble(context.browser, context.site.url, { colorScheme, display: 'usual' });
      await waitForFrame(page);
      assert.ok((await countColors(page)) > 50);
      const background = await cornerColor(page);
      const step = await presentStep(page);
      await page.waitFor(() => document.querySelector('.still')?.width > 300, { what: 'a copy of the picture' });
      await page.evaluate(() => {
        globalThis.lost = document.querySelector('.picture').getContext('webgl2').getExtension('WEBGL_lose_context');
        globalThis.lost.loseContext();
      });
      await waitForMessage(page, /picture|graphics/i);
      const kept = await still(page);
      assert.ok(kept.isSeen && kept.colors > 50, JSON.stringify(kept));
      await waitForStep(page, step + 10);
      await page.evaluate(() => globalThis.lost.restoreContext());
      await page.waitFor(() => !document.querySelector('.picture').getContext('webgl2').isContextLost(), { what: 'the context' });
      let colors = 0;
      for (let attempt = 0; attempt < 50 && colors <= 50; attempt += 1) colors = await countColors(page);
      assert.ok(colors > 50, `${colors} colours after the context came back`);
      assert.deepEqual(await cornerColor(page), background);
      await page.waitFor(() => document.querySelector('.still').hidden, { what: 'the drawn picture' });
      assert.deepEqual(await messages(page), []);
      await page.close();
    }
  });

  test('twenty frames in a page: each has a context while it is near, its last picture while it is far', async (here) => {
    if (!isWhole) return here.skip('npm run test:browsers takes the time');
    const page = await context.browser.open(`${await context.site.under(null)}many.html`);
    const stateOf = (index) =>
      page.evaluate((wanted) => {
        const inside = document.querySelectorAll('iframe')[wanted].contentWindow;
        const { viewer, firstFrameAt } = inside.tumble ?? {};
        const copy = inside.document.querySelector('.still');
        const seen = [...inside.document.querySelectorAll('.note, .card')].filter((element) => element.getClientRects().length > 0);
        return {
          isStarted: Boolean(viewer),
          hasDrawn: Boolean(firstFrameAt),
          hasContext: viewer ? !viewer.stage.renderer.getContext().isContextLost() : false,
          isStill: copy ? !copy.hidden : false,
          said: seen.map((element) => element.textContent).filter((text) => !/No Worker/.test(text)),
        };
      }, index);
    const all = () => Promise.all(Array.from({ length: kFrames }, (_, index) => stateOf(index)));
    const until = async (index, holds, what) => {
      for (const end = Date.now() + 30_000; ; ) {
        const state = await stateOf(index);
        if (holds(state)) return;
        assert.ok(Date.now() < end, `frame ${index}: ${what}: ${JSON.stringify(state)}`);
        await pause(100);
      }
    };
    const scrollTo = (index) => page.evaluate((wanted) => document.querySelectorAll('iframe')[wanted].scrollIntoView(), index);
    const drawn = ({ hasDrawn, hasContext, isStill }) => hasDrawn && hasContext && !isStill;
    await until(0, drawn, 'runs at once');
    assert.equal((await all()).filter(({ isStarted }) => isStarted).length < 6, true, 'frames that nobody has seen wait');
    for (let index = 0; index < kFrames; index += 1) {
      await scrollTo(index);
      await until(index, drawn, 'runs when it is seen');
    }
    await until(0, ({ hasContext, isStill }) => !hasContext && isStill, 'gave its context back');
    const atEnd = await all();
    const held = atEnd.filter(({ hasContext }) => hasContext).length;
    context.report(`twenty frames: ${held} contexts held at the end of the page`);
    assert.ok(held <= 10, `${held} contexts`);
    for (const index of [0, 1, 10]) {
      await scrollTo(index);
      await until(index, drawn, 'draws again');
    }
    assert.deepEqual(
      (await all()).flatMap(({ said }) => said),
      [],
    );
    await page.close();
  });
}
