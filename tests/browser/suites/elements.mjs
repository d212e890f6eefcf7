// <tumble-scene> in pages of somebody else, as they load it: one script, one tag. Its attributes, methods and events, and what it takes of the page.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';

const kGravity = 9.81;

async function open(context, name = '', options = { width: 900, height: 1150 }) {
  const page = await context.browser.open(`${context.site.url}elements/${name}`, options);
  await page.waitFor(() => customElements.get('tumble-scene') !== undefined, { what: 'the element' });
  return page;
}

const waitForEvent = (page, id, type, count = 1) =>
  page.waitFor(([figure, kind, many]) => (globalThis.heard[figure]?.[kind]?.length ?? 0) >= many, {
    args: [[id, type, count]],
    what: `${type} of ${id}`,
    limit: 60_000,
  });
const eventsOf = (page, id, type) => page.evaluate(([figure, kind]) => globalThis.heard[figure]?.[kind] ?? [], [id, type]);
const call = (page, id, method, ...given) =>
  page.evaluate(
    async ([figure, name, values]) => {
      try {
        return await globalThis.of(figure)[name](...values);
      } catch (error) {
        return { refused: error.message };
      }
    },
    [id, method, given],
  );
const add = (page, id, attributes, inside = '') =>
  page.evaluate(
    ([name, given, text]) => {
      const figure = document.createElement('tumble-scene');
      figure.id = name;
      for (const [key, value] of Object.entries(given)) figure.setAttribute(key, value);
      if (text) {
        const script = document.createElement('script');
        script.type = 'application/json';
        script.textContent = text;
        figure.append(script);
      }
      document.querySelector('article').append(figure);
    },
    [id, attributes, inside],
  );
const troubleOf = (page, id) =>
  page.evaluate((figure) => {
    const trouble = globalThis.of(figure).shadowRoot.querySelector('.trouble');
    return trouble.hidden ? '' : trouble.textContent;
  }, id);

const kCube = JSON.stringify({
  tumble: 1,
  gravity: [0, 0, 0],
  bodies: [{ name: 'cube', size: [1, 1, 1], mass: 3, position: [0, 0, 0], angularVelocity: [0, 2, 0] }],
});

