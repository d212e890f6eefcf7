// Links in the page: the address is one to what one sees, a reload and another visit come back to it to the bit, and damage has its sentence.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { decode, encode, open as openInNode } from '../../links/link-driver.mjs';
import { isWhole } from '../support/whole.mjs';
import { messages, openTumble, presentStep, startTumble, waitForMessage } from '../support/tumble-page.mjs';

const kSize = { width: 1200, height: 760 };
const kSmall = { width: 480, height: 360 }; // where sentences alone are looked at
const kNeverReached = '0'.repeat(16); // the hash of a state that no test comes to

const stateOf = (page) => page.evaluate(() => globalThis.tumble.simulation.step(0));
const linkIn = (page) => page.waitFor(() => location.hash.slice(1), { what: 'a link in the address' });
// A person is there; and what keeps a run that is left, which comes with the first touch, has come sooner than this person leaves.
async function touch(page) {
  await page.key('Shift');
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/left-run-'));
  await page.waitFor(isThere, { what: 'what keeps a run that is left' });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100))); // it runs after it has come
}
async function linkWhere(page, isWanted) {
  for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const text = await linkIn(page);
    if (isWanted(await decode(text))) return text;
    assert.ok(Date.now() < end, 'the link in the address is another one');
  }
}
const cardOf = (page) => page.evaluate(() => document.querySelector('.card:not([hidden])')?.textContent ?? '');
const isStep = (page, step) =>
  page.waitFor((wanted) => globalThis.tumble.simulation.frame?.step === wanted, { args: [step], what: `step ${step}` });

async function revisit(page) {
  const href = await page.evaluate(() => location.href);
  await page.goto(`${await page.evaluate(() => location.origin + location.pathname)}about.html`);
  await page.goto(href); // to the same address it would not load again
  await page.waitFor(() => Boolean(globalThis.tumble), { what: 'window.tumble', limit: 60_000 });
  await page.evaluate(() => globalThis.tumble.ready);
}

