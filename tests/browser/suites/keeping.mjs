// Edited scenes are kept: with their entry of the history, and in this browser for the next visit.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { messages, openTumble, waitForFrame, waitForMessage } from '../support/tumble-page.mjs';
import { decode } from '../../links/link-driver.mjs';
import { openSceneTab, press, setField } from './editing.mjs';

const kScene = 'tennis-racket';
const kPrefix = 'tumble.kept.';

const massOf = (page) => page.evaluate(() => globalThis.tumble.simulation.scene.bodies[0].mass ?? null);
const search = (page) => page.evaluate(() => location.search);
const back = (page) => page.evaluate(() => history.back());
const forward = (page) => page.evaluate(() => history.forward());
const isMass = (page, mass, what) =>
  page.waitFor((wanted) => (globalThis.tumble?.simulation?.scene?.bodies[0].mass ?? null) === wanted, { args: [mass], what });
const isTitle = (page, title) => page.waitFor((wanted) => document.title === `${wanted} · Tumble`, { args: [title], what: title });
const ready = async (page) => {
  await page.waitFor(() => Boolean(globalThis.tumble), { what: 'window.tumble', limit: 60_000 });
  await page.evaluate(() => globalThis.tumble.ready);
};
const commandsOfAddress = async (page) => {
  const text = (await page.evaluate(() => location.hash)).slice(1);
  return text === '' ? 0 : (await decode(text)).log.length;
};
// Until the address is a link with so many commands, and stays it: it follows half a second later, and has none in between.
async function isLinkOf(page, commands) {
  for (const end = Date.now() + 15_000; ; ) {
    if ((await commandsOfAddress(page)) === commands) {
      await new Promise((done) => setTimeout(done, 700));
      if ((await commandsOfAddress(page)) === commands) return;
    }
    if (Date.now() > end) throw new Error(`the address is no link with ${commands} commands but ${await commandsOfAddress(page)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
const reload = async (page) => {
  await page.reload(); // to the same address with a link a browser does not load again
  await ready(page);
};
const yours = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.scene-own .scene-title')].map((element) => element.textContent));
const write = (page, id, text) => page.evaluate(([key, value]) => localStorage.setItem(key, value), [kPrefix + id, text]);
const keptText = (head, versions) => `${JSON.stringify({ from: kScene, title: 'Kept', keptAt: 1, present: 0, ...head })}\n${versions}`;
const box = { tumble: 1, title: 'A box', bodies: [{ size: [1, 1, 1], mass: 3 }] };

export function testKeeping(context) {
  const open = async (query, options = {}) => {
    const page = await openTumble(context.browser, context.site.url, { query, width: 1200, height: 760, ...options });
    await page.evaluate(() => localStorage.clear());
    return page;
  };
  // The mass of the first body is another one, by the editor.
  const edit = async (page, mass) => {
    await openSceneTab(page);
    await setField(page, 'mass', String(mass));
    await isMass(page, mass, `a mass of ${mass} kg`);
    await page.waitFor(() => new URLSearchParams(location.search).has('kept'), { what: 'an address of its own' });
  };

  test('an edited scene has an address of its own, and comes back with its versions after a reload', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    const first = await massOf(page);
    await edit(page, 7);
    await setField(page, 'mass', '8');
    await isMass(page, 8, 'a mass of 8 kg');
    await press(page, 'Undo');
    await isMass(page, 7, 'a mass of 7 kg again');
    assert.match(await search(page), /^\?scene=tennis-racket&kept=[a-z0-9]{8}$/);
    await isLinkOf(page, 1); // without the edit that was undone
    await reload(page);
    assert.equal(await massOf(page), 7);
    await waitForMessage(page, /^reproduced exactly · step \d+ · [^|]*$/);
    await openSceneTab(page);
    await press(page, 'Redo');
    await isMass(page, 8, 'a version that was taken back before the reload');
    await press(page, 'Undo');
    await press(page, 'Undo');
    await isMass(page, first, 'the scene as it was');
    await isLinkOf(page, 0);
    await reload(page);
    assert.equal(await massOf(page), first, 'what was undone is undone');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a new scene has a floor and nothing else and an address of its own, and the scene before comes back', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    await edit(page, 7);
    const address = await search(page);
    for (const button of ['#new-scene', '.scene-bar']) {
      await page.evaluate(() => globalThis.tumble.simulation.play());
      if (button === '#new-scene') await page.evaluate(() => document.querySelector('#new-scene').click());
      else await press(page, 'New');
      await isTitle(page, 'New scene');
      assert.equal((await page.evaluate(() => globalThis.tumble.simulation.step(0))).step, 0);
      assert.deepEqual(await page.evaluate(() => globalThis.tumble.simulation.scene.bodies.map(({ type, name }) => [type, name])), [
        ['static', 'floor'],
      ]);
      assert.match(await search(page), /^\?kept=[a-z0-9]{8}$/);
      assert.ok(!(await yours(page)).includes('New scene'), 'what nobody edited is not in the list');
      await page.waitFor(() => document.activeElement.textContent === 'Scene', { what: 'the keyboard on the page that edits it' });
      await press(page, 'Undo');
      await isMass(page, 7, 'the scene before');
      assert.equal(await search(page), address);
    }
    await press(page, 'Redo');
    await isTitle(page, 'New scene');
    await press(page, 'Add', '.form-section');
    await page.waitFor(() => globalThis.tumble.simulation.scene.bodies.length === 2, { what: 'a body' });
    const own = await search(page);
    assert.equal((await yours(page))[0], 'New scene');
    await reload(page);
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.scene.bodies.length), 2);
    assert.equal(await search(page), own);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('the keyboard comes to a panel at its close button, or at the tab that is chosen', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    await openSceneTab(page);
    await page.evaluate(() => document.querySelector('#lab-close').click());
    for (const [name, wanted] of Object.entries({ gallery: 'gallery-close', lab: 'lab-tab-scene', numbers: 'numbers-close' })) {
      await page.evaluate((panel) => document.querySelector(`#${panel}`).hidden || document.querySelector(`#${panel}-close`).click(), name);
      await page.clickOn(`#${name}-button`);
      assert.equal(await page.evaluate(() => document.activeElement.id), wanted);
    }
    await page.close();
  });

  test('left before its address says so, a scene comes back as it was left, though the reload comes with the link before', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    await edit(page, 7);
    await isLinkOf(page, 1);
    const link = await page.evaluate(() => {
      // As WebKit does it now and then: the page has left its link, and the reload comes with that link all the same.
      history.replaceState = () => undefined;
      const leave = () => {
        const left = JSON.parse(sessionStorage.getItem('tumble.left'));
        sessionStorage.setItem('tumble.left', JSON.stringify({ ...left, address: location.href.split('#')[0] }));
      };
      window.addEventListener('pagehide', leave);
      document.addEventListener('visibilitychange', leave);
      return location.hash;
    });
    await setField(page, 'mass', '8');
    await isMass(page, 8, 'a mass of 8 kg');
    await reload(page);
    assert.equal(await massOf(page), 8);
    await page.waitFor((old) => ![old, ''].includes(location.hash), { args: [link], what: 'an address that says so' });
    assert.equal(await commandsOfAddress(page), 2);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a key, a click in the list and a file leave it in the history, with undo', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    const [first, title] = await page.evaluate(() => [globalThis.tumble.simulation.scene.bodies[0].mass ?? null, document.title]);
    await edit(page, 7);
    const address = await search(page);
    const leave = {
      'the key J': () => page.key('j'),
      'a click in the list': () => page.evaluate(() => document.querySelector('a.scene-link[href$="scene=drop-flat"]').click()),
      'a file': () =>
        page.evaluate((text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], 'box.json'));
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }, JSON.stringify(box)),
    };
    for (const [what, go] of Object.entries(leave)) {
      await page.evaluate(() => document.querySelector('.picture').focus());
      await go();
      await page.waitFor((wanted) => document.title !== wanted, { args: [title], what: `another scene by ${what}` });
      assert.notEqual(await search(page), address);
      await back(page);
      await isMass(page, 7, `the edited scene, after ${what}`);
      assert.equal(await search(page), address);
      await openSceneTab(page);
      await press(page, 'Undo');
      await isMass(page, first, `undo, after ${what}`);
      await press(page, 'Redo');
      await isMass(page, 7, `redo, after ${what}`);
    }
    await forward(page);
    await isTitle(page, 'A box');
    await reload(page);
    assert.equal(await page.evaluate(() => document.title), 'A box · Tumble', 'the file is there after a reload, too');
    await back(page);
    await isMass(page, 7, 'the edited scene');
    await back(page);
    await isMass(page, first, 'the scene of the gallery, as it is there');
    assert.match(await search(page), /^\?scene=tennis-racket(&paused)?$/);
    assert.equal(await page.evaluate(() => globalThis.tumble.simulation.versions.all.length), 1, 'with no other version');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a new visit lists it under "Yours"; it can be opened and deleted, and the deletion undone', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    await edit(page, 7);
    assert.equal((await yours(page)).length, 1);
    await page.goto(context.site.url + (context.browser.needsProbe ? 'probe.html' : ''));
    await ready(page);
    await page.waitFor(() => Boolean(document.querySelector('.scene-own')), { what: 'the list' });
    assert.equal(await page.evaluate(() => document.querySelector('.scene-own').closest('details').open), false, 'quietly');
    await page.evaluate(() => document.querySelector('.scene-own a').click());
    await isMass(page, 7, 'the edited scene');
    assert.equal(await page.evaluate(() => document.querySelector('.scene-own a').getAttribute('aria-current')), 'page');
    const [title] = await yours(page);
    await page.evaluate(() => document.querySelector('.scene-own button').click());
    assert.deepEqual(await yours(page), []);
    assert.equal(await page.evaluate(() => Object.keys(localStorage).length), 0);
    assert.match(await page.evaluate(() => document.querySelector('.scene-own').textContent), /^Deleted “.*”\.Undo$/);
    await page.evaluate(() => document.activeElement.click());
    assert.deepEqual(await yours(page), [title], 'the focus was on "Undo"');
    await page.evaluate(() => document.querySelector('.scene-own button').click());
    await reload(page); // of a run that goes on: what is on display stays, but not in the list
    await isMass(page, 7, 'the run as it was left');
    assert.match(await search(page), /^\?scene=tennis-racket$/);
    assert.deepEqual(await yours(page), []);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('on another machine its address says so in a sentence, and opens the scene it was made from', async () => {
    const page = await open(`?scene=${kScene}&kept=elsewhere&paused`);
    await waitForMessage(page, /^The edited scene of this address is not kept in this browser: .* This is the scene it was made from\./);
    assert.match(await page.evaluate(() => document.title), /tennis racket/i);
    assert.equal(await search(page), `?scene=${kScene}`);
    await page.close();
    for (const query of ['?kept=elsewhere', '?kept=&scene=no-such-scene', '?kept=__proto__']) {
      const other = await open(query);
      await waitForMessage(other, /^No such scene ?The edited scene of this address is not kept in this browser/);
      await other.close();
    }
  });

  test('what stands in the storage may be anything: it is told in a sentence, and the page goes on', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    const cases = {
      empty: ['', /what is kept of it is damaged/],
      noise: ['{"from":null}\n[', /what is kept of it is damaged/],
      beyond: [keptText({ present: 4 }, '[{}]'), /what is kept of it is damaged/],
      deep: [keptText({}, `[${'['.repeat(9000)}${']'.repeat(9000)}]`), /what is kept of it is damaged/],
      long: [keptText({}, `["${'x'.repeat(700_000)}"]`), /what is kept of it is damaged/],
      refused: [keptText({}, '[{"tumble":1,"bodies":[{"size":[1,-1,1]}]}]'), /bodies\[0\]\.size/],
      nothing: [keptText({}, '[null]'), /scene/],
    };
    for (const [id, [text]] of Object.entries(cases)) await write(page, id, text);
    for (const [id, [, sentence]] of Object.entries(cases)) {
      await page.goto(`${await page.evaluate(() => location.origin + location.pathname)}?scene=${kScene}&kept=${id}`);
      await ready(page);
      const said = await waitForMessage(page, /^Your edited scene cannot be opened: /);
      assert.match(said, sentence, id);
      assert.match(await page.evaluate(() => document.title), /tennis racket/i, id);
    }
    await write(page, 'strange', keptText({ title: '<b>bold</b>\u202eevil', from: '__proto__' }, JSON.stringify([box])));
    await page.goto(`${await page.evaluate(() => location.origin + location.pathname)}?kept=strange`);
    await ready(page);
    assert.equal(await massOf(page), 3);
    assert.ok((await yours(page)).includes('<b>bold</b>\ufffdevil'));
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a storage that takes nothing is told once, and the history works all the same', async () => {
    const page = await open(`?scene=${kScene}&paused`);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await edit(page, 7);
    await waitForMessage(page, /^This browser does not keep what you edit/);
    await page.evaluate(() => document.querySelector('.note .button-round').click());
    await setField(page, 'mass', '8');
    await isMass(page, 8, 'another edit');
    assert.deepEqual(await messages(page), []);
    await page.evaluate(() => document.querySelector('a.scene-link[href$="scene=drop-flat"]').click());
    await page.waitFor(() => location.search === '?scene=drop-flat', { what: 'another scene' });
    await waitForFrame(page);
    await back(page);
    await isMass(page, 8, 'the edited scene');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
