// What figures take of the page they are in: no time while nobody sees them or nothing moves, steady memory, their picture on paper and in forced colours.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { isWhole } from '../support/whole.mjs';

const kSeconds = 3;

async function open(context, file, options = { width: 900, height: 700 }) {
  const page = await context.browser.open(`${context.site.url}elements/${file}`, options);
  await page.waitFor(() => customElements.get('tumble-scene') !== undefined, { what: 'the element' });
  return page;
}
const runs = (page, id) =>
  page.waitFor((name) => globalThis.of(name)?.running !== null && globalThis.of(name)?.running !== undefined, {
    args: [id],
    what: `${id} runs`,
    limit: 60_000,
  });
const rest = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

// The share of a processor that the page's own thread took over some seconds.
async function share(session, seconds) {
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return { task: metrics.find(({ name }) => name === 'TaskDuration').value, at: performance.now() / 1000 };
  };
  const before = await read();
  await rest(seconds);
  const after = await read();
  return (after.task - before.task) / (after.at - before.at);
}

// What a page takes all the time: the lesser of two shares, because a collection of garbage comes once.
const lastingShare = async (session) => Math.min(await share(session, kSeconds), await share(session, kSeconds));

async function colorsOf(page, selector) {
  const box = await page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted).getBoundingClientRect();
    return { x, y, width, height };
  }, selector);
  const picture = await page.raw.screenshot({ encoding: 'base64', clip: box });
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d');
    drawing.drawImage(image, 0, 0);
    return new Set(new Uint32Array(drawing.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  }, picture);
}

// After the medium has changed; a busy machine draws anew later than that.
async function showsColors(page, selector, least) {
  for (const end = Date.now() + 20_000; ; ) {
    await rest(0.3);
    const colors = await colorsOf(page, selector);
    if (colors > least) return;
    assert.ok(Date.now() < end, `${colors} colors in ${selector}, wanted are more than ${least}`);
  }
}

