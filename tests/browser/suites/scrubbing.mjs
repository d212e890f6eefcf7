// The bar of time: dragged by pointer and finger, moved by keys, with marks of what was done; acting in the past, and what lay ahead comes back with undo.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, messages, openTumble, presentStep, waitForPictureOf } from '../support/tumble-page.mjs';

// A ball that bounces, and a cube in straight flight, whose place is known at every step.
const scene = {
  tumble: 1,
  title: 'One bounces, one flies',
  camera: { position: [0, 3, 14], target: [0, 2, 0] },
  bodies: [
    { name: 'ground', type: 'static', size: [20, 1, 20], position: [0, -0.5, 0] },
    { name: 'ball', shapes: [{ type: 'sphere', radius: 0.5, restitution: 0.8 }], mass: 1, position: [-3, 3, 0] },
    { name: 'flyer', size: [1, 1, 1], mass: 2, position: [0, 40, 0], velocity: [0.3, 0, 0] },
  ],
};
const kBar = '[data-part="scrub"]';
const kSteps = 240; // of the run that the tests move in
const kWidths = [
  [1440, 900],
  [390, 844],
];

const stands = (page) => page.evaluate(() => globalThis.tumble.simulation.stand());
const barNow = (page) =>
  page.evaluate((selector) => {
    const bar = document.querySelector(selector);
    const { x, y, width, height } = bar.getBoundingClientRect();
    return { x, y: y + height / 2, width, now: Number(bar.ariaValueNow), most: Number(bar.ariaValueMax), text: bar.ariaValueText };
  }, kBar);
const marks = (page) => page.evaluate(() => [...document.querySelectorAll('.scrub-mark')].map((mark) => mark.dataset.kind));
const isAt = (page, step, what) =>
  page.waitFor(
    (wanted) =>
      globalThis.tumble.simulation.frame?.step === wanted && Number(document.querySelector('[data-part="scrub"]').ariaValueNow) === wanted,
    {
      args: [step],
      what: `${what}: step ${step}`,
    },
  );
const focusBar = (page) => page.evaluate((selector) => document.querySelector(selector).focus(), kBar);
const pressButton = (page, name) => page.evaluate((part) => document.querySelector(`[data-part="${part}"]`).click(), name);