export function testLinks(context) {
  const open = (query, size = kSize) => openTumble(context.browser, context.site.url, { query, ...size });

  test('the address becomes a link to what one sees; a reload and Node come back to it, to the bit', async () => {
    const page = await open('?scene=push-a-cube&paused');
    assert.equal(await page.evaluate(() => location.hash), '');
    await page.evaluate(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.step(20);
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [0.1, 1 / 3, -0], point: [0.5, 0.25, 0.5] });
      await simulation.step(9);
    });
    await page.key('.');
    await isStep(page, 30);
    const text = await linkIn(page);
    const wanted = await stateOf(page);
    const decoded = await decode(text);
    assert.deepEqual([decoded.step, decoded.hash, decoded.log.length, decoded.view.playing], [30, wanted.hash, 1, false]);
    assert.equal((await openInNode(text)).reproduced, true);
    await revisit(page);
    assert.deepEqual(await stateOf(page), wanted);
    assert.match((await messages(page)).join(), /reproduced exactly · step 30 · [0-9a-f]{4}…/);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a reload comes back to the very state, also at once after a push or an edit', async () => {
    const page = await open('?scene=push-a-cube&paused');
    await page.key('.');
    await isStep(page, 1);
    await touch(page);
    const leave = async (work) => {
      await page.evaluate(work);
      const wanted = await stateOf(page);
      await page.reload();
      await page.waitFor(() => Boolean(globalThis.tumble), { what: 'window.tumble', limit: 60_000 });
      await page.evaluate(() => globalThis.tumble.ready);
      assert.deepEqual(await stateOf(page), wanted);
    };
    await leave(async () => {
      const { simulation } = globalThis.tumble;
      await simulation.step(20);
      await simulation.push({ body: simulation.info.bodies[0].id, impulse: [0.1, 1 / 3, -0], point: [0.5, 0.25, 0.5] });
      await simulation.step(9);
    });
    assert.deepEqual(await messages(page), []);
    await linkWhere(page, ({ log }) => log.length === 1);
    await touch(page);
    await leave(async () => {
      const { simulation } = globalThis.tumble;
      const scene = structuredClone(simulation.scene);
      scene.gravity = [0, -1.62, 0];
      await simulation.revise(scene);
      await simulation.step(5);
    });
    const seen = await page.evaluate(() => ({
      gravity: globalThis.tumble.simulation.scene.gravity,
      undoes: globalThis.tumble.simulation.undoes,
    }));
    assert.deepEqual(seen, { gravity: [0, -1.62, 0], undoes: 'edit' });
    assert.equal(await page.evaluate(() => sessionStorage.getItem('tumble.left')), null);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what was left at an address is for a reload alone: another visit comes to what the address says', async () => {
    const page = await open('?scene=push-a-cube&paused');
    await page.key('.');
    await isStep(page, 1);
    await linkIn(page);
    const wanted = await stateOf(page);
    await page.evaluate(() => globalThis.tumble.simulation.step(30));
    await revisit(page);
    assert.deepEqual(await stateOf(page), wanted);
    await page.close();
  });

  test('the view comes along: camera, selected body, marks, speed, open panels', async () => {
    const text = await encode({
      scene: 'tennis-racket',
      step: 192,
      view: {
        camera: { position: [3, 2, 6], target: [0, 0.5, 0] },
        marks: ['velocity', 'axes'],
        names: true,
        plots: [{ quantity: 'energy', body: 0 }],
        rate: 0.25,
        playing: false,
        open: ['numbers', 'lab/plots'],
      },
    });
    const page = await open(`#${text}`);
    await isStep(page, 192);
    await page.waitFor(() => document.querySelectorAll('.plots > *').length === 1, { what: 'one plot' });
    const seen = await page.evaluate(() => ({
      title: document.querySelector('#title').textContent,
      search: location.search,
      camera: globalThis.tumble.viewer.camera.pose,
      numbers: !document.querySelector('#numbers').hidden,
      lab: document.querySelector('.lab-tab[aria-selected=true]')?.textContent,
      names: globalThis.tumble.viewer.names.isOn,
      speed: document.querySelector('[data-part=speed-reset]').textContent,
    }));
    assert.equal(seen.title, 'The tennis racket');
    assert.equal(seen.search, '?scene=tennis-racket');
    for (const [axis, wanted] of [3, 2, 6].entries())
      assert.ok(Math.abs(seen.camera.position[axis] - wanted) < 0.01, JSON.stringify(seen.camera));
    assert.deepEqual([seen.numbers, seen.lab, seen.names, seen.speed], [true, 'Plots', true, '0.25×']);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a damaged link says so, keeps its text, and opens no scene but the one it offers', async () => {
    const text = await encode({ scene: 'tennis-racket', step: 192 });
    const page = await open(`?scene=drop-flat#${text.slice(0, -8)}`);
    assert.match(await cardOf(page), /cannot be opened.*was cut off after \d+ characters; it had \d+/);
    assert.equal(await page.evaluate(() => document.querySelector('.card textarea').value), text.slice(0, -8));
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene === undefined), true);
    // The address still names the scene, else it is the first one of the list.
    assert.equal(await page.evaluate(() => document.querySelector('.card button').textContent), 'Open “A cube dropped flat”');
    await page.evaluate(() => document.querySelector('.card button').click());
    await page.waitFor(() => globalThis.tumble.simulation.scene?.title === 'A cube dropped flat', { what: 'the offered scene' });
    assert.deepEqual(await page.evaluate(() => [location.search, location.hash]), ['?scene=drop-flat', '']);
    const bare = await open(`#${text.slice(0, -8)}`);
    assert.equal(await bare.evaluate(() => document.querySelector('.card button').textContent), 'Open “Push a cube”');
    await bare.close();
    // So does the list of scenes.
    const listed = await open(`?scene=drop-flat#${text.slice(0, -8)}`);
    await listed.evaluate(() => document.querySelector('.scene-link[href*="drop-flat"]').click());
    await listed.waitFor(() => globalThis.tumble.simulation.scene?.title === 'A cube dropped flat', { what: 'the scene of the list' });
    await listed.close();
    await page.close();
  });

  // To the end in one browser; on the long way in each.
  test('a link into minute five can be broken off: it stands there, the address says where, and it can go on', async () => {
    const isLong = isWhole || context.engine === 'chromium';
    const scene = 'cardan-shaft'; // its steps cost little, and it does not come to rest
    const packed = `#${await encode({ scene, step: 18_000, ...(!isLong && { hash: kNeverReached }) })}`;
    const isRunning = () => document.querySelector('.card:not([hidden]) .card-progress button') !== null;
    for (const query of [packed, `?scene=${scene}&step=18000`]) {
      const page = await startTumble(context.browser, context.site.url, { query, ...kSize });
      await page.waitFor(isRunning, { what: 'progress', limit: 60_000 });
      await page.waitFor(() => document.querySelector('.card-progress progress').value > 0, { what: 'a first part of it' });
      await page.evaluate(() => document.querySelector('.card-progress button').click());
      await page.evaluate(() => globalThis.tumble.ready);
      await waitForMessage(page, /Broken off at step \d+ of 18000\./);
      const step = await presentStep(page);
      assert.ok(step > 0 && step < 18_000, `step ${step}`);
      assert.equal(await page.evaluate(() => globalThis.tumble.simulation.frame.playing), false);
      const there = await stateOf(page);
      const text = await linkWhere(page, (link) => link.step === step);
      const { hash, reproduced } = await openInNode(text);
      assert.deepEqual([hash, reproduced], [there.hash, true]);
      await page.evaluate(() => [...document.querySelectorAll('.note button')].find(({ textContent }) => textContent === 'Go on').click());
      if (!isLong || query !== packed) {
        await page.waitFor(() => document.querySelector('[data-part=travel]').getClientRects().length > 0, { what: 'the way on' });
        await page.clickOn('[data-part=travel-cancel]');
      }
      await page.waitFor((from) => globalThis.tumble.simulation.run.step > from, { args: [step], what: 'a later step', limit: 60_000 });
      assert.deepEqual(await page.consoleErrors(), []);
      await page.close();
    }
  });

  test('a state that is not the one of the link is told', async () => {
    const page = await open(`#${await encode({ scene: 'tennis-racket', step: 60, hash: '0123456789abcdef' })}`);
    await waitForMessage(page, /Not as it was when the link was made/);
    assert.equal(await presentStep(page), 60);
    await page.close();
  });

  test('Back and Forward come to the scenes as they were left', async () => {
    const page = await open('?scene=drop-flat&paused');
    await page.evaluate(() => globalThis.tumble.simulation.step(39));
    await page.key('.');
    await isStep(page, 40);
    await linkIn(page);
    const wanted = await stateOf(page);
    await page.evaluate(() => globalThis.tumble.loadScene('couple'));
    await page.waitFor(() => location.search.startsWith('?scene=couple'), { what: 'another scene' });
    await page.evaluate(() => history.back());
    await page.waitFor(() => document.title.startsWith('A cube dropped flat'), { what: 'the scene before' });
    await isStep(page, 40);
    assert.deepEqual(await stateOf(page), wanted);
    await page.close();
  });

  test('S shares the link to what one sees, with its length', async () => {
    const page = await open('?scene=tennis-racket&paused');
    await page.evaluate(() => globalThis.tumble.simulation.step(30));
    await page.key('s');
    await page.waitFor(() => document.querySelector('#share')?.open, { what: 'the dialog' });
    const url = await page.evaluate(() => document.querySelector('#share textarea').value);
    const decoded = await decode(url);
    assert.equal(decoded.step, 30);
    assert.match(
      await page.evaluate(() => document.querySelector('.share-fit').textContent),
      new RegExp(`^${url.length} characters: fits a QR code`),
    );
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a readable address: a step, marks, and values of the scene by their paths', async () => {
    const page = await open('?scene=tennis-racket&step=192&show=L,F&paused&bodies.racket.angularVelocity=0,5,0.01');
    await isStep(page, 192);
    const seen = await page.evaluate(() => {
      const { scene } = globalThis.tumble.simulation;
      return { velocity: scene.bodies.find(({ name }) => name === 'racket').angularVelocity, search: location.search, hash: location.hash };
    });
    assert.deepEqual(seen.velocity, [0, 5, 0.01]);
    assert.deepEqual([seen.search.includes('step=192'), seen.hash], [true, '']);
    assert.deepEqual(await messages(page), []);
    const scene = structuredClone(await page.evaluate(() => globalThis.tumble.simulation.scene));
    const inNode = await openInNode(await encode({ scene, step: 192 }));
    assert.deepEqual(await stateOf(page), { step: 192, hash: inNode.hash });
    await page.key('.');
    const { view, step } = await decode(await linkIn(page));
    assert.deepEqual([view.marks, step], [['force', 'angularMomentum'], 193]);
    assert.equal(await page.evaluate(() => location.search), '?scene=tennis-racket&paused');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what a readable address says wrongly is told, and the scene opens without it', async () => {
    const original = await open('?scene=tennis-racket&paused', kSmall);
    const wanted = await original.evaluate(() => globalThis.tumble.simulation.scene);
    await original.close();
    for (const [query, sentence] of [
      ['bodies.raket.mass=2', /opens without it\. “bodies\.raket\.mass”: no body of this scene is called “raket”\./],
      ['bodies.racket.angularVelocity=0,5,x', /“bodies\.racket\.angularVelocity”: “x” is no number\./],
      ['bodies.racket.shapes[0].size[1]=-2', /opens without it\. bodies\[0\]\.shapes\[0\]\.size/],
      ['gravtiy=0,0,0', /opens without it\. .*gravtiy/],
      ['show.rate=9', /opens without it\. show\.rate/],
      ['show=<b>x</b>', /“show”: “<b>x<\/b>” is nothing that can be shown/],
    ]) {
      const page = await open(`?scene=tennis-racket&paused&${query}`, kSmall);
      await waitForMessage(page, sentence);
      assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.scene), wanted, query);
      assert.equal(await page.evaluate(() => document.title.startsWith('The tennis racket')), true);
      await page.close();
    }
  });

  test('while a scene of the gallery plays, untouched, the address says where it is', async () => {
    const page = await open('?scene=tennis-racket');
    const text = await linkIn(page);
    const { step, log, view } = await decode(text);
    assert.ok(step > 0 && step < 3000, `step ${step}`);
    assert.deepEqual([log.length, view.playing], [0, true]);
    assert.equal((await openInNode(text)).reproduced, true);
    assert.ok(text.length <= 120, `${text.length} characters`);
    await page.close();
  });

  test('energy bars and graph paper come along, in a link and in the file of a run', async () => {
    const view = { energyBars: true, graphPaper: true, marks: ['velocity'], rate: 0.5, playing: false };
    const text = await encode({ scene: 'push-a-cube', step: 30, view });
    const page = await open(`#${text}`);
    await isStep(page, 30);
    const aids = () =>
      page.waitFor(() => Boolean(globalThis.tumble.viewer.camera.isFlat && document.querySelector('.energy-column')), {
        what: 'bars on paper',
      });
    await aids();
    await page.key('.');
    await page.waitFor((before) => location.hash.slice(1) !== before, { args: [text], what: 'another link' });
    const again = await decode(await linkIn(page));
    assert.deepEqual([again.step, again.view], [31, view]);

    await page.evaluate(() => globalThis.tumble.loadScene('tennis-racket'));
    const run = JSON.stringify({ scene: again.scene, commands: [], steps: 31, hashes: { 31: again.hash }, view });
    await page.evaluate((content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], 'a.run.json'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, run);
    await isStep(page, 31);
    await aids();
    await page.waitFor(() => document.querySelector('[data-part=speed-reset]').textContent === '0.5×', { what: 'the speed of the file' });
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('what stands beside joints in the picture comes along', async () => {
    const view = { joints: true, jointReadouts: ['force'], playing: false };
    const scene = {
      tumble: 1,
      bodies: [{ name: 'door', size: [1, 2, 0.1], position: [0.5, 1, 0] }],
      joints: [{ type: 'hinge', b: 'door', point: [0, 1, 0], axis: [0, 1, 0] }],
    };
    const text = await encode({ scene, step: 10, view });
    const page = await open(`#${text}`);
    await isStep(page, 10);
    await page.waitFor(() => /^F \d/.test(document.querySelector('.label-joint')?.textContent ?? ''), {
      what: 'the force beside the joint',
    });
    await page.key('.');
    await page.waitFor((before) => location.hash.slice(1) !== before, { args: [text], what: 'another link' });
    assert.deepEqual((await decode(await linkIn(page))).view, view);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('an edited scene comes with what it shows, its controls and its keys, in a link and after a reload, also when an edit is undone there', async () => {
    const scene = {
      tumble: 1,
      bodies: [{ name: 'door', size: [1, 2, 0.1], mass: 2, position: [0.5, 1, 0] }],
      joints: [{ type: 'hinge', name: 'axle', b: 'door', point: [0, 1, 0], axis: [0, 1, 0], motor: { speed: 1, torque: 50 } }],
      keys: { ArrowUp: { joint: 'axle', motor: 2 } },
      controls: [{ label: 'mass of the door', path: 'bodies.door.mass', min: 1, max: 9 }],
      show: { body: 'door', joints: true, jointReadouts: ['torque'] },
    };
    const page = await open('?scene=push-a-cube&paused');
    const isShown = (mass) =>
      page.waitFor(
        (wanted) =>
          globalThis.tumble.simulation.scene?.bodies[0].mass === wanted &&
          document.querySelector('.controls:not([hidden])')?.innerText.includes('mass of the door') &&
          document.querySelector('.key-pad:not([hidden])')?.offsetHeight > 0 &&
          /^τ/.test(document.querySelector('.label-joint')?.textContent ?? ''),
        { args: [mass], what: `controls, keys and the torque beside the hinge, with ${mass} kg` },
      );
    await page.evaluate(async (wanted) => {
      const { tumble } = globalThis;
      await tumble.loadScene(wanted);
      tumble.simulation.pause();
      await tumble.simulation.reset();
      await tumble.simulation.step(20);
      document.querySelector('#lab-button').click();
    }, scene);
    await page.waitFor(() => Boolean(document.querySelector('#lab-tab-scene')), { what: 'the laboratory' });
    await page.evaluate(() => document.querySelector('#lab-tab-scene').click());
    for (const mass of [3, 4]) {
      await page.evaluate((kilograms) => {
        const input = document.querySelector('.scene-form [aria-label^="mass, bodies[0]"]');
        input.value = String(kilograms);
        input.dispatchEvent(new Event('change', { bubbles: true }));
      }, mass);
      await isShown(mass);
    }
    const isOfEdits = ({ log }) => log.filter(({ command }) => command.type === 'revise').length === 2;
    const link = await linkWhere(page, isOfEdits);
    await revisit(page);
    await isShown(4);
    await page.evaluate(() => globalThis.tumble.simulation.undo());
    await isShown(3);
    await page.evaluate((text) => {
      localStorage.clear();
      sessionStorage.clear();
      history.replaceState(null, '', `${location.pathname}#${text}`);
    }, link);
    await revisit(page);
    await isShown(4);
    await page.evaluate(() => globalThis.tumble.simulation.undo());
    await isShown(3);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
