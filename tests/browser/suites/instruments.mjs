// Plots and meters in a page of somebody else: what they say of a falling ball is what mechanics says of it; they follow a figure, lead it when they are
// asked to, and wake none.
import assert from 'node:assert/strict';
import { auditOf } from '../support/axe.mjs';
import { test } from '../support/browser-test.mjs';

const kGravity = 9.81;
const kBall = JSON.stringify({
  tumble: 1,
  bodies: [{ name: 'ball', shapes: [{ type: 'sphere', radius: 0.5 }], mass: 2, position: [0, 300, 0] }],
});

const kDoor = JSON.stringify({
  tumble: 1,
  gravity: [0, 0, 0],
  bodies: [{ name: 'door', size: [1, 2, 0.1], position: [0.5, 1, 0], angularVelocity: [0, 2, 0], velocity: [0, 0, -1] }],
  joints: [{ type: 'hinge', name: 'hinge', b: 'door', point: [0, 1, 0], axis: [0, 1, 0] }],
});

const addAll = (page, elements) =>
  page.evaluate((all) => {
    for (const [tag, id, attributes, inside = ''] of all) {
      const element = document.createElement(tag);
      element.id = id;
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      if (tag === 'tumble-scene') {
        const script = document.createElement('script');
        script.type = 'application/json';
        script.textContent = inside;
        element.append(script);
      } else element.textContent = inside;
      document.querySelector('article').append(element);
    }
  }, elements);

async function open(context, file, options = {}) {
  const page = await context.browser.open(`${context.site.url}elements/${file}`, { width: 900, height: 1400, ...options });
  await page.waitFor(() => customElements.get('tumble-plot') !== undefined, { what: 'the elements' });
  return page;
}

const drawn = (page, id) =>
  page.waitFor((name) => globalThis.of(name).shadowRoot.querySelector('[data-drawn]') !== null, {
    args: [id],
    what: `${id} drawn`,
    limit: 60_000,
  });
// A plot that was drawn may be made anew, as where its size changed: then it has no chart for a moment.
const charted = (page, id) =>
  page.waitFor((name) => globalThis.of(name).shadowRoot.querySelector('.u-over') !== null, { args: [id], what: `the chart of ${id}` });
const troubleOf = (page, id) => page.evaluate((name) => globalThis.of(name).shadowRoot.querySelector('.trouble').textContent, id);
const told = (page, id, pattern) =>
  page.waitFor(([name, text]) => new RegExp(text).test(globalThis.of(name).shadowRoot.querySelector('.trouble').textContent), {
    args: [[id, pattern]],
    what: `${id}: ${pattern}`,
    limit: 30_000,
  });
const meterOf = (page, id, index = 0) =>
  page.evaluate(
    ([name, at]) => {
      const { ariaValueNow, ariaValueMin, ariaValueMax, ariaValueText, ariaLabel } = globalThis
        .of(name)
        .shadowRoot.querySelectorAll('[role=meter]')[at];
      return { now: Number(ariaValueNow), min: Number(ariaValueMin), max: Number(ariaValueMax), text: ariaValueText, label: ariaLabel };
    },
    [id, index],
  );
const pressed = (page, id, key) =>
  page.evaluate(
    ([name, pressedKey]) => {
      const slider = globalThis.of(name).shadowRoot.querySelector('[role=slider]');
      slider.focus();
      slider.dispatchEvent(new KeyboardEvent('keydown', { key: pressedKey, bubbles: true, cancelable: true }));
    },
    [id, key],
  );
const says = (page, id, pattern) =>
  page.waitFor(([name, text]) => new RegExp(text).test(globalThis.of(name).shadowRoot.querySelector('[role=slider]').ariaValueText ?? ''), {
    args: [[id, pattern]],
    what: `${id} says ${pattern}`,
    limit: 30_000,
  });
