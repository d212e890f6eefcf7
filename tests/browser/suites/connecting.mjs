// “Connect”: two bodies, or one and the world, get a joint, by clicks in the picture and by keyboard alone. It is an edit like any other.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble, placeOnScreen } from '../support/tumble-page.mjs';
import { openSceneTab, press, setField } from './editing.mjs';

const falling = {
  tumble: 1,
  title: 'To be connected',
  camera: { position: [0, 2, 9], target: [0, 1, 0] },
  bodies: [
    { name: 'post', type: 'static', size: [0.4, 3, 0.4], position: [-2.2, 1.5, 0] },
    { name: 'wall', type: 'static', size: [0.4, 3, 0.4], position: [2.6, 1.5, 0] },
    { name: 'crate', size: [1, 1, 1], position: [-0.8, 1.5, 0] },
    { name: 'door', size: [1, 1, 0.2], position: [0.8, 1.5, 0.4], angularVelocity: [0, 0, 1] },
  ],
};
const turning = 1.4; // rad, about: what the door has turned in the run before it is connected

const joints = (page) => page.evaluate(() => globalThis.tumble.simulation.scene.joints ?? []);
const chosen = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.connect select')].map(({ selectedOptions }) => selectedOptions[0].textContent));
const status = (page) => page.evaluate(() => document.querySelector('.connect-status').textContent);
const isConnecting = (page) => page.evaluate(() => !(document.querySelector('.connect')?.hidden ?? true));