export function testPolite(context) {
  test('figures come without moving anything of the page', async (here) => {
    if (context.engine !== 'chromium') return here.skip('shifts of the layout are told by Chromium alone');
    const waits = [];
    for (let opening = 0; opening < 3; opening += 1) {
      const page = await open(context, 'index.html');
      await runs(page, 'racket');
      await page.waitFor(() => globalThis.readyAt.racket, { what: 'the first picture' });
      const { wait, moved } = await page.evaluate(async () => {
        const script = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/tumble-scene.js'));
        const moved = [];
        const observer = new PerformanceObserver((list) => {
          // What is inside a figure has no node here.
          for (const { sources } of list.getEntries()) moved.push(...sources.flatMap(({ node }) => (node ? [node.nodeName] : [])));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { wait: globalThis.readyAt.racket - script.responseEnd, moved };
      });
      assert.deepEqual(moved, []);
      waits.push(wait);
      await page.close();
    }
    context.report(`the first figure is drawn after ${waits.map(Math.round).join(', ')} ms`);
  });

  test('a swipe and the wheel over a figure scroll the page', async (here) => {
    if (context.engine !== 'chromium') return here.skip('swipes are made by Chromium alone');
    const page = await open(context, 'prose.html', { width: 600, height: 420 });
    await runs(page, 'fig');
    await page.evaluate(() => {
      document.body.style.paddingBottom = '2000px';
    });
    const state = () =>
      page.evaluate(() => ({ at: scrollY, far: globalThis.of('fig').running.figure.viewer.camera.camera.position.length() }));
    const before = await state();
    // Beside the body, which a finger would drag.
    const [x, y] = await page.evaluate(() => {
      const { left, top, height } = globalThis.of('fig').getBoundingClientRect();
      return [Math.round(left + 24), Math.round(top + height / 2)];
    });
    await page.raw.mouse.move(x, y);
    await page.raw.mouse.wheel({ deltaY: 100 });
    await page.waitFor(() => scrollY > 60, { what: 'the page scrolled by the wheel' });
    assert.equal((await state()).far, before.far);
    await page.evaluate(() => scrollTo(0, 0));
    const session = await page.raw.createCDPSession();
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let way = 10; way <= 120; way += 10)
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - way }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitFor(() => scrollY > 60, { what: 'the page scrolled by a finger' });
    const swiped = await state();
    assert.equal(swiped.far, before.far);
    await page.close();
  });

  test('a figure fills the screen when it is asked to, alone, and gives it back', async (here) => {
    if (context.engine !== 'chromium') return here.skip('a window of tests has no full screen');
    const page = await open(context, 'index.html');
    await runs(page, 'racket');
    const click = async (button) => {
      const [x, y] = await page.evaluate((wanted) => {
        const { left, top, width, height } = globalThis.of('racket').shadowRoot.querySelector(wanted).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      }, button);
      await page.raw.mouse.click(x, y);
    };
    await page.evaluate(() => globalThis.of('racket').scrollIntoView());
    await click('.more');
    await click('[data-part=full-screen]');
    await page.waitFor(() => document.fullscreenElement === globalThis.of('racket'), { what: 'the figure on the full screen' });
    const filled = await page.evaluate(() => {
      const { width, height } = globalThis.of('racket').shadowRoot.querySelector('canvas.picture').getBoundingClientRect();
      return width >= innerWidth - 1 && height >= innerHeight / 2;
    });
    assert.ok(filled, 'the picture fills the screen');
    await click('[data-part=full-screen]');
    await page.waitFor(() => document.fullscreenElement === null, { what: 'the page' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('where less motion is asked for, a figure waits at the step that its author chose', async (here) => {
    if (!context.browser.canEmulateMedia) return here.skip('the wish for no motion cannot be told');
    const page = await open(context, 'index.html', { width: 900, height: 700, reducedMotion: true });
    await page.evaluate(() => {
      const figure = document.createElement('tumble-scene');
      for (const [name, value] of Object.entries({ id: 'still', scene: 'tennis-racket', step: '192' })) figure.setAttribute(name, value);
      document.querySelector('article').prepend(figure);
      figure.scrollIntoView();
    });
    await page.waitFor(() => globalThis.of('still').running?.figure.simulation.frame?.step === 192, { what: 'step 192', limit: 60_000 });
    await rest(1);
    const frame = await page.evaluate(() => {
      const { step, playing } = globalThis.of('still').running.figure.simulation.frame;
      return { step, playing };
    });
    assert.deepEqual(frame, { step: 192, playing: false });
    await page.close();
  });

  test('thirty figures take no processor while nobody sees those that play, nor while they stand', async (here) => {
    if (context.engine !== 'chromium') return here.skip('the time of a page is told by Chromium alone');
    const page = await open(context, 'many.html', { width: 900, height: 700, display: 'usual' });
    await runs(page, 'figure-0');
    await runs(page, 'figure-1');
    const session = await page.raw.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' }); // others may use the processor, too
    const playing = await share(session, 1);
    for (const id of ['figure-0', 'figure-1']) await page.evaluate((name) => globalThis.of(name).pause(), id);
    await rest(1);
    const standing = await lastingShare(session);
    // Far below, nothing that plays is seen.
    await page.evaluate(async () => {
      const space = document.createElement('section');
      space.style.height = '9000px';
      document.querySelector('article').append(space);
      await globalThis.of('figure-0').play();
      scrollTo(0, document.body.scrollHeight);
    });
    await rest(1);
    const stepsBefore = await page.evaluate(() => globalThis.of('figure-0').running?.figure.simulation.run.step);
    const away = await lastingShare(session);
    const stepsAfter = await page.evaluate(() => globalThis.of('figure-0').running?.figure.simulation.run.step);
    context.report(
      `the page's thread: two of thirty figures playing ${(100 * playing).toFixed(1)} %, standing ${(100 * standing).toFixed(2)} %, out of sight ${(100 * away).toFixed(2)} %`,
    );
    assert.ok(playing > 3 * away, `${playing} playing, ${away} out of sight`); // the measure measures
    // Timers look four times a second whether there is something to do: 0.6 % of a quiet processor, 1.3 % of a slow or busy one.
    assert.ok(standing < 0.02 && playing > 5 * standing, `${standing} of a processor while all stand, ${playing} playing`);
    assert.equal(stepsAfter, stepsBefore);
    assert.ok(away < 0.01, `${away} of a processor out of sight`);
    await page.close();
  });

  test('waking all of thirty figures in turn, again and again, keeps no memory', async (here) => {
    if (!isWhole) return here.skip('npm run test:browsers takes the time');
    if (context.engine !== 'chromium') return here.skip('the memory of a page is told by Chromium alone');
    const page = await open(context, 'many.html');
    await runs(page, 'figure-0');
    const session = await page.raw.createCDPSession();
    const round = () =>
      page.evaluate(async () => {
        for (let index = 0; index < 30; index += 3) {
          const figure = globalThis.of(`figure-${index}`);
          figure.scrollIntoView({ block: 'center' });
          await figure.seek(10);
        }
        globalThis.heard = {};
      });
    const megabytes = async () => {
      await rest(6); // hints that fade by themselves hold their figure until then
      for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => performance.memory.usedJSHeapSize / 2 ** 20);
    };
    await round();
    const first = await megabytes();
    await round();
    await round();
    const third = await megabytes();
    context.report(`thirty figures: ${first.toFixed(1)} MB of objects after a round of waking, ${third.toFixed(1)} MB after three`);
    assert.ok(third < first + 5, `${first} MB, then ${third} MB`); // the twenty figures woken in between would be 12 MB
    await page.close();
  });

  test('on paper a figure is its picture without controls, a plot its curves; and both are there in forced colours', async (here) => {
    if (context.engine !== 'chromium') return here.skip('paper and forced colours cannot be told');
    const page = await open(context, 'instruments.html', { width: 900, height: 1400, display: 'usual' });
    await runs(page, 'fig');
    await page.waitFor(() => globalThis.of('omega').shadowRoot.querySelector('[data-drawn] canvas'), { what: 'the plot', limit: 30_000 });
    const screen = await colorsOf(page, '#fig');
    const curves = await colorsOf(page, '#omega');
    await page.raw.emulateMediaType('print');
    await showsColors(page, '#fig', screen / 4);
    const isControlled = await page.evaluate(
      () => globalThis.of('fig').shadowRoot.querySelector('[data-part=time]').getClientRects().length > 0,
    );
    assert.equal(isControlled, false);
    const symbols = await page.evaluate(() => {
      const { shadowRoot } = globalThis.of('fig');
      return [...shadowRoot.querySelectorAll('.label-symbol')].filter((label) => label.getClientRects().length > 0).length;
    });
    assert.ok(symbols > 0, 'symbols of arrows');
    await showsColors(page, '#omega', curves / 4);
    await page.raw.emulateMediaType('screen');
    const session = await page.raw.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    await showsColors(page, '#fig', screen / 4);
    await showsColors(page, '#omega', 10);
    const fill = await page.evaluate(() => {
      const bar = globalThis.of('norm').shadowRoot.querySelectorAll('.meter-fill')[1];
      const paints = (color) => {
        const probe = document.createElement('i');
        probe.style.cssText = `forced-color-adjust: none; background: ${color}`;
        document.body.append(probe);
        const seen = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return seen;
      };
      return [getComputedStyle(bar).backgroundColor, paints('Highlight'), bar.getBoundingClientRect().width > 10];
    });
    assert.deepEqual([fill[0], fill[2]], [fill[1], true]);
    await page.close();
  });
}