const stepOf = (page, id) => page.evaluate((name) => globalThis.of(name).running?.figure.simulation.run.step ?? null, id);
// Of the colour of a curve.
const pixelsOf = (page, id, color) =>
  page.evaluate(
    ([name, property]) => {
      const { shadowRoot } = globalThis.of(name);
      const probe = shadowRoot.querySelector('.element');
      const wanted = getComputedStyle(probe).getPropertyValue(property).trim();
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
      const canvas = shadowRoot.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) count += Number(data[at] === red && data[at + 1] === green && data[at + 2] === blue);
      return count;
    },
    [id, color],
  );

export function testInstruments(context) {
  test('a plot and meters beside a figure say what mechanics says, and keys and clicks in the plot lead the figure', async () => {
    const page = await open(context, 'empty.html', { display: 'usual' });
    await addAll(page, [
      ['tumble-scene', 'fig', { paused: '', step: '30' }, kBall],
      ['tumble-plot', 'speed', { for: 'fig', show: 'v.y' }, 'as written'],
      ['tumble-meter', 'push', { for: 'fig', show: 'p', max: '20', target: '15' }, 'as written'],
      ['tumble-meter', 'energy', { for: 'fig', show: 'energy' }, 'as written'],
    ]);
    for (const id of ['speed', 'push', 'energy']) await drawn(page, id);
    const momentum = await meterOf(page, 'push');
    assert.ok(Math.abs(momentum.now - kGravity) < 0.005, JSON.stringify(momentum)); // 2 kg after half a second
    assert.deepEqual([momentum.min, momentum.max, momentum.label], [0, 20, '|p|']);
    assert.match(momentum.text, /^9\.81\u00a0kg m\/s$/);
    // Half of 2 kg by the square of g/2.
    assert.match((await meterOf(page, 'energy')).text, /^moving 24\.1, turning 0\.00, potential .* J$/);
    await pressed(page, 'speed', 'End');
    await says(page, 'speed', '^0\\.50 s: y −4\\.9[01]\u00a0m/s$');
    await pressed(page, 'speed', 'PageUp');
    await says(page, 'speed', '^1\\.50 s: y −14\\.7\u00a0m/s$');
    assert.equal(await stepOf(page, 'fig'), 90);
    await pressed(page, 'speed', 'Home');
    await says(page, 'speed', '^0\\.00 s: y 0\\.00\u00a0m/s$');
    // The line stays when time goes back: a click in its middle leads to the middle of what was seen.
    assert.ok((await pixelsOf(page, 'speed', '--axis-y')) > 100);
    await charted(page, 'speed');
    const [x, y] = await page.evaluate(() => {
      const over = globalThis.of('speed').shadowRoot.querySelector('.u-over');
      over.scrollIntoView({ block: 'center' });
      const box = over.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    });
    await page.click(x, y);
    await page.waitFor(() => Math.abs(globalThis.of('fig').running.figure.simulation.run.step - 45) <= 1, { what: 'step 45' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a finger that scrolls the page over a plot leads no figure, along the plot it does', async (here) => {
    if (context.engine !== 'chromium') return here.skip('swipes are made by Chromium alone');
    const page = await open(context, 'empty.html', { height: 700 });
    await addAll(page, [
      ['tumble-scene', 'fig', { paused: '', step: '60' }, kBall],
      ['tumble-plot', 'speed', { for: 'fig', show: 'v.y' }],
    ]);
    await drawn(page, 'speed');
    await charted(page, 'speed');
    const [x, y] = await page.evaluate(() => {
      document.body.style.paddingBottom = '2000px';
      const { x: left, y: top, height } = globalThis.of('speed').shadowRoot.querySelector('.u-over').getBoundingClientRect();
      return [left + 100, top + height / 2].map(Math.round);
    });
    const session = await page.raw.createCDPSession();
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const swipe = async (right, down) => {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let part = 1; part <= 12; part += 1)
        await session.send('Input.dispatchTouchEvent', {
          type: 'touchMove',
          touchPoints: [{ x: x + (right * part) / 12, y: y + (down * part) / 12 }],
        });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(4, -120);
    await page.waitFor(() => scrollY > 60, { what: 'the page scrolled by a finger' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await stepOf(page, 'fig'), 60);
    await page.evaluate(() => scrollTo(0, 0));
    await swipe(60, 4);
    await page.waitFor(() => globalThis.of('fig').running.figure.simulation.run.step !== 60, { what: 'another step' });
    await page.close();
  });

  test('angles are read in degrees everywhere: in plots, meters and prose; scripts get radians', async () => {
    const page = await open(context, 'empty.html');
    await addAll(page, [
      ['tumble-scene', 'fig', { paused: '', step: '30' }, kDoor],
      ['tumble-plot', 'plot', { for: 'fig', show: 'hinge.angle hinge.speed' }],
      ['tumble-meter', 'meter', { for: 'fig', show: 'hinge.angle', min: '0', max: '180', target: '57.2958' }],
    ]);
    await page.evaluate(() => {
      const number = document.createElement('span');
      number.dataset.tumble = 'fig hinge.angle';
      number.id = 'number';
      document.querySelector('article').append(number);
    });
    for (const id of ['plot', 'meter']) await drawn(page, id);
    const { now, text } = await meterOf(page, 'meter'); // 2 rad/s for half a second
    assert.ok(Math.abs(now - 57.3) < 0.01, String(now));
    assert.equal(text, '57.3°');
    await pressed(page, 'plot', 'End');
    await says(page, 'plot', '^0\\.50 s: angle 57\\.3°$');
    await page.waitFor(() => /angle:?\s*57\.3°/.test(globalThis.of('plot').shadowRoot.querySelector('.plot-legend').textContent), {
      what: 'the legend',
    });
    await page.waitFor(() => document.querySelector('#number').textContent === '57.3°', { what: 'the number in prose' });
    assert.ok(Math.abs((await page.evaluate(() => globalThis.of('fig').get('hinge.angle'))) - 1) < 1e-3);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what the bars of the energy are is read by keyboard, by touch and by a screen reader', async () => {
    const page = await open(context, 'empty.html');
    await addAll(page, [
      ['tumble-scene', 'fig', { paused: '', step: '30' }, kBall],
      ['tumble-meter', 'energy', { for: 'fig', show: 'energy' }],
    ]);
    await drawn(page, 'energy');
    const seen = () =>
      page.evaluate(() => {
        const tip = globalThis.of('energy').shadowRoot.querySelector('.hint-tip');
        const { left, top, right, bottom } = tip?.getBoundingClientRect() ?? {};
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return tip && right > left && isInside && getComputedStyle(tip).position === 'fixed' ? tip.textContent : null;
      });
    const all = /^kinetic energy of translation; kinetic energy of rotation; potential energy; sum: /;
    const meter = () => globalThis.of('energy').shadowRoot.querySelector('[role=meter]');
    await page.evaluate(`(${meter})().scrollIntoView()`);
    assert.equal(await seen(), null);
    // One stop of the Tab key, whose description a screen reader says.
    await page.evaluate(`(${meter})().focus()`);
    assert.match((await seen()) ?? '', all);
    assert.match(await page.evaluate(`(${meter})().title`), all);
    assert.equal(await page.evaluate(() => globalThis.of('energy').shadowRoot.querySelectorAll('[tabindex]').length), 1);
    const ofPage = /^(landmark|page-has|region)/; // it is a bare one
    assert.deepEqual(
      (await auditOf(page)).filter((text) => !ofPage.test(text)),
      [],
    );
    await page.key('Escape');
    assert.equal(await seen(), null);
    // A finger on a bar, and elsewhere.
    const tap = (selector) =>
      page.evaluate((wanted) => {
        const element = globalThis.of('energy').shadowRoot.querySelector(wanted);
        element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true, pointerType: 'touch' }));
        element.click();
      }, selector);
    await tap('.energy-bar.is-rotation');
    assert.equal(await seen(), 'kinetic energy of rotation');
    await tap('.trouble');
    assert.equal(await seen(), null);
    // What the mouse rests on has a title.
    const isReached = await page.evaluate(() => {
      const { shadowRoot } = globalThis.of('energy');
      const { x, y, width } = shadowRoot.querySelector('.is-sum').parentElement.getBoundingClientRect();
      return shadowRoot
        .elementFromPoint(x + width / 2, y + 4)
        .closest('[title]')
        .title.startsWith('sum');
    });
    assert.ok(isReached, 'under the mouse');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a plot keeps its lines while its figure is frozen, and wakes it only when it is led', async () => {
    const page = await open(context, 'empty.html', { display: 'usual' });
    await addAll(page, [
      ['tumble-scene', 'fig', { paused: '', step: '40' }, kBall],
      ['tumble-plot', 'plot', { for: 'fig', show: 'weight' }, 'as written'],
      ['tumble-scene', 'second', { paused: '' }, kBall],
      ['tumble-scene', 'third', { paused: '' }, kBall],
    ]);
    await told(page, 'plot', 'begins with no body');
    await page.evaluate(() => globalThis.of('plot').setAttribute('show', 'ball.velocity'));
    await drawn(page, 'plot');
    await page.waitFor(() => globalThis.of('plot').shadowRoot.querySelector('canvas') !== null, { what: 'a chart' });
    await page.evaluate(() => globalThis.of('second').pause());
    await page.evaluate(() => globalThis.of('third').pause());
    assert.equal(await stepOf(page, 'fig'), null);
    assert.ok((await pixelsOf(page, 'plot', '--velocity')) > 100);
    await pressed(page, 'plot', 'ArrowRight');
    await page.waitFor(() => globalThis.of('fig').running?.figure.simulation.run.step === 41, { what: 'step 41', limit: 30_000 });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('plots and meters: what is wrong is said in them, nothing moves on the page, and what nobody sees loads nothing', async () => {
    const page = await open(context, 'instruments.html');
    for (const id of ['omega', 'energy', 'norm', 'several']) await drawn(page, id);
    await told(page, 'lost', 'no figure with the id “nobody”');
    await told(page, 'wrong', 'of a body a plot shows .*not “colour”');
    await page.evaluate(() => globalThis.of('wrong-meter').scrollIntoView());
    await told(page, 'wrong-meter', 'not “w”');
    assert.equal(await page.evaluate(() => globalThis.of('several').shadowRoot.querySelectorAll('.plot-box').length), 2);
    assert.equal(await troubleOf(page, 'omega'), '');
    const heights = await page.evaluate(() =>
      ['omega', 'energy', 'norm', 'several'].map((id) => {
        const element = globalThis.of(id);
        const before = element.getBoundingClientRect().height;
        element.setAttribute('for', 'nobody'); // as long as nothing is drawn
        return [before, element.getBoundingClientRect().height];
      }),
    );
    for (const [with_, without] of heights.filter((_, index) => index !== 2)) assert.equal(with_, without);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
    const far = await open(context, 'empty.html');
    await addAll(far, [['tumble-plot', 'plot', { for: 'fig', show: 'v' }, 'as written']]);
    await far.evaluate(() => {
      const space = document.createElement('section');
      space.style.height = '6000px';
      document.querySelector('article').append(space);
    });
    await addAll(far, [['tumble-scene', 'fig', {}, kBall]]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const seen = await far.evaluate(() => ({
      made: globalThis.made.workers,
      text: globalThis.of('plot').textContent,
      loaded: performance.getEntriesByType('resource').filter(({ name }) => /uPlot|figure-plot/.test(name)).length,
    }));
    assert.deepEqual(seen, { made: 0, text: 'as written', loaded: 0 });
    await far.close();
  });
}