/** Chooses from a list of the form, as its keys do. */
const choose = (page, name, text) =>
  page.evaluate(
    ([label, wanted]) => {
      const select = document.querySelector(`[aria-label="${label}"]`);
      select.value = [...select.options].find((option) => option.textContent === wanted).value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [name, text],
  );

const slotOf = (page, name) =>
  page.evaluate((wanted) => globalThis.tumble.simulation.info.bodies.find((body) => body.name === wanted).slot, name);
const clickBody = async (page, name) => page.click(...(await placeOnScreen(page, await slotOf(page, name))));

const jointCount = (page, count) =>
  page.waitFor((wanted) => (globalThis.tumble.simulation.scene.joints ?? []).length === wanted, { args: [count], what: `${count} joints` });

/** The hash after so many steps from the start. */
const hashAfter = (page, steps) =>
  page.evaluate(async (count) => {
    const { simulation } = globalThis.tumble;
    await simulation.reset();
    await simulation.step(count);
    return (await simulation.stand()).hash;
  }, steps);

export function testConnecting(context) {
  const start = async (scene = falling) => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 1280, height: 800 });
    await loadScene(page, scene);
    await page.evaluate(async () => {
      globalThis.tumble.simulation.pause();
      await globalThis.tumble.simulation.reset();
    });
    await openSceneTab(page);
    await page.evaluate(() => (document.querySelector('[data-part=joints]').open = true));
    return page;
  };
  const begin = async (page) => {
    await press(page, 'Connect…', '[data-part=joints]');
    await page.waitFor(() => !document.querySelector('.connect').hidden, { what: 'the fields of a new joint' });
    await new Promise((resolve) => setTimeout(resolve, 700)); // the view makes room
  };

  test('two clicks in the picture and a button connect two bodies; the joint is drawn, its fields open; undo takes it back', async () => {
    const page = await start();
    await begin(page);
    await choose(page, 'Type of the joint', 'hinge');
    assert.match(await status(page), /Press a body/);
    await clickBody(page, 'crate');
    assert.match(await status(page), /Now the other body/);
    await clickBody(page, 'door');
    assert.match(await status(page), /^crate and door\./);
    assert.deepEqual(await chosen(page), ['hinge', 'crate', 'door', 'where it was pressed', 'normal of the face']);
    assert.equal(await page.evaluate(() => document.querySelector('#numbers').hidden), true, 'a click selects nothing meanwhile');
    await page.clickOn('.connect .button-main');
    await jointCount(page, 1);
    const [{ point, axis, ...joint }] = await joints(page);
    assert.deepEqual(joint, { type: 'hinge', name: 'hinge', a: 'crate', b: 'door' });
    assert.ok(
      Math.abs(point[0] - 0.8) < 0.1 && Math.abs(point[1] - 1.5) < 0.1 && Math.abs(point[2] - 0.5) < 2e-3,
      `on the face of the door: ${point}`,
    );
    assert.deepEqual(axis, [0, 0, 1], 'across the face');
    await page.waitFor(() => document.activeElement?.getAttribute('aria-label') === 'Which joint', { what: 'the new joint, chosen' });
    await page.waitFor(() => globalThis.tumble.simulation.frame.joints !== null, { what: 'joints that are drawn' });
    assert.equal(await isConnecting(page), false);
    await press(page, 'Undo');
    await jointCount(page, 0);
    await page.waitFor(() => [...document.querySelectorAll('.scene-bar button')].some(({ title }) => title === 'Redo edit'), {
      what: 'something to redo',
    });
    assert.equal(await page.evaluate(() => document.querySelector('[aria-label="Which joint"]')), null);
    await press(page, 'Redo');
    await jointCount(page, 1);
    await page.waitFor(() => [...document.querySelectorAll('.scene-bar button')].some(({ title }) => title === 'Undo edit'), {
      what: 'something to undo',
    });
    // It is the joint of a scene that somebody wrote by hand, to the bit.
    const hash = await hashAfter(page, 90);
    const written = { ...falling, joints: [{ ...joint, point, axis }] };
    assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.scene), written);
    for (const [scene, isSame] of [
      [falling, false],
      [written, true],
    ]) {
      await loadScene(page, scene);
      await page.evaluate(() => globalThis.tumble.simulation.pause());
      assert.equal((await hashAfter(page, 90)) === hash, isSame);
    }
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('in the middle of a run a body is hung on the world where it is, and at the same place of it after a reset', async () => {
    const page = await start({ ...falling, gravity: [0, 0, 0] });
    await page.evaluate((steps) => globalThis.tumble.simulation.step(steps), Math.round(60 * turning));
    await begin(page);
    await choose(page, 'Type of the joint', 'hinge');
    await clickBody(page, 'door');
    const canvas = await page.evaluate(() => {
      const { right, top } = document.querySelector('.picture').getBoundingClientRect();
      return [Math.round(right - 40), Math.round(top + 120)];
    });
    await page.click(...canvas); // beside all
    assert.match(await status(page), /^door and the world\./);
    await choose(page, 'Place of the joint', 'as typed');
    await page.evaluate(() => {
      ['0.8', '2', '0.4'].forEach((text, index) => {
        const input = document.querySelector(`[aria-label^="Place of the joint ${'xyz'[index]}"]`);
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
    });
    await page.clickOn('.connect .button-main');
    await jointCount(page, 1);
    const [joint] = await joints(page);
    assert.equal(joint.a, 'door');
    assert.equal(joint.b, undefined);
    // Half a metre from its middle, turned back by what it has turned.
    const [x, y] = [joint.point[0] - 0.8, joint.point[1] - 1.5];
    assert.ok(Math.abs(Math.hypot(x, y) - 0.5) < 2e-3, `${joint.point}`);
    assert.ok(Math.abs(Math.atan2(x, y) - Math.round(60 * turning) / 60) < 5e-3, 'turned back');
    // What hangs there keeps its distance from the place, before and after the reset.
    const distance = (place) =>
      page.evaluate(async (from) => {
        const { simulation } = globalThis.tumble;
        await simulation.step(40);
        const before = simulation.frame;
        for (const end = performance.now() + 5000; simulation.frame === before && performance.now() < end; ) {
          simulation.requestFrame(performance.now());
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        const { frame, info } = simulation;
        const at = (frame.slotCount + info.bodies.find(({ name }) => name === 'door').slot) * 8;
        return Math.hypot(...from.map((part, axis) => frame.poses[at + axis] - part));
      }, place);
    assert.ok(Math.abs((await distance([0.8, 2, 0.4])) - 0.5) < 5e-3, 'now');
    await page.evaluate(() => globalThis.tumble.simulation.reset());
    assert.ok(Math.abs((await distance([...joint.point.slice(0, 2), 0.4])) - 0.5) < 5e-3, 'from the start');
    await page.close();
  });

  test('by keyboard alone: bodies from lists, every field by Tab, Esc cancels and closes nothing else; what is refused is said', async () => {
    const page = await start();
    await page.evaluate(() =>
      [...document.querySelectorAll('[data-part=joints] button')].find((one) => one.textContent === 'Connect…').focus(),
    );
    await page.key('Enter');
    await page.waitFor(() => document.activeElement?.getAttribute('aria-label') === 'Type of the joint', { what: 'the first field' });
    await page.key('Escape');
    assert.equal(await isConnecting(page), false);
    assert.equal(await page.evaluate(() => document.querySelector('#lab').hidden), false, 'the laboratory is open still');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Connect…', 'the focus is where it came from');
    assert.deepEqual(await joints(page), []);
    await page.key('Enter');
    await page.waitFor(() => document.activeElement?.getAttribute('aria-label') === 'Type of the joint', { what: 'the first field again' });
    await choose(page, 'Type of the joint', 'hinge');
    await choose(page, 'First, to connect', 'post');
    await choose(page, 'Second, to connect', 'wall');
    const names = [];
    for (let press = 0; press < 12; press += 1) {
      names.push(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')?.split(',')[0] ?? document.activeElement.textContent),
      );
      if (names.at(-1) === 'Connect') break;
      await page.key('Tab');
    }
    const parts = (name) => ['', ' x', ' y', ' z'].map((part) => name + part);
    assert.deepEqual(names, [
      'Type of the joint',
      'First',
      'Second',
      ...parts('Place of the joint'),
      ...parts('Axis of the joint'),
      'Connect',
    ]);
    await page.key('Enter');
    const refusal = await page.waitFor(
      () => {
        const element = document.querySelector('.form-refusal');
        return element.hidden ? null : element.textContent;
      },
      { what: 'the refusal' },
    );
    assert.match(refusal, /none of its bodies is moved by forces/);
    assert.equal(await isConnecting(page), true, 'another body can be chosen');
    await choose(page, 'Second, to connect', 'crate');
    await page.evaluate(() => document.querySelector('.connect .button-main').focus());
    await page.key('Enter');
    await jointCount(page, 1);
    assert.deepEqual((await joints(page))[0], {
      type: 'hinge',
      name: 'hinge',
      a: 'post',
      b: 'crate',
      point: [-0.8, 1.5, 0],
      axis: [0, 0, 1],
    });
    assert.equal(await page.evaluate(() => document.querySelector('.form-refusal').hidden), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a place that is typed and is no number stays to be corrected, and makes no joint', async () => {
    const page = await start();
    await begin(page);
    await choose(page, 'Type of the joint', 'hinge');
    await choose(page, 'First, to connect', 'crate');
    await choose(page, 'Second, to connect', 'the world');
    const write = async (...keys) => {
      await page.evaluate(() => {
        const input = document.querySelector('.connect [aria-label^="Place of the joint x"]');
        input.focus();
        input.select();
      });
      for (const key of keys) await page.key(key);
      await page.key('Tab');
    };
    const canConnect = () => page.evaluate(() => !document.querySelector('.connect .button-main').disabled);
    await write('1', 'e');
    assert.match(await status(page), /is not a number/);
    assert.equal(await canConnect(), false);
    await choose(page, 'Place of the joint', 'centre of the first');
    assert.equal(await canConnect(), true, 'another place takes its place');
    await write('1', 'e');
    await write('1');
    assert.equal(await canConnect(), true);
    await press(page, 'Connect', '.connect');
    await jointCount(page, 1);
    assert.equal((await joints(page))[0].point[0], 1);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('on a phone a tap chooses, too: the sheet leaves the bodies in sight', async (here) => {
    if ((context.browser.narrowest ?? 0) > 390) return here.skip('no window is that narrow');
    const page = await start();
    await page.resize(390, 844);
    await begin(page);
    await choose(page, 'Type of the joint', 'ball');
    for (const name of ['crate', 'door']) {
      const place = await placeOnScreen(page, await slotOf(page, name));
      if (page.touchPath) await page.touchPath([place]);
      else await page.click(...place);
      await page.waitFor(
        (wanted) =>
          [...document.querySelectorAll('.connect select')].some(({ selectedOptions }) => selectedOptions[0].textContent === wanted),
        {
          args: [name],
          what: `${name}, chosen`,
        },
      );
    }
    assert.deepEqual((await chosen(page)).slice(0, 3), ['ball', 'crate', 'door']);
    await page.clickOn('.connect .button-main');
    await jointCount(page, 1);
    await page.close();
  });

  test('the chosen joint in numbers: they are switched into the picture and plotted', async () => {
    const axle = { type: 'hinge', name: 'axle', b: 'door', point: [0.8, 1.5, 0.4], axis: [0, 0, 1] };
    const page = await start({ ...falling, gravity: [0, 0, 0], joints: [axle] });
    await page.evaluate(() => globalThis.tumble.simulation.step(30));
    const value = (name) =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll('.scene-form .readout-row')]
            .find((row) => row.textContent.includes(wanted))
            ?.querySelector('.readout-value').textContent,
        name,
      );
    await page.waitFor(() => document.querySelector('.scene-form .readout-value')?.textContent.startsWith('28.6'), {
      what: 'half a radian, in degrees',
    });
    assert.equal(await value('angular speed'), '1.00');
    assert.equal(await page.evaluate(() => document.querySelector('.label-joint')), null);
    await page.evaluate(() => document.querySelector('.scene-form .readout-row input').click());
    await page.waitFor(() => /^φ 28\.6°$/.test(document.querySelector('.label-joint')?.textContent ?? ''), {
      what: 'the angle beside the joint',
    });
    await page.evaluate(() => document.querySelector('[aria-label="Plot: angle"]').click());
    await page.waitFor(() => [...document.querySelectorAll('.plot-head')].some(({ textContent }) => /angle\s*axle/.test(textContent)), {
      what: 'the plot',
    });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('gears and racks couple joints that are clicked by their bodies; every other type of joint is made, too', async () => {
    const hinge = (name, b, point) => ({ type: 'hinge', name, b, point, axis: [0, 0, 1] });
    const page = await start({
      ...falling,
      joints: [hinge('one', 'crate', [-0.8, 1.5, 0]), hinge('other', 'door', [0.8, 1.5, 0.4])],
    });
    await begin(page);
    await choose(page, 'Type of the joint', 'gear');
    await clickBody(page, 'crate');
    await clickBody(page, 'door');
    await page.clickOn('.connect .button-main');
    await jointCount(page, 3);
    const { joints: pair, type } = (await joints(page))[2];
    assert.deepEqual([type, pair], ['gear', ['one', 'other']]);
    // Its fields name the two joints, and take others.
    assert.equal(await page.evaluate(() => document.querySelector('[aria-label^="second: a hinge"]').value), 'other');
    // Who goes through the joints by keys stays in their list.
    await page.evaluate(() => document.querySelector('[aria-label="Which joint"]').focus());
    await choose(page, 'Which joint', 'one: hinge');
    assert.equal(await page.evaluate(() => document.querySelector('.form-joint legend').textContent), 'joint 0: hinge');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Which joint');
    for (const kind of ['ball', 'slider', 'universal', 'fixed', 'distance', 'pulley']) {
      const before = (await joints(page)).length;
      await begin(page);
      await choose(page, 'Type of the joint', kind);
      await choose(page, 'First, to connect', 'crate');
      await choose(page, 'Second, to connect', 'the world');
      await page.clickOn('.connect .button-main');
      await jointCount(page, before + 1);
      assert.equal((await joints(page)).at(-1).type, kind);
      if (kind === 'pulley') {
        const [[x, , z], [otherX, , otherZ]] = (await joints(page)).at(-1).pulleys;
        assert.ok(Math.hypot(x - otherX, z - otherZ) > 0.1, 'the two pulleys are seen as one');
      }
      if (kind !== 'ball') continue;
      await setField(page, 'most swing', '35');
      await setField(page, 'least twist', '-20');
      await page.waitFor(() => globalThis.tumble.simulation.scene.joints.at(-1).twist?.lowerDegrees === -20, {
        what: 'a limit of the twist',
      });
      assert.equal((await joints(page)).at(-1).swingDegrees, 35);
    }
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