export function testScrubbing(context) {
  // A run that was seen as far as kSteps, paused there, with the hash at each tenth step.
  const start = async ([width, height] = kWidths[0]) => {
    const narrowest = context.browser.narrowest ?? 0;
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: Math.max(width, narrowest), height });
    assert.equal(await loadScene(page, scene), true);
    const hashes = await page.evaluate(async (steps) => {
      const { simulation } = globalThis.tumble;
      simulation.pause();
      await simulation.seek(0);
      const list = { 0: (await simulation.stand()).hash };
      for (let step = 10; step <= steps; step += 10) list[step] = (await simulation.step(10)).hash;
      return list;
    }, kSteps);
    await isAt(page, kSteps, 'the end of the run');
    return { page, hashes };
  };
  const placeOf = async (page, step) => {
    const { x, y, width } = await barNow(page);
    return [Math.round(x + (width * step) / 600), Math.round(y)]; // the bar is 10 s long at first
  };
  const end = async (page) => {
    assert.deepEqual(await messages(page), []);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  };

  for (const size of kWidths) {
    test(`${size[0]} pixels: the bar is dragged, and the world follows, to the bit`, async () => {
      const { page, hashes } = await start(size);
      await page.drag(await placeOf(page, kSteps), await placeOf(page, 60), { moves: 12 });
      await page.waitFor(() => globalThis.tumble.simulation.frame.step < 70, { what: 'an early step' });
      const { step } = await stands(page);
      assert.ok(Math.abs(step - 60) <= 4, `step ${step}`);
      const { most, text } = await barNow(page);
      assert.equal(most, kSteps, 'the end that was seen stays');
      assert.match(text, /^\d\.\d\d s of 4\.00 s, step \d+$/);
      // The same step as by another way.
      const there = await page.evaluate(async (wanted) => {
        const { simulation } = globalThis.tumble;
        await simulation.seek(0);
        return simulation.seek(wanted);
      }, 60);
      assert.equal(there.hash, hashes[60]);
      await end(page);
    });

    test(`${size[0]} pixels: a finger drags it`, async () => {
      const { page } = await start(size);
      const [from, to] = [await placeOf(page, kSteps), await placeOf(page, 120)];
      await page.touchPath([from, ...[1, 2, 3, 4].map((part) => [Math.round(from[0] + ((to[0] - from[0]) * part) / 4), from[1]])]);
      await page.waitFor(() => globalThis.tumble.simulation.frame.step < 130, { what: 'an earlier step' });
      const { step } = await stands(page);
      assert.ok(Math.abs(step - 120) <= 4, `step ${step}`);
      assert.equal(await page.evaluate(() => globalThis.tumble.simulation.log.length), 0, 'nothing was pushed');
      await end(page);
    });
  }

  for (const size of kWidths)
    test(`${size[0]} pixels, by keyboard: steps, seconds, start and end; time that ran goes on after a drag`, async () => {
      const { page, hashes } = await start(size);
      await focusBar(page);
      for (const [key, step] of [
        ['ArrowLeft', kSteps - 1],
        ['PageDown', kSteps - 61],
        ['ArrowRight', kSteps - 60],
        ['Home', 0],
        ['PageUp', 60],
        ['ArrowDown', 59],
        ['End', kSteps],
        ['ArrowRight', kSteps + 1], // into what was not seen yet
      ]) {
        await page.key(key);
        await isAt(page, step, key);
        if (hashes[step]) assert.equal((await stands(page)).hash, hashes[step], key);
      }
      assert.equal(await page.evaluate(() => globalThis.tumble.simulation.log.length), 0, 'no key has pushed anything');
      await pressButton(page, 'play');
      await page.waitFor((step) => globalThis.tumble.simulation.frame.step > step + 5, { args: [kSteps], what: 'time runs' });
      await page.drag(await placeOf(page, 250), await placeOf(page, 30), { moves: 4 });
      await page.waitFor(() => globalThis.tumble.simulation.frame.playing && globalThis.tumble.simulation.frame.step < 200, {
        what: 'time runs on from there',
      });
      await end(page);
    });

  test('marks of pushes, drags, edits and impacts stand where they were, and a press near one goes to it', async () => {
    const { page } = await start();
    const [steps] = await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      const flyer = simulation.info.bodies.find(({ name }) => name === 'flyer').id;
      await simulation.seek(60);
      const push = await simulation.push({ body: flyer, impulse: [1, 0, 0] });
      await simulation.step(60);
      await simulation.revise({ ...simulation.scene, gravity: [0, -5, 0] });
      await simulation.step(60);
      await simulation.command({ type: 'drag', pointer: 0, body: flyer, point: [0, 2, 0], target: [0, 3, 0] });
      await simulation.step(20);
      await simulation.command({ type: 'release', pointer: 0 });
      await simulation.step(20);
      return [push];
    });
    await page.waitFor(() => document.querySelectorAll('.scrub-mark').length === 3, { what: 'three marks' });
    assert.deepEqual(await marks(page), ['push', 'edit', 'drag']);
    const impactPeaks = await page.waitFor(() => document.querySelector('[data-part="scrub-impacts"]').getAttribute('d'), {
      what: 'impacts',
    });
    const first = Number(impactPeaks.match(/^M([\d.]+)/)[1]) / 16; // s
    const fall = Math.sqrt((2 * 2.5) / 9.81);
    assert.ok(Math.abs(first - fall) < 0.1, `the first impact at ${first} s, it falls for ${fall} s`);
    const [x, y] = await placeOf(page, steps);
    await page.click(x + 4, y);
    await isAt(page, steps, 'the push');
    await page.pointerMove(x + 3, y);
    assert.match(await page.evaluate(() => document.querySelector('[data-part="scrub-tip"]').textContent), /^1\.00 s · push$/);
    assert.deepEqual(await marks(page), ['push', 'edit', 'drag'], 'what lies ahead stays');
    await page.pointerMove(300, 300);
    await end(page);
  });

  for (const by of ['keys', 'buttons']) {
    test(`acting in the past branches, and undo by ${by} brings the recorded future back, to the bit`, async () => {
      const { page, hashes } = await start();
      const exchange = async (way) => {
        if (by === 'buttons') return pressButton(page, way);
        // Ctrl+Z as the page hears it.
        await page.evaluate((isRedo) => {
          document.querySelector('.picture').focus();
          const details = { key: isRedo ? 'Z' : 'z', ctrlKey: true, shiftKey: isRedo, bubbles: true, cancelable: true };
          document.activeElement.dispatchEvent(new KeyboardEvent('keydown', details));
        }, way === 'redo');
      };
      const logIs = (length, what) =>
        page.waitFor((wanted) => globalThis.tumble.simulation.log.length === wanted, { args: [length], what });
      const push = (x) =>
        page.evaluate(async (impulse) => {
          const { simulation } = globalThis.tumble;
          await simulation.push({ body: simulation.info.bodies.find(({ name }) => name === 'flyer').id, impulse: [impulse, 0, 0] });
        }, x);
      const hashAt = (step) => page.evaluate((wanted) => globalThis.tumble.simulation.seek(wanted).then(({ hash }) => hash), step);
      await page.evaluate(() => globalThis.tumble.simulation.seek(200));
      await push(1);
      const pushed = await hashAt(230);
      assert.notEqual(pushed, hashes[230]);
      // In the past, before the push: it and what came after it is gone.
      await focusBar(page);
      await page.evaluate(() => globalThis.tumble.simulation.seek(100));
      await isAt(page, 100, 'the past');
      await push(5);
      await logIs(1, 'another future');
      assert.equal(await page.evaluate(() => globalThis.tumble.simulation.run.end), 100, 'which nobody has seen');
      const other = await hashAt(230);
      assert.notEqual(other, pushed);
      await exchange('undo');
      await page.waitFor(() => globalThis.tumble.simulation.run.end >= 230, { what: 'the recorded future' });
      await isAt(page, 100, 'where it was done');
      assert.equal(await hashAt(230), pushed, 'the future as it was');
      assert.equal((await marks(page)).join(), 'push');
      await exchange('undo');
      await logIs(0, 'no push any more');
      assert.equal(await hashAt(230), hashes[230]);
      await exchange('redo');
      await logIs(1, 'the first push again');
      await exchange('redo');
      await isAt(page, 100, 'the second one');
      assert.equal(await hashAt(230), other);
      // An edit, a reset and another scene are in the same history.
      await page.evaluate(() => globalThis.tumble.simulation.revise({ ...globalThis.tumble.simulation.scene, gravity: [0, -1, 0] }));
      await pressButton(page, 'reset');
      await isAt(page, 0, 'reset');
      assert.equal(await loadScene(page, 'tennis-racket'), true);
      for (const [label, is] of [
        ['Undo scene', () => globalThis.tumble.simulation.scene.title === 'One bounces, one flies'],
        ['Undo reset', () => globalThis.tumble.simulation.log.length === 2],
        ['Undo edit', () => globalThis.tumble.simulation.scene.gravity === undefined],
      ]) {
        const name = await page.waitFor((wanted) => document.querySelector('[data-part="undo"]').ariaLabel === wanted && wanted, {
          args: [label],
          what: label,
        });
        assert.equal(name, label);
        await exchange('undo');
        await page.waitFor(is, { what: `after "${label}"` });
      }
      await page.waitFor(() => document.querySelector('[data-part="undo"]').ariaLabel === 'Undo push', { what: 'the undo to be over' });
      assert.equal(await hashAt(230), other);
      assert.deepEqual(await page.consoleErrors(), []);
      await page.close();
    });
  }

  test('sought while it is dragged and while it runs: it ends where it was let go, and nothing is left hanging', async () => {
    const { page, hashes } = await start();
    await pressButton(page, 'play');
    const { x, y, width } = await barNow(page);
    const at = (step) => [Math.round(x + (width * step) / 600), Math.round(y)];
    await page.drag(at(0), at(200), { moves: 40 });
    await page.drag(at(200), at(60), { moves: 40 });
    await page.evaluate(() => {
      for (const step of [10, 200, 30, 180, 90]) void globalThis.tumble.simulation.seek(step);
    });
    await page.waitFor(() => globalThis.tumble.simulation.frame.step >= 90, { what: 'the last one' });
    await page.evaluate(() => globalThis.tumble.simulation.pause());
    assert.equal((await page.evaluate(() => globalThis.tumble.simulation.seek(120))).hash, hashes[120]);
    assert.ok((await presentStep(page)) >= 0);
    await end(page);
  });

  // The colours of the bodies that commands have added, as they are drawn, in the order of their slots.
  const addedColors = (page) =>
    page.evaluate(async () => {
      const { simulation, viewer } = globalThis.tumble;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const hex = (part) => Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)).toString(16);
      return simulation.info.bodies
        .filter(({ entry }) => entry < 0)
        .map(({ slot }) => {
          const [{ part, indices }] = viewer.bodies.partsOf(slot);
          const color = part.mesh.instanceColor.array.slice(3 * indices[0], 3 * indices[0] + 3);
          return `${slot} ${[...color].map((one) => hex(one).padStart(2, '0')).join('')}`;
        });
    });

  test('bodies that commands of the scene add have their colours, back in time and after an edit, and none of another one', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    const red = { size: [1, 1, 1], position: [-2, 2, 0], color: '#ff0000' };
    const green = { shapes: [{ type: 'box', size: [1, 1, 1], color: '#00ff00' }], position: [2, 2, 0] };
    const commands = [
      { type: 'addBody', step: 5, body: red },
      { type: 'removeBody', step: 10, body: 3 },
      { type: 'addBody', step: 15, body: green },
    ];
    assert.equal(await loadScene(page, { ...scene, commands }), true);
    const at = async (step) => {
      await page.evaluate((wanted) => globalThis.tumble.simulation.seek(wanted), step);
      await waitForPictureOf(page, step);
      return addedColors(page);
    };
    await page.evaluate(async () => {
      globalThis.tumble.simulation.pause();
      await globalThis.tumble.simulation.step(40);
    });
    // What knows their colours loads with the first of them.
    for (let left = 100; left > 0 && (await addedColors(page))[0] !== '3 00ff00'; left -= 1);
    assert.deepEqual(await at(20), ['3 00ff00']);
    assert.deepEqual(await at(12), []);
    assert.deepEqual(await at(7), ['3 ff0000']);
    await page.evaluate(() => globalThis.tumble.simulation.revise({ ...globalThis.tumble.simulation.scene, gravity: [0, -5, 0] }));
    assert.deepEqual(await addedColors(page), ['3 ff0000']);
    assert.deepEqual(await at(2), []);
    assert.deepEqual(await at(7), ['3 ff0000']);
    await page.evaluate(() => globalThis.tumble.simulation.step(20));
    await waitForPictureOf(page, 27);
    assert.deepEqual(await addedColors(page), ['3 00ff00']);
    await page.close();
  });

  test('a body that a command adds is drawn with the look that it gives, back in time, after an edit and from a link', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused' });
    const hammer = { size: [1, 3, 1], position: [-2, 4, 0], look: 'hammer' };
    assert.equal(await loadScene(page, { ...scene, commands: [{ type: 'addBody', step: 5, body: hammer }] }), true);
    const drawn = (of) =>
      of.evaluate(async () => {
        const { simulation, viewer } = globalThis.tumble;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return simulation.info.bodies
          .filter(({ entry }) => entry < 0)
          .map(({ slot }) => viewer.bodies.partsOf(slot).map(({ part }) => part.group.kind.split(':').slice(0, 2).join(' ')))
          .join('; ');
      });
    const at = async (step) => {
      await page.evaluate((wanted) => globalThis.tumble.simulation.seek(wanted), step);
      await waitForPictureOf(page, step);
      return drawn(page);
    };
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      simulation.pause();
      await simulation.step(10);
      await simulation.command({ type: 'addBody', body: { size: [1, 3, 1], position: [2, 4, 0], look: 'racket' } });
      await simulation.command({ type: 'addBody', body: { size: [1, 1, 1], position: [2, 9, 0] } });
      await simulation.step(10);
    });
    const all = 'figure hammer; figure racket; box';
    await page.waitFor(() => globalThis.tumble.viewer.bodies.partsOf(4)[0]?.part.group.kind.startsWith('figure'), { what: 'the racket' });
    assert.equal(await drawn(page), all);
    assert.equal(await at(8), 'figure hammer');
    assert.equal(await at(2), '');
    assert.equal(await at(20), all);
    const before = await page.waitFor(() => location.hash, { what: 'a link' });
    await page.evaluate(() => globalThis.tumble.simulation.revise({ ...globalThis.tumble.simulation.scene, gravity: [0, -5, 0] }));
    assert.equal(await drawn(page), all);
    await page.waitFor((old) => location.hash !== old, { args: [before], what: 'the link of the edit' });
    const link = await page.evaluate(() => location.href);
    assert.deepEqual(await messages(page), []);
    await page.close();
    const again = await context.browser.open(link); // WebKit has one window
    await again.waitFor(() => globalThis.tumble?.simulation?.info?.bodies.filter(({ entry }) => entry < 0).length === 3, {
      what: 'the bodies of the link',
      limit: 30_000,
    });
    await again.waitFor(() => globalThis.tumble.viewer.bodies.partsOf(4)[0]?.part.group.kind.startsWith('figure'), { what: 'the racket' });
    assert.equal(await drawn(again), all);
    await again.close();
  });
}
