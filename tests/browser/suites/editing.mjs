// A scene that is edited while it runs: every change takes effect at once, and what it does not concern goes on.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { loadScene, openTumble, presentStep, waitForStep } from '../support/tumble-page.mjs';

// Two bodies in straight flight: where they should be is known at every step.
const flight = {
  tumble: 1,
  title: 'Two in flight',
  gravity: [0, 0, 0],
  camera: { position: [0, 2, 9], target: [0, 0, 0] },
  bodies: [
    { name: 'one', size: [1, 1, 1], mass: 2, position: [-2, 0, 0], velocity: [0.3, 0, 0], angularVelocity: [0, 1, 0] },
    { name: 'two', size: [1, 1, 1], mass: 2, position: [2, 0, 0], velocity: [0, 0.3, 0] },
  ],
};

export async function openSceneTab(page) {
  if (await page.evaluate(() => document.querySelector('#lab').hidden))
    await page.evaluate(() => document.querySelector('#lab-button').click());
  await page.waitFor(() => Boolean(document.querySelector('#lab-tab-scene')), { what: 'the laboratory' });
  await page.evaluate(() => document.querySelector('#lab-tab-scene').click());
}

/** Sets the field whose label begins so. */
export const setField = (page, label, value) =>
  page.evaluate(
    ([wanted, text]) => {
      const input = document.querySelector(`.scene-form [aria-label^="${wanted}"]`);
      input.value = text;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [label, value],
  );

/** Presses a button of the scene page by its text, within `inside`. */
export const press = (page, text, inside = '.scene-bar') =>
  page.evaluate(
    ([wanted, place]) => {
      [...document.querySelectorAll(`${place} button`)].find((button) => button.textContent === wanted).click();
    },
    [text, inside],
  );

// Step and x, y, z of every body as they are to be seen now.
const seen = (page) =>
  page.evaluate(async () => {
    const { simulation } = globalThis.tumble;
    const before = simulation.frame;
    for (const end = performance.now() + 5000; simulation.frame === before && performance.now() < end; ) {
      simulation.requestFrame(performance.now());
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
    const { frame, info } = simulation;
    const at = (slot) => [...frame.poses.slice((frame.slotCount + slot) * 8, (frame.slotCount + slot) * 8 + 3)];
    return { step: frame.step, bodies: Object.fromEntries(info.bodies.map(({ name, slot }) => [name, at(slot)])) };
  });
const isNear = (actual, wanted, what) =>
  wanted.forEach((value, axis) => assert.ok(Math.abs(actual[axis] - value) < 1e-4, `${what}: ${actual} is not ${wanted}`));
const oneAt = (step) => [-2 + (0.3 * step) / 60, 0, 0];
const twoAt = (step) => [2, (0.3 * step) / 60, 0];

export function testEditing(context) {
  const start = async (scene = flight) => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 1200, height: 760 });
    assert.equal(await loadScene(page, scene), true);
    await page.evaluate(async () => {
      globalThis.tumble.simulation.pause();
      await globalThis.tumble.simulation.reset();
    });
    await openSceneTab(page);
    return page;
  };
  const setRunning = (page, runs) => page.evaluate((wanted) => globalThis.tumble.simulation[wanted ? 'play' : 'pause'](), runs);

  test('a property edited in the middle of the run takes effect at once, and everything goes on', async () => {
    const page = await start();
    await setRunning(page, true);
    await waitForStep(page, 30);
    await setField(page, 'mass', '5');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 5, { what: 'a mass of 5 kg' });
    await setField(page, 'gravity y', '-1');
    await page.waitFor(() => globalThis.tumble.simulation.scene.gravity[1] === -1, { what: 'the gravity' });
    await waitForStep(page, (await presentStep(page)) + 20);
    await setField(page, 'gravity y', '0');
    await page.waitFor(() => globalThis.tumble.simulation.scene.gravity[1] === 0, { what: 'no gravity' });
    const step = await presentStep(page);
    assert.ok(step >= 30, `time goes on, at step ${step}`);
    await waitForStep(page, step + 10);
    await setRunning(page, false);
    const { step: now, bodies } = await seen(page);
    assert.ok(Math.abs(bodies.one[0] - oneAt(now)[0]) < 1e-4, 'across, as before');
    assert.ok(bodies.one[1] < 0, 'it fell while there was gravity');
    await page.evaluate(() => globalThis.tumble.simulation.reset());
    const again = await seen(page);
    assert.equal(again.step, 0);
    isNear(again.bodies.one, oneAt(0), 'at the start');
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.info.bodies[0].mass), 5, 'of the edited scene');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('paused: a place edited is seen at once, the other body stays; undo and redo go on from here, and so does a step back', async () => {
    const page = await start();
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await setField(page, 'position y', '3');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].position[1] === 3, { what: 'the place' });
    let now = await seen(page);
    assert.equal(now.step, 60);
    isNear(now.bodies.one, [-2, 3, 0], 'put there');
    isNear(now.bodies.two, twoAt(60), 'the other one');
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    now = await seen(page);
    isNear(now.bodies.one, [-2 + 0.3, 3, 0], 'it goes on from there');
    isNear(now.bodies.two, twoAt(120), 'the other one');
    // Back before the edit: the past and the scene as they were. Forward again: the edit comes again.
    await page.evaluate(() => globalThis.tumble.simulation.seek(59));
    now = await seen(page);
    isNear(now.bodies.one, oneAt(59), 'before the edit');
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene.bodies[0].position[1]), 0);
    await page.evaluate(() => globalThis.tumble.simulation.step(61));
    isNear((await seen(page)).bodies.one, [-2 + 0.3, 3, 0], 'the edit came again');
    await page.evaluate(() => globalThis.tumble.simulation.seek(59));
    await setField(page, 'mass', '7');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 7, { what: 'a mass of 7 kg' });
    await press(page, 'Undo');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 2, { what: 'the mass as it was' });
    now = await seen(page);
    assert.equal(now.step, 59);
    isNear(now.bodies.one, oneAt(59), 'where it was');
    await press(page, 'Redo');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 7, { what: 'the mass again' });
    isNear((await seen(page)).bodies.one, oneAt(59), 'where it was');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a body added or removed leaves the others as they are, and the selected one selected', async () => {
    const page = await start();
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await page.evaluate(() => document.querySelector('#body-next').click());
    await page.evaluate(() => document.querySelector('#body-next').click());
    await page.waitFor(() => document.querySelector('#body-name').textContent === 'two', { what: 'the selection' });
    await press(page, 'Copy', '[data-part="body"]');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies.length === 3, { what: 'a third body' });
    let now = await seen(page);
    isNear(now.bodies.one, oneAt(60), 'one');
    isNear(now.bodies.two, twoAt(60), 'two');
    await page.waitFor(() => document.querySelector('#body-name').textContent === 'two 2', { what: 'the copy, selected' });
    for (let i = 0; i < 2; i += 1) await page.evaluate(() => document.querySelector('#body-next').click());
    await page.waitFor(() => document.querySelector('#body-name').textContent === 'two', { what: 'the body that was copied' });
    await page.evaluate(() => {
      const choice = document.querySelector('[aria-label="Which body"]');
      choice.value = '0';
      choice.dispatchEvent(new Event('change'));
    });
    await press(page, 'Remove', '[data-part="body"]');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies.length === 2, { what: 'two bodies' });
    await page.evaluate(() => globalThis.tumble.simulation.step(30));
    now = await seen(page);
    assert.equal(now.bodies.one, undefined);
    isNear(now.bodies.two, twoAt(90), 'two');
    assert.equal(await page.evaluate(() => document.querySelector('#body-name').textContent), 'two');
    await page.evaluate(() => globalThis.tumble.simulation.reset());
    await page.waitFor(() => globalThis.tumble.simulation.frame.step === 0, { what: 'the start' });
    assert.equal(
      await page.evaluate(() => document.querySelector('#body-name').textContent),
      'two',
      'also after a reset, where it lies on another slot',
    );
    isNear((await seen(page)).bodies.two, twoAt(0), 'two');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what goes with a body that is removed is said, with an undo that ends when it would undo something else', async () => {
    const page = await start({
      ...flight,
      joints: [
        {
          type: 'distance',
          name: 'low',
          a: 'one',
          b: 'two',
          points: [
            [-2, 0, 0],
            [2, 0, 0],
          ],
        },
        {
          type: 'distance',
          name: 'high',
          a: 'one',
          b: 'two',
          points: [
            [-2, 0.5, 0],
            [2, 0.5, 0],
          ],
        },
      ],
      show: { body: 'one', plots: [{ quantity: 'velocity', body: 'one' }] },
    });
    const notes = () => page.evaluate(() => document.querySelector('.notes').innerText);
    const remove = async (count) => {
      await press(page, 'Remove', '[data-part="body"]');
      await page.waitFor((wanted) => globalThis.tumble.simulation.info.bodies.length === wanted, { args: [count], what: 'one less' });
    };
    await remove(1);
    await page.waitFor(() => document.querySelector('.notes').innerText !== '', { what: 'a note' });
    assert.match(await notes(), /^Gone along: 2 joints, 1 plot and what was shown of it\./);
    await press(page, 'Undo', '.notes');
    await page.waitFor(() => globalThis.tumble.simulation.scene.joints?.length === 2, { what: 'the joints again' });
    assert.equal(await notes(), '');
    await remove(1);
    await page.waitFor(() => document.querySelector('.notes').innerText !== '', { what: 'the note again' });
    await press(page, 'Add', '[data-part="body"]');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies.length === 2, { what: 'one more' });
    assert.equal(await notes(), '');
    await remove(1);
    assert.equal(await notes(), '', 'nothing went along');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the keyboard stays where it was when the form is made anew: at the same button, or the head of its section', async () => {
    const force = { type: 'spring', body: 'one', anchor: [0, 3, 0], stiffness: 1 };
    const page = await start({ ...flight, forces: [force, force] });
    const focused = () =>
      page.evaluate(() =>
        [document.activeElement.textContent.slice(0, 20), document.activeElement.closest('details')?.dataset.part].join(),
      );
    const pressLast = async (text, part, what, isDone) => {
      await page.evaluate(
        ([wanted, inside]) => {
          const section = document.querySelector(`[data-part="${inside}"]`);
          section.open = true;
          const button = [...section.querySelectorAll('button')].findLast(({ textContent }) => textContent === wanted);
          button.focus();
          button.click();
        },
        [text, part],
      );
      await page.waitFor(isDone, { what });
    };
    await pressLast('Remove', 'forces', 'one force', () => globalThis.tumble.simulation.scene.forces.length === 1);
    assert.equal(await focused(), 'Remove,forces');
    await pressLast('Remove', 'forces', 'no force', () => !globalThis.tumble.simulation.scene.forces);
    assert.equal(await focused(), 'Forces (0),forces');
    await pressLast('Remove', 'body', 'one body', () => globalThis.tumble.simulation.info.bodies.length === 1);
    assert.equal(await focused(), 'Remove,body');
    await page.close();
  });

  test('where what a scene shows or sets is missing for a fault that the engine finds, that fault is said', async () => {
    const page = await start();
    const refused = (scene, sentence) =>
      page.waitFor(
        async ([wanted, said]) => {
          await globalThis.tumble.loadScene(wanted);
          return document.querySelector('.notes').innerText.includes(said);
        },
        { args: [[{ ...flight, ...scene }, sentence]], what: sentence },
      );
    const [one, two] = flight.bodies;
    const { name, ...nameless } = one;
    await refused({ bodies: [{ ...nameless, nmae: name }, two], show: { body: 'one' } }, 'bodies[0].nmae: unknown key, did you mean name?');
    const { mass, ...light } = one;
    const controls = [{ label: 'm', path: 'bodies.one.mass', min: 1, max: 3 }];
    await refused({ bodies: [{ ...light, masss: mass }, two], controls }, 'bodies[0].masss: unknown key, did you mean mass?');
    await refused({ show: { body: 'three' } }, 'show.body: there is no body “three”');
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene.title), flight.title);
    await page.close();
  });

  test('the form opens with the selected body; another one that is chosen there stays, edit by edit, while that one stays selected', async () => {
    const page = await start({ ...flight, show: { body: 'two' } });
    const chosen = () => page.evaluate(() => document.querySelector('[aria-label="Which body"]').selectedOptions[0].textContent);
    assert.equal(await chosen(), 'two');
    await page.evaluate(() => {
      const choice = document.querySelector('[aria-label="Which body"]');
      choice.value = '0';
      choice.dispatchEvent(new Event('change'));
    });
    await setField(page, 'mass, bodies[0]', '5');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 5, { what: 'a mass of 5 kg' });
    assert.equal(await chosen(), 'one');
    await setField(page, 'mass, bodies[0]', '6');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 6, { what: 'a mass of 6 kg' });
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.info.bodies[1].mass), 2);
    await page.evaluate(() => document.querySelector('#body-next').click());
    await page.evaluate(() => document.querySelector('#body-next').click());
    assert.equal(await chosen(), 'two', 'selected by hand');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the shapes of a compound and the copies of a body are edited by fields, with unit and range', async () => {
    const page = await start();
    const bodies = () => page.evaluate(() => globalThis.tumble.simulation.scene.bodies);
    const choose = (label, value) =>
      page.evaluate(
        ([wanted, text]) => {
          const select = document.querySelector(`.scene-form select[aria-label^="${wanted}"]`);
          select.value = text;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        },
        [label, value],
      );
    const sceneIs = (what, test, ...args) => page.waitFor(test, { what, args });
    await page.evaluate(() => globalThis.tumble.simulation.step(60));
    await press(page, 'Make it a compound', '[data-part="shapes"]');
    await sceneIs('a compound', () => globalThis.tumble.simulation.scene.bodies[0].shapes?.length === 1);
    const words = await page.evaluate(() => {
      document.querySelectorAll('.scene-form details').forEach((section) => (section.open = true));
      const form = document.querySelector('.scene-form'); // not every browser counts choices among its text
      return [form.innerText, ...[...form.querySelectorAll('option')].map((choice) => choice.textContent), ''].join('\n');
    });
    assert.match(words, /shape 0: box\n/);
    assert.doesNotMatch(words, /[a-z]\[\d|[a-z][A-Z]/, 'no key or path of the format');
    await choose('Kind of what is added to shapes', 'sphere');
    await press(page, 'Add', '[data-part="shapes"]');
    await sceneIs('two shapes', () => globalThis.tumble.simulation.scene.bodies[0].shapes.length === 2);
    await setField(page, 'position, body frame x, bodies[0].shapes[1]', '1');
    await setField(page, 'density, bodies[0].shapes[1].density', '4000');
    await setField(page, 'radius, bodies[0].shapes[1].radius', '0.4');
    await sceneIs('the sphere', () => globalThis.tumble.simulation.scene.bodies[0].shapes[1].radius === 0.4);
    assert.deepEqual((await bodies())[0].shapes[1], { type: 'sphere', radius: 0.4, position: [1, 0, 0], density: 4000 });
    assert.equal(
      await page.evaluate(() => document.querySelector('[aria-label^="radius, bodies[0].shapes[1]"]').closest('.form-field').title),
      '0.0005 to 500 m',
    );
    // The centre of mass is where the compound has it, and the body has not moved.
    const { bodies: now } = await seen(page);
    assert.ok(now.one[0] > oneAt(60)[0] + 0.1, 'the centre of mass has moved into the sphere');
    await choose('Which shape, bodies[0].shapes[1]', 'mesh');
    await sceneIs('a mesh, which cannot collide', () => globalThis.tumble.simulation.scene.bodies[0].shapes[1].collides === false);
    await choose('Which shape, bodies[0].shapes[1]', 'cone');
    await sceneIs('a cone', () => globalThis.tumble.simulation.scene.bodies[0].shapes[1].type === 'cone');
    assert.deepEqual((await bodies())[0].shapes[1].position, [1, 0, 0]);
    assert.equal((await bodies())[0].shapes[1].collides, undefined, 'a cone collides');
    await page.evaluate(() => document.querySelector('[aria-label^="a cavity, bodies[0].shapes[1]"]').click());
    await sceneIs('the refusal of a hole in nothing', () =>
      /its cavities leave the shapes/.test(document.querySelector('.form-refusal').textContent),
    );
    await setField(page, 'position, body frame x, bodies[0].shapes[1]', '0.2');
    await sceneIs('a place inside', () => globalThis.tumble.simulation.scene.bodies[0].shapes[1].position[0] === 0.2);
    await page.evaluate(() => document.querySelector('[aria-label^="a cavity, bodies[0].shapes[1]"]').click());
    await sceneIs('a cavity', () => globalThis.tumble.simulation.scene.bodies[0].shapes[1].subtract === true);
    await press(page, 'Copy', '[data-part="shapes"] fieldset:nth-of-type(1)');
    await sceneIs('three shapes', () => globalThis.tumble.simulation.scene.bodies[0].shapes.length === 3);
    await press(page, 'Remove', '[data-part="shapes"] fieldset:nth-of-type(3)');
    await sceneIs('two boxes', () => globalThis.tumble.simulation.scene.bodies[0].shapes.map(({ type }) => type).join() === 'box,box');
    await choose('How the copies are arranged', 'grid');
    await sceneIs('nine bodies more', () => globalThis.tumble.simulation.info.bodies.length === 10);
    await setField(page, 'copies along x, y, z y, bodies[0].arrangement.count', '2');
    await sceneIs('twice as many', () => globalThis.tumble.simulation.info.bodies.length === 19);
    await choose('How the copies are arranged', 'wall');
    await sceneIs('a wall', () => document.querySelector('[aria-label^="columns, bodies[0].arrangement"]') !== null);
    await setField(page, 'from copy to copy y, bodies[0].arrangement.spacing', '1.5');
    await sceneIs('higher rows', () => globalThis.tumble.simulation.scene.bodies[0].arrangement.spacing?.[1] === 1.5);
    await choose('How the copies are arranged', '');
    await sceneIs('one body again', () => globalThis.tumble.simulation.info.bodies.length === 2);
    await press(page, 'Add', '[data-part="forces"]');
    await sceneIs('a force', () => globalThis.tumble.simulation.scene.forces?.length === 1);
    await press(page, 'Copy', '[data-part="forces"]');
    await sceneIs('two forces', () => globalThis.tumble.simulation.scene.forces.length === 2);
    await setField(page, 'name, bodies[0].name', 'compound');
    await sceneIs('forces that know the name', () => globalThis.tumble.simulation.scene.forces.every(({ body }) => body === 'compound'));
    await press(page, 'Remove', '[data-part="body"]');
    await sceneIs(
      'one body without forces',
      () => globalThis.tumble.simulation.info.bodies.length === 1 && !globalThis.tumble.simulation.scene.forces,
    );
    assert.equal(await page.evaluate(() => document.querySelector('.form-refusal').hidden), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('bodies that are added in quick succession stand side by side, before a picture shows them', async () => {
    const page = await start();
    const places = await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      const add = () => [...document.querySelectorAll('[data-part="body"] button')].find((button) => button.textContent === 'Add').click();
      for (let count = 3; count <= 5; count += 1) {
        add();
        for (const end = performance.now() + 5000; simulation.info.bodies.length < count && performance.now() < end; )
          await new Promise((resolve) => setTimeout(resolve));
      }
      return simulation.scene.bodies.map(({ position }) => position);
    });
    assert.equal(places.length, 5);
    for (const [index, [x, y, z]] of places.entries())
      for (const other of places.slice(0, index))
        assert.ok(Math.hypot(x - other[0], y - other[1], z - other[2]) > 1, `${[x, y, z]} is in ${other}`);
    await page.close();
  });

  test('what is added while a floor is chosen is as large as what moves, called like it, beside it and in the picture; where nothing moves it is before the camera', async () => {
    const floor = { name: 'floor', size: [200, 2, 200], position: [0, -1, 0], type: 'static' };
    const { camera } = flight;
    const added = async (bodies) => {
      const page = await start({ tumble: 1, title: 'On a floor', camera, bodies });
      await press(page, 'Add', '[data-part="body"]');
      await page.waitFor((count) => globalThis.tumble.simulation.info?.bodies.length === count, {
        args: [bodies.length + 1],
        what: 'the new body',
      });
      const body = await page.evaluate(() => globalThis.tumble.simulation.scene.bodies.at(-1));
      await page.close();
      return body;
    };
    const brick = { name: 'brick', size: [0.4, 0.2, 0.2], mass: 3, position: [0, 0.1, 0] };
    const { position, ...body } = await added([floor, brick]);
    assert.deepEqual(body, { name: 'brick 2', size: brick.size, mass: 3 });
    assert.ok(Math.hypot(...position) < 2 && position[1] > 0.1, `it stands at ${position}`);
    const alone = await added([floor]);
    assert.equal(alone.name, 'cube');
    assert.ok(Math.max(...alone.size) < 3 && Math.hypot(...alone.position) < 4, JSON.stringify(alone));
  });

  test('a body that a control sets is renamed by Enter, with the name in its field; a value that a control set takes it along, and that is said', async () => {
    const page = await start({ ...flight, controls: [{ label: 'mass of one', path: 'bodies.one.mass', min: 1, max: 3 }] });
    const type = async (label, text) => {
      await page.evaluate((wanted) => {
        const input = document.querySelector(`.scene-form [aria-label^="${wanted}"]`);
        input.focus();
        input.select();
      }, label);
      for (const key of text) await page.key(key);
      await page.key('Enter');
    };
    await type('name, bodies[0].name', 'solo');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].name === 'solo', { what: 'the other name' });
    const control = await page.evaluate(() => globalThis.tumble.simulation.scene.controls[0].path);
    assert.equal(control, 'bodies.solo.mass');
    assert.deepEqual(await page.evaluate(() => [document.activeElement.getAttribute('aria-label'), document.activeElement.value]), [
      'name, bodies[0].name',
      'solo',
    ]);
    await setField(page, 'mass, bodies[0].mass', '');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].mass === undefined, { what: 'the default mass' });
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene.controls), undefined);
    assert.match(await page.evaluate(() => document.querySelector('.notes').innerText), /“mass of one”/);
    await press(page, 'Undo');
    await page.waitFor(() => globalThis.tumble.simulation.scene.controls?.length === 1, { what: 'the control again' });
    assert.equal(await page.evaluate(() => document.querySelector('.notes').innerText), '', 'what is back is not said to be gone');
    await page.close();
  });

  test('what is not a number is refused and stays to be corrected; the value before it holds', async () => {
    const page = await start();
    const write = async (label, ...keys) => {
      await page.evaluate((wanted) => {
        const input = document.querySelector(`.scene-form [aria-label^="${wanted}"]`);
        input.focus();
        input.select();
      }, label);
      for (const key of keys) await page.key(key);
      await page.key('Tab');
    };
    const refusal = () =>
      page.evaluate(() => (({ hidden, textContent }) => (hidden ? '' : textContent))(document.querySelector('.form-refusal')));
    const refused = (path) =>
      page.waitFor((text) => (({ hidden, textContent }) => !hidden && textContent === text)(document.querySelector('.form-refusal')), {
        args: [`${path}: this is not a number; write it as 0.35`],
        what: `the refusal of ${path}`,
      });
    const body = () => page.evaluate(() => globalThis.tumble.simulation.scene.bodies[0]);
    await write('mass, bodies[0].mass', '3', 'e');
    await refused('bodies[0].mass');
    assert.equal((await body()).mass, 2);
    assert.ok(await page.evaluate(() => document.querySelector('[aria-label^="mass, bodies[0]"]').hasAttribute('data-refused')));
    await write('mass, bodies[0].mass', '3');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].mass === 3, { what: 'another mass' });
    assert.equal(await refusal(), '');
    await write('velocity x, bodies[0].velocity', '1', 'e');
    await refused('bodies[0].velocity');
    assert.deepEqual((await body()).velocity, [0.3, 0, 0]);
    // Where nothing else takes its place it goes, too.
    await write('linear damping, bodies[0].linearDamping', '1', 'e');
    await refused('bodies[0].linearDamping');
    await setField(page, 'friction, bodies[0].friction', '0.4');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].friction === 0.4, { what: 'another friction' });
    await page.waitFor(() => document.querySelector('[aria-label^="linear damping, bodies[0]"]').validity.valid, {
      what: 'an empty field',
    });
    assert.deepEqual((await body()).velocity, [0.3, 0, 0]);
    await page.close();
  });

  test('a comma is a decimal sign in fields for numbers', async () => {
    const page = await start();
    await page.evaluate(() => {
      const input = document.querySelector('.scene-form [aria-label^="mass, bodies[0].mass"]');
      input.focus();
      input.select();
    });
    for (const key of ['0', ',', '5', 'Tab']) await page.key(key);
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].mass === 0.5, { what: 'a mass of 0.5 kg' });
    await page.close();
  });

  test('a refusal is in sight wherever the form is scrolled to, takes the choice of a list back, and ends with the form', async () => {
    const page = await start();
    await page.evaluate(() => document.querySelectorAll('.scene-form details').forEach((section) => (section.open = true)));
    await setField(page, 'friction, bodies[0].friction', '99');
    const refused = (what) => page.waitFor(() => !document.querySelector('.form-refusal').hidden, { what });
    await refused('a refusal');
    const isSeen = await page.evaluate(() => {
      const panel = document.querySelector('#lab');
      panel.scrollTop = 0.6 * panel.scrollHeight;
      const { left, top, right, bottom } = document.querySelector('.form-refusal').getBoundingClientRect();
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.className === 'form-refusal' && panel.scrollTop > 300;
    });
    assert.ok(isSeen, 'the refusal is out of sight');
    // Nor does it, or the head of the panel, cover the field that the focus goes back to.
    await page.evaluate(() => document.querySelector('.scene-form [aria-label^="linear damping, bodies[0]"]').focus());
    for (let left = 20; left > 0; left -= 1) {
      await page.key('Tab', { shift: true });
      const [label, over] = await page.evaluate(() => {
        const { activeElement: field } = document;
        const { left: x, right, top, bottom } = field.getBoundingClientRect();
        const found = document.elementFromPoint((x + right) / 2, (top + bottom) / 2);
        return [field.getAttribute('aria-label') ?? field.textContent, field.contains(found) ? null : found?.className];
      });
      assert.equal(over, null, `“${label}” is covered`);
    }
    const asText = () => page.evaluate(() => document.querySelector('.scene-bar [role=switch]').click());
    await asText();
    await asText();
    assert.ok(await page.evaluate(() => document.querySelector('.form-refusal').hidden), 'an old refusal is still there');
    assert.notEqual(await page.evaluate(() => document.querySelector('[aria-label^="friction, bodies[0]"]').value), '99');
    await setField(page, 'type, bodies[0]', 'static');
    await refused('a static body that moves');
    assert.equal(await page.evaluate(() => document.querySelector('[aria-label^="type, bodies[0]"]').value), '');
    await page.close();
  });

  test('heights are offered to a body that is static, and not to one that moves', async () => {
    const page = await start({ tumble: 1, bodies: [{ shapes: [{ type: 'box', size: [1, 1, 1] }] }] });
    const offered = (isOffered) =>
      page.waitFor(
        (wanted) => {
          const lists = ['Which shape, bodies[0].shapes[0]', 'Kind of what is added to shapes'].map((label) =>
            document.querySelector(`select[aria-label="${label}"]`),
          );
          return lists.every((list) => list && [...list.options].some(({ value }) => value === 'heightField') === wanted);
        },
        { args: [isOffered], what: isOffered ? 'a list with heights' : 'a list without heights' },
      );
    await offered(false);
    await setField(page, 'type, bodies[0]', 'static');
    await offered(true);
    await setField(page, 'Which shape, bodies[0]', 'heightField');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies[0].shapes[0].type === 'heightField', { what: 'heights' });
    await page.close();
  });

  test('where nothing moves, a force that is added is on the chosen body', async () => {
    const still = (name, x) => ({ name, type: 'static', size: [1, 1, 1], position: [x, 0, 0] });
    const page = await start({ tumble: 1, bodies: [still('left', -2), still('middle', 0), still('right', 2)] });
    await press(page, 'Add', '[data-part="forces"]');
    await page.waitFor(() => globalThis.tumble.simulation.scene.forces?.length === 1, { what: 'a force' });
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene.forces[0].body), 'left');
    await page.close();
  });

  test('a scheme of motion is chosen by its name, and a line says what it is', async () => {
    const page = await start();
    const line = await page.evaluate(() => {
      document.querySelectorAll('.scene-form details').forEach((section) => (section.open = true));
      const select = document.querySelector('[aria-label="scheme of motion, motion"]');
      select.value = 'rungeKutta4';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      return select.selectedOptions[0].textContent;
    });
    assert.equal(line, 'Runge–Kutta 4');
    await page.waitFor(() => /^four slopes in each step/.test(document.querySelector('.form-line').innerText), { what: 'the line' });
    await page.close();
  });

  test('the colour of a shape is a field, and is seen at once; without one the shape has that of the body, and an undo brings it back', async () => {
    const cross = { name: 'cross', color: '#00ff00', shapes: [0, 1].map((y) => ({ type: 'box', size: [1, 0.2, 1], position: [0, y, 0] })) };
    const page = await start({ ...flight, bodies: [cross, flight.bodies[1]] });
    const isDrawnIn = (...colors) =>
      page.waitFor(
        (wanted) => {
          const [{ part, indices }] = globalThis.tumble.viewer.bodies.partsOf(0);
          const { array } = part.mesh.instanceColor;
          return indices.map((index) => array.slice(3 * index, 3 * index + 3).join()).join(' ') === wanted;
        },
        { what: `the colours ${colors.join(' ')}`, args: [colors.join(' ')] },
      );
    const [red, green, blue] = ['1,0,0', '0,1,0', '0,0,1'];
    await isDrawnIn(green, green);
    await setField(page, 'colour, bodies[0].shapes[1].color', '#ff0000');
    await isDrawnIn(green, red);
    await setField(page, 'colour, bodies[0].color', '#0000ff');
    await isDrawnIn(blue, red);
    await setField(page, 'colour, bodies[0].shapes[1].color', '');
    await isDrawnIn(blue, blue);
    await press(page, 'Undo');
    await isDrawnIn(blue, red);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('corners, triangles, points and a whole tensor are edited line by line', async () => {
    const mass = 6;
    const page = await start({
      ...flight,
      bodies: [
        {
          name: 'cloud',
          mass,
          inertia: [
            [2, 0.1, 0],
            [0.1, 3, 0],
            [0, 0, 4],
          ],
          shapes: [{ type: 'box', size: [1, 1, 1] }],
        },
      ],
    });
    const sceneIs = (what, test, ...args) => page.waitFor(test, { what, args });
    await setField(page, 'tensor of inertia, by rows, bodies[0].inertia', '2  0.5  0\n0.5  3  0\n0, 0, 4\n');
    await sceneIs('another tensor', () => globalThis.tumble.simulation.scene.bodies[0].inertia[0][1] === 0.5);
    await setField(page, 'tensor of inertia, by rows, bodies[0].inertia', '');
    await sceneIs('the tensor of the shapes', () => !('inertia' in globalThis.tumble.simulation.scene.bodies[0]));
    const choose = (type) =>
      page.evaluate((wanted) => {
        const select = document.querySelector('[aria-label^="Which shape, bodies[0].shapes[0]"]');
        select.value = wanted;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }, type);
    for (const type of ['hull', 'mesh', 'points']) {
      await choose(type);
      await sceneIs(type, (wanted) => globalThis.tumble.simulation.scene.bodies[0].shapes[0].type === wanted, type);
    }
    await setField(page, 'masses, one a line, bodies[0].shapes[0].masses', '1\n2\n3');
    await sceneIs('three masses', () => globalThis.tumble.simulation.scene.bodies[0].shapes[0].masses?.join() === '1,2,3');
    await setField(page, 'points x y z, one a line, bodies[0].shapes[0].points', '0 0 0\n1 0 nine\n0 1 0');
    const refusal = await page.waitFor(
      () => {
        const element = document.querySelector('.form-refusal');
        return element.hidden ? null : element.textContent;
      },
      { what: 'the refusal' },
    );
    assert.match(refusal, /points\[1\]\[2\]: "nine" is not a number/);
    assert.ok(await page.evaluate(() => document.querySelector('[aria-label^="points x y z"]').hasAttribute('data-refused')));
    await setField(page, 'points x y z, one a line, bodies[0].shapes[0].points', '0 0 0\n1 0 0\n0 1 0');
    await sceneIs('three points', () => globalThis.tumble.simulation.scene.bodies[0].shapes[0].points[1]?.join() === '1,0,0');
    assert.equal(await page.evaluate(() => document.querySelector('.form-refusal').hidden), true);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('text that is broken, or refused, does not touch what runs', async () => {
    const page = await start();
    await setRunning(page, true);
    await waitForStep(page, 10);
    const write = (from, to) =>
      page.evaluate(
        ([old, fresh]) => {
          const area = document.querySelector('.editor-text');
          area.value = area.value.replace(old, fresh);
          area.dispatchEvent(new Event('input', { bubbles: true }));
        },
        [from, to],
      );
    await page.evaluate(() => document.querySelector('.scene-bar input').click());
    for (const [from, to] of [
      ['"mass": 2', '"mass": '],
      ['"mass": ', '"mass": -2'],
    ]) {
      await write(from, to);
      await page.waitFor(() => !document.querySelector('.editor-problem').hidden, { what: 'the problem' });
    }
    const step = await presentStep(page);
    await waitForStep(page, step + 20);
    await setRunning(page, false);
    const { step: now, bodies } = await seen(page);
    isNear(bodies.one, oneAt(now), 'one');
    isNear(bodies.two, twoAt(now), 'two');
    await write('"mass": -2', '"mass": 9');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 9, { what: 'a mass of 9 kg' });
    isNear((await seen(page)).bodies.one, oneAt(now), 'where it was');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