export function testElements(context) {
  test('an element: one tag runs by itself, its events have step and hash, and a seek gives the hash again', async () => {
    const page = await open(context);
    await waitForEvent(page, 'racket', 'ready');
    await waitForEvent(page, 'racket', 'step', 3);
    const [ready] = await eventsOf(page, 'racket', 'ready');
    assert.match(ready.hash, /^[0-9a-f]{16}$/);
    const told = (await eventsOf(page, 'racket', 'step')).at(-1);
    const paused = await call(page, 'racket', 'pause');
    assert.ok(paused.step >= told.step, JSON.stringify({ paused, told }));
    assert.deepEqual(await call(page, 'racket', 'seek', told.step), told);
    assert.deepEqual(await call(page, 'racket', 'seek', paused.step), paused);
    assert.deepEqual((await call(page, 'racket', 'reset')).step, 0);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('an element: the bar of time covers nothing of what the picture is about', async () => {
    const page = await open(context, 'prose.html');
    await waitForEvent(page, 'fig', 'ready');
    await call(page, 'fig', 'seek', 0);
    const { low, high, top, bar } = await page.evaluate(() => {
      const figure = globalThis.of('fig');
      const { viewer, simulation } = figure.running.figure;
      const [picture, time] = ['.picture', '[data-part=time]'].map((name) => figure.shadowRoot.querySelector(name).getBoundingClientRect());
      const { camera } = viewer.camera;
      camera.updateMatrixWorld();
      const times = (matrix, [x, y, z, w]) =>
        [0, 1, 2, 3].map((row) => matrix[row] * x + matrix[row + 4] * y + matrix[row + 8] * z + matrix[row + 12] * w);
      const radius = viewer.bodies.radius(0);
      const heightOf = (y) => {
        const [, up, , depth] = times(camera.projectionMatrix.elements, times(camera.matrixWorldInverse.elements, [0, y, 0, 1]));
        return picture.y + ((1 - up / depth) / 2) * picture.height;
      };
      const y = simulation.frame.poses[simulation.frame.slotCount * 8 + 1];
      return { low: heightOf(y - 0.9 * radius), high: heightOf(y + 0.9 * radius), top: picture.top, bar: time.top };
    });
    assert.ok(high > top && low < bar && low > high, JSON.stringify({ low, high, top, bar }));
    await page.close();
  });

  test('prose drives a figure, and a figure speaks in prose', async () => {
    const page = await open(context, 'prose.html');
    const textOf = (id) => page.evaluate((name) => globalThis.of(name).textContent, id);
    const clickOn = (id) => page.evaluate((name) => globalThis.of(name).click(), id);
    const stands = (step) =>
      page.waitFor((wanted) => globalThis.of('fig').running?.figure.simulation.run.step === wanted, { args: [step], what: `step ${step}` });
    const reads = (id, pattern) =>
      page.waitFor(([name, text]) => new RegExp(text).test(globalThis.of(name).textContent), {
        args: [[id, pattern]],
        what: `${id} ${pattern}`,
      });
    await waitForEvent(page, 'fig', 'ready');
    await stands(30);
    // Numbers are those of the figure, with their units, in fields that do not jump.
    await reads('norm', '^\\d+\\.\\d+\u00a0kg m²/s$');
    await reads('vector', '^\\((−?\\d+\\.\\d+(, )?){3}\\)\u00a0rad/s$');
    assert.equal(await textOf('mass'), '0.300');
    const gap = await page.evaluate(() => {
      const range = document.createRange();
      range.selectNodeContents(globalThis.of('norm'));
      return globalThis.of('norm').getBoundingClientRect().width - range.getBoundingClientRect().width;
    });
    assert.ok(Math.abs(gap) < 2, `${gap} pixels beside the number`);
    assert.equal(
      Number((await textOf('norm')).split('\u00a0')[0]),
      Number((await call(page, 'fig', 'get', 'racket.angularMomentum.norm')).toPrecision(3)),
    );
    assert.match(await page.evaluate(() => globalThis.of('lost').title), /a body has .*not “colour”/);
    assert.equal(await textOf('lost'), 'so');
    // Links.
    await clickOn('flip');
    await stands(192);
    const before = await textOf('vector');
    await clickOn('stretch');
    await waitForEvent(page, 'fig', 'end');
    await stands(90);
    await page.waitFor(() => globalThis.of('fig').running.figure.simulation.frame.playing === false, { what: 'a pause' });
    await page.waitFor((text) => globalThis.of('vector').textContent !== text, { args: [before], what: 'another ω' });
    await clickOn('arrow');
    await page.waitFor(() => globalThis.of('fig').getAttribute('show') === 'L', { what: 'the attribute' });
    await clickOn('wrong');
    assert.match(await page.evaluate(() => globalThis.of('wrong').title), /asks for “stp”/);
    assert.equal(await page.evaluate(() => location.hash), '');
    await clickOn('place');
    assert.equal(await page.evaluate(() => location.hash), '#end');
    await clickOn('route');
    assert.equal(await page.evaluate(() => location.hash), '#/route?x=1');
    // A stretch that was played holds nothing back.
    await call(page, 'fig', 'play');
    await page.waitFor(() => globalThis.of('fig').running.figure.simulation.run.step > 100, { what: 'steps beyond the stretch' });
    await call(page, 'fig', 'pause');
    // Buttons.
    await clickOn('push');
    await waitForEvent(page, 'fig', 'push');
    assert.deepEqual((await eventsOf(page, 'fig', 'push'))[0].impulse, [0, 3, 0]);
    await clickOn('back');
    await stands(0);
    // Also after it was frozen and woken: the number goes along.
    await page.evaluate(() => {
      const figure = globalThis.of('fig');
      const next = figure.nextSibling;
      figure.remove();
      next.before(figure);
    });
    await call(page, 'fig', 'seek', 45);
    const now = (await call(page, 'fig', 'get', 'racket.angularVelocity')).map(Number);
    await page.waitFor(
      ([first]) =>
        Math.abs(Number(globalThis.of('vector').textContent.slice(1).split(',')[0].replace('−', '-')) - first) <=
        0.0051 * Math.max(1, Math.abs(first)),
      { args: [now], what: 'the number of step 45' },
    );
    // A slider for a number of the scene: it stands where the scene is, and takes it along.
    assert.equal(
      await page.evaluate(() => globalThis.of('spin').value),
      String(await call(page, 'fig', 'get', 'bodies.racket.angularVelocity[0]')),
    );
    await page.evaluate(() => {
      const spin = globalThis.of('spin');
      for (const value of [3, 7, 9.5]) {
        spin.value = String(value);
        spin.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await page.waitFor(async () => (await globalThis.of('fig').get('bodies.racket.angularVelocity[0]')) === 9.5, {
      what: 'the spin in the scene',
    });
    // And a field for it, with a decimal comma.
    await page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { type: 'number', step: 'any' });
      field.dataset.tumble = 'fig bodies.racket.angularVelocity[0]';
      document.body.prepend(field);
      field.focus();
    });
    for (const key of ['0', ',', '5']) await page.key(key);
    await page.waitFor(async () => (await globalThis.of('fig').get('bodies.racket.angularVelocity[0]')) === 0.5, {
      what: 'a spin of 0.5 rad/s',
    });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('an element: the styles of the page around it do it no harm, and it leaves that page alone', async () => {
    const page = await open(context);
    await waitForEvent(page, 'inline', 'ready');
    const seen = await page.evaluate(() => {
      const button = globalThis.of('inline').shadowRoot.querySelector('[data-part=play]');
      const style = getComputedStyle(button);
      return {
        border: style.borderTopWidth,
        spacing: style.letterSpacing,
        shown: button.getClientRects().length,
        sheets: document.styleSheets.length,
        adopted: document.adoptedStyleSheets.length,
        head: document.head.querySelectorAll('style').length,
        body: document.body.children.length,
        title: document.title,
        ids: document.querySelectorAll('[id]').length,
      };
    });
    assert.deepEqual(seen, {
      border: '1px',
      spacing: 'normal',
      shown: 1,
      sheets: 1,
      adopted: 0,
      head: 0,
      body: 1,
      title: "Somebody's lesson",
      ids: 2,
    });
    await page.close();
  });

  test('an element: a page from right to left, its spacing and its indents are not about figures and plots; that it hides them is', async () => {
    const page = await open(context);
    await waitForEvent(page, 'inline', 'ready');
    const seen = await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
      document.documentElement.style.cssText = 'word-spacing: 1em; text-indent: 2em; text-shadow: 1px 1px red; visibility: hidden';
      const plot = document.body.appendChild(document.createElement('tumble-plot'));
      const inside = [
        globalThis.of('inline').shadowRoot.querySelector('[data-part=seconds]'),
        globalThis.of('inline').shadowRoot.querySelector('.wake'),
        plot.shadowRoot.querySelector('.instrument'),
      ];
      return inside.map((element) => {
        const { direction, wordSpacing, textIndent, textShadow, visibility } = getComputedStyle(element);
        return [direction, wordSpacing, textIndent, textShadow, visibility].join();
      });
    });
    assert.deepEqual(seen, Array(3).fill('ltr,0px,0px,none,hidden'));
    await page.close();
  });

  test('an element: between the buttons of a narrow figure the hint has a line, or it stands at the top', async () => {
    const page = await open(context);
    await waitForEvent(page, 'inline', 'ready');
    for (const width of [240, 360]) {
      const { hint, play, figure } = await page.evaluate(async (wanted) => {
        const element = globalThis.of('inline');
        element.style.width = `${wanted}px`;
        const said = element.shadowRoot.querySelector('.hint');
        said.hidden = false;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const box = (place) => place.getBoundingClientRect().toJSON();
        return { hint: box(said), play: box(element.shadowRoot.querySelector('[data-part=play]')), figure: box(element) };
      }, width);
      assert.ok(hint.height > 0 && hint.height < 60, `${width}: ${JSON.stringify(hint)}`);
      if (width === 240) assert.ok(hint.bottom < play.top && hint.top >= figure.top, JSON.stringify({ hint, play }));
      else assert.ok(hint.left >= play.right, JSON.stringify({ hint, play }));
    }
    await page.close();
  });

  test('an element: sizes answer to it, not to the window', async () => {
    const page = await open(context);
    await waitForEvent(page, 'inline', 'ready');
    const heights = await page.evaluate(async () => {
      const figure = globalThis.of('inline');
      const bar = figure.shadowRoot.querySelector('.time');
      const wide = bar.getBoundingClientRect().height;
      figure.style.width = '340px';
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, right } = figure.getBoundingClientRect();
      const box = bar.getBoundingClientRect();
      return { wide, narrow: box.height, isInside: box.left >= left && box.right <= right };
    });
    // Below 400 px the usual controls are enough, in one row.
    assert.ok(heights.narrow < heights.wide && heights.isInside, JSON.stringify(heights));
    await page.close();
  });

  test('an element: a ball inside it falls, is pushed and strikes as mechanics says', async () => {
    const page = await open(context);
    await waitForEvent(page, 'inline', 'ready');
    assert.equal((await call(page, 'inline', 'step', 30)).step, 30);
    const near = async (path, wanted, within) => {
      const value = await call(page, 'inline', 'get', path);
      assert.ok(Math.abs(value - wanted) <= within, `${path}: ${JSON.stringify(value)}, not ${wanted}`);
    };
    await near('time', 0.5, 1e-12);
    await near('ball.velocity.y', -kGravity / 2, 1e-9);
    await near('ball.momentum.norm', kGravity, 1e-9);
    assert.equal(await call(page, 'inline', 'push', { body: 'ball', impulse: [2, 0, 0] }), 30);
    await call(page, 'inline', 'step', 1);
    await near('ball.velocity.x', 1, 1e-9);
    const pushes = await eventsOf(page, 'inline', 'push');
    assert.deepEqual([pushes.length, pushes[0].body, pushes[0].impulse], [1, 'ball', [2, 0, 0]]);
    await call(page, 'inline', 'set', 'bodies.ball.mass', 5);
    assert.equal(await call(page, 'inline', 'get', 'bodies.ball.mass'), 5);
    await near('ball.mass', 5, 0);
    await call(page, 'inline', 'play');
    await waitForEvent(page, 'inline', 'impact');
    const [{ impacts }] = await eventsOf(page, 'inline', 'impact');
    // It falls 2.5 m in 0.714 s.
    assert.ok(impacts[0].step >= 42 && impacts[0].step <= 44 && impacts[0].impulse > 0, JSON.stringify(impacts));
    for (const [path, wanted] of [
      ['nobody.velocity', /nobody/],
      ['ball.weight', /“weight”/],
      ['ball.velocity.w', /“w”/],
      ['constructor', /“constructor”/],
    ])
      assert.match((await call(page, 'inline', 'get', path)).refused ?? '', wanted);
    assert.match((await call(page, 'inline', 'push', { body: 'nobody', impulse: [1, 0, 0] })).refused, /no body “nobody”/);
    await page.close();
  });

  test('an element: attributes open it at a step, let it end or go round, and what is wrong is said in it and told', async () => {
    const page = await open(context, 'empty.html');
    await add(page, 'still', { paused: '', step: '45', select: 'cube', show: 'L omega trail' }, kCube);
    await waitForEvent(page, 'still', 'ready');
    assert.equal((await eventsOf(page, 'still', 'ready'))[0].step, 45);
    const shown = await page.evaluate(() => {
      const { marks, selection } = globalThis.of('still').running.figure;
      return [selection.body?.name, ['velocity', 'angularVelocity', 'angularMomentum', 'trail'].filter((mark) => marks.isOn(mark))];
    });
    assert.deepEqual(shown, ['cube', ['angularVelocity', 'angularMomentum', 'trail']]);
    await page.evaluate(() => globalThis.of('still').remove());

    await add(page, 'ends', { start: '5', end: '12' }, kCube);
    await waitForEvent(page, 'ends', 'end');
    assert.equal((await eventsOf(page, 'ends', 'end'))[0].step, 12);
    assert.equal(await page.evaluate(() => globalThis.of('ends').running.figure.time.isPlaying), false);
    await page.evaluate(() => (globalThis.of('ends').loop = true));
    await call(page, 'ends', 'seek', 6);
    await call(page, 'ends', 'play');
    await waitForEvent(page, 'ends', 'end', 3);
    await page.evaluate(() => globalThis.of('ends').remove());

    await add(page, 'wrong', { rate: 'fast', show: 'L lever', paused: '' }, kCube);
    await waitForEvent(page, 'wrong', 'error', 2);
    await waitForEvent(page, 'wrong', 'ready');
    const sentences = (await eventsOf(page, 'wrong', 'error')).map(({ message }) => message);
    assert.match(sentences[0], /^rate: “fast” is not a number from 0.01 to 4/);
    assert.match(sentences[1], /^show: “L lever” holds a word/);
    assert.equal(await troubleOf(page, 'wrong'), sentences.join(' '));
    await page.evaluate(() => globalThis.of('wrong').remove());
    for (const [id, attributes, inside, said] of [
      ['none', {}, '', /names no scene/],
      ['unknown', { scene: 'nowhere' }, '', /^scene: “nowhere” is not in the gallery/],
      ['two', { scene: 'tennis-racket', src: './x.json' }, '', /scene and src/],
      ['broken', {}, '{ "tumble": 1, "bodies": [{ "size": [1, -1, 1], "mass": 1 }] }', /bodies\[0\]\.size/],
      ['torn', { link: '#1.abc' }, '', /link/i],
    ]) {
      await add(page, id, attributes, inside);
      await waitForEvent(page, id, 'error');
      const [{ message, hash }] = await eventsOf(page, id, 'error');
      assert.match(message, said);
      assert.equal(hash, null);
      assert.equal(await troubleOf(page, id), message);
      await page.evaluate((name) => globalThis.of(name).remove(), id);
    }
    await page.close();
  });

  test('an element: a link of what it shows opens another one at the same state', async () => {
    const page = await open(context, 'empty.html');
    await add(page, 'first', { paused: '' }, kCube);
    await waitForEvent(page, 'first', 'ready');
    await call(page, 'first', 'push', { body: 'cube', impulse: [0, 1, 2], point: [0.5, 0.2, 0.1] });
    const stands = await call(page, 'first', 'step', 90);
    const link = await call(page, 'first', 'link');
    assert.match(link, /\/#1\./);
    await add(page, 'second', { link });
    await waitForEvent(page, 'second', 'ready');
    assert.deepEqual(await call(page, 'second', 'pause'), stands);
    const size = await page.evaluate(async () => (await globalThis.of('second').toBlob()).size);
    assert.ok(size > 2000, `a picture of ${size} bytes`);
    await page.close();
  });

  test('thirty elements: one graphics context, two Workers, the others stand at their last picture and go on where they stood', async () => {
    const page = await open(context, 'many.html', { width: 900, height: 700, display: 'usual' });
    await waitForEvent(page, 'figure-0', 'ready');
    await waitForEvent(page, 'figure-1', 'ready');
    const takes = () => page.evaluate(() => globalThis.made);
    assert.deepEqual(await takes(), { contexts: 1, workers: 2, mostWorkers: 2 });
    await call(page, 'figure-0', 'pause');
    const stood = await call(page, 'figure-0', 'seek', 77);
    for (const index of [9, 19, 29]) {
      await page.evaluate((wanted) => globalThis.of(`figure-${wanted}`).scrollIntoView({ block: 'center' }), index);
      await call(page, `figure-${index}`, 'play'); // its neighbours may have been first
      await waitForEvent(page, `figure-${index}`, 'step', 2);
    }
    assert.deepEqual(await takes(), { contexts: 1, workers: 2, mostWorkers: 2 });
    const frozen = await page.evaluate(() => {
      const { shadowRoot, running } = globalThis.of('figure-0');
      const last = shadowRoot.querySelector('canvas.last');
      const { data } = last.getContext('2d').getImageData(0, 0, last.width, last.height);
      return { runs: running !== null, colors: new Set(new Uint32Array(data.buffer)).size, isThere: last.getClientRects().length === 1 };
    });
    assert.ok(!frozen.runs && frozen.isThere && frozen.colors > 50, JSON.stringify(frozen));
    assert.deepEqual(await call(page, 'figure-0', 'pause'), stood);
    const wake = await page.evaluate(() => {
      globalThis.of('figure-0').scrollIntoView();
      return [...document.querySelectorAll('tumble-scene')].filter(({ running }) => running).length;
    });
    assert.equal(wake, 2);
    await page.close();
  });

  test('an element that is removed and put back 200 times leaves nothing behind', async () => {
    const page = await open(context, 'empty.html');
    await add(page, 'cube', { paused: '' }, kCube);
    await waitForEvent(page, 'cube', 'ready');
    const before = await call(page, 'cube', 'step', 20);
    await page.evaluate(async () => {
      const figure = globalThis.of('cube');
      const article = document.querySelector('article');
      for (let turn = 0; turn < 200; turn += 1) {
        figure.remove();
        if (turn % 10 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
        article.append(figure);
        if (turn % 10 === 5) await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    await page.waitFor(() => globalThis.of('cube').running !== null, { what: 'the figure again' });
    assert.deepEqual(await call(page, 'cube', 'pause'), before);
    const left = await page.evaluate(() => ({
      ...globalThis.made,
      pictures: globalThis.of('cube').shadowRoot.querySelectorAll('canvas.picture').length,
      children: globalThis.of('cube').shadowRoot.querySelectorAll('*').length < 200,
    }));
    assert.deepEqual({ ...left, mostWorkers: 0 }, { contexts: 1, workers: 1, mostWorkers: 0, pictures: 1, children: true });
    await page.evaluate(() => globalThis.of('cube').remove());
    await page.waitFor(() => globalThis.made.workers === 0, { what: 'no Worker' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what a figure could not load is asked for again, by a button, and so are the instruments beside it', async () => {
    const server = await context.site.apart();
    const page = await context.browser.open(`${server.url}elements/empty.html`, { width: 900, height: 800 });
    await page.waitFor(() => customElements.get('tumble-scene') !== undefined, { what: 'the element' });
    await server.close();
    await add(page, 'late', { poster: '' }, kCube);
    await page.evaluate(() =>
      document.querySelector('article').append(Object.assign(document.createElement('tumble-meter'), { innerHTML: 'Energy' })),
    );
    await page.evaluate(() => {
      const meter = document.querySelector('tumble-meter');
      meter.setAttribute('show', 'energy');
      meter.setAttribute('for', 'late');
    });
    const button = () => globalThis.of('late').shadowRoot.querySelector('.wake');
    await page.waitFor(`(${button})().textContent === 'Try again' && !(${button})().hidden`, { what: 'the button' });
    assert.equal(await troubleOf(page, 'late'), 'The figure could not be loaded.');
    const back = await context.site.apart(server.port);
    await page.evaluate(`(${button})().click()`);
    await waitForEvent(page, 'late', 'ready');
    assert.equal(await troubleOf(page, 'late'), '');
    await page.waitFor(() => document.querySelector('tumble-meter').shadowRoot.querySelector('.instrument').textContent.includes('J'), {
      what: 'the energies',
    });
    await page.close();
    await back.close();
  });

  test('a scene of the author that did not come is asked for again, by a button', async () => {
    const page = await context.browser.open(`${context.site.url}elements/empty.html`, { width: 900, height: 800 });
    await page.waitFor(() => customElements.get('tumble-scene') !== undefined, { what: 'the element' });
    const scene = JSON.parse(kCube);
    await page.evaluate(() => {
      const before = globalThis.fetch;
      globalThis.fetch = (address, ...rest) =>
        String(address).endsWith('/mine.json') ? Promise.reject(new TypeError('Failed to fetch')) : before(address, ...rest);
      globalThis.mend = (text) => {
        globalThis.fetch = (address, ...rest) =>
          String(address).endsWith('/mine.json') ? Promise.resolve(new Response(text)) : before(address, ...rest);
      };
    });
    await add(page, 'mine', { src: '/mine.json' });
    const button = () => globalThis.of('mine').shadowRoot.querySelector('.wake');
    await page.waitFor(`(${button})().textContent === 'Try again' && !(${button})().hidden`, { what: 'the button' });
    assert.match(await troubleOf(page, 'mine'), /mine\.json could not be fetched/);
    await page.evaluate((text) => globalThis.mend(text), JSON.stringify(scene));
    await page.evaluate(`(${button})().click()`);
    await waitForEvent(page, 'mine', 'ready');
    assert.equal(await troubleOf(page, 'mine'), '');
    await page.close();
  });
}
