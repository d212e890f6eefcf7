// A teacher's walk, by the pointer; keys only write numbers. What is clicked is found by its words, and nothing may lie over it.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';
import { openTumble } from '../support/tumble-page.mjs';
import { look } from './shown.mjs';

/** Clicks what `selector` finds with this text, or this beginning of its name; first it is scrolled into view. */
async function clickText(page, selector, text) {
  const place = await page.waitFor(
    ([wanted, words]) => {
      const found = [...document.querySelectorAll(wanted)].find(
        (element) => element.checkVisibility() && (element.textContent.trim() === words || element.ariaLabel?.startsWith(words)),
      );
      if (!found) return null;
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = found.getBoundingClientRect();
      const [middleX, middleY] = [x + Math.min(width, 60) / 2, y + height / 2];
      const top = document.elementFromPoint(middleX, middleY);
      return found.contains(top) || top?.contains(found) ? [middleX, middleY] : null;
    },
    { args: [[selector, text]], what: `“${text}” (${selector}), where it can be clicked` },
  );
  await page.click(...place.map(Math.round));
}

async function write(page, name, text) {
  await clickText(page, '.scene-form input', name);
  await page.key('End');
  for (let key = 0; key < 8; key += 1) await page.key('Backspace');
  for (const key of text) await page.key(key);
  await page.key('Tab');
}

// A link may open it too, a moment after the scene: then the click of one that was quicker closes it, and one clicks once more.
async function openLaboratory(page) {
  const isShown = (limit) =>
    page.waitFor(() => document.querySelector('#lab .lab-tab')?.checkVisibility(), { what: 'the laboratory', limit }).catch(() => false);
  for (let click = 0; click < 3 && !(await isShown(2_000)); click += 1) await clickText(page, '#lab-button', 'Laboratory');
  assert.ok(await isShown(15_000), 'the laboratory');
}

export function testTeacher(context) {
  test('a lesson by the pointer: find, edit, add a body and a force, plot, go back, save, reload, compare', async () => {
    const page = await openTumble(context.browser, context.site.url, { query: '?paused', width: 1440, height: 900 });
    await page.evaluate(() => localStorage.clear());
    // The racket.
    await clickText(page, '.chapter summary span', 'Turning freely');
    await clickText(page, '.scene-link .scene-title', 'The tennis racket');
    await page.waitFor(() => document.title === 'The tennis racket · Tumble', { what: 'the racket' });
    await clickText(page, '[data-part=play]', 'Pause');
    await page.waitFor(() => globalThis.tumble.simulation.frame?.playing === false, { what: 'a pause' });
    const gravity = async (value) => {
      await write(page, 'gravity y', String(value));
      await page.waitFor((wanted) => globalThis.tumble.simulation.scene.gravity[1] === wanted, { args: [value], what: `gravity ${value}` });
    };
    // Its mass, and gravity.
    await clickText(page, '#lab-button', 'Laboratory');
    await clickText(page, '.lab-tab', 'Scene');
    await write(page, 'mass', '0.35');
    await page.waitFor(() => globalThis.tumble.simulation.info.bodies[0].mass === 0.35, { what: 'a mass of 0.35 kg' });
    await clickText(page, '.scene-form summary', 'The scene');
    await gravity(-1);
    await gravity(0);
    // A second body: in view, sized and named like its neighbour, selected.
    await clickText(page, '.form-choice button', 'Add');
    const added = await page.waitFor(
      () => {
        const { simulation, viewer } = globalThis.tumble;
        const [racket, body] = simulation.info.bodies;
        if (!body || simulation.frame?.state?.id !== body.id) return null;
        return { name: body.name, size: viewer.bodies.radius(body.slot) / viewer.bodies.radius(racket.slot) };
      },
      { what: 'a second body, selected' },
    );
    assert.equal(added.name, 'cube');
    assert.ok(added.size > 0.3 && added.size < 2, `${added.size} times as large as the racket`);
    const { free, bodies } = await page.evaluate(look);
    const body = bodies.find(({ text }) => text === added.name);
    assert.ok(body.left > free.left && body.right < free.right && body.top > free.top && body.bottom < free.bottom, JSON.stringify(body));
    assert.equal(body.covered, null);
    // A force on it: its arrow is seen.
    assert.deepEqual((await page.evaluate(look)).tips, [], 'what is at rest has no arrow');
    await clickText(page, '.scene-form summary', 'Forces (0)');
    await clickText(page, '.form-section[data-part=forces] button', 'Add');
    await page.waitFor(() => globalThis.tumble.simulation.scene.forces?.[0].body === 'cube', { what: 'a force on the cube' });
    let tips = [];
    for (const end = Date.now() + 15_000; tips.length === 0 && Date.now() < end; ) {
      ({ tips } = await page.evaluate(look));
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.notEqual(tips.length, 0, 'its arrow');
    for (const tip of tips) assert.equal(tip.covered, null, JSON.stringify(tip));
    // Plots of ω and L.
    await clickText(page, '#numbers-button', 'Numbers');
    for (const name of ['angular velocity', 'angular momentum']) await clickText(page, '#numbers button', `Plot: ${name}`);
    await page.waitFor(
      () => {
        const text = document.querySelector('#lab .plots')?.textContent ?? '';
        return /angular velocity\s*cube/i.test(text) && /angular momentum\s*cube/i.test(text);
      },
      { what: 'both plots' },
    );
    // Away and back.
    await clickText(page, '#gallery-button', 'Scenes');
    await clickText(page, '.scene-link .scene-title', 'L is not along ω');
    await page.waitFor(() => document.title === 'L is not along ω · Tumble', { what: 'another scene' });
    const isThere = (when) =>
      page.waitFor(
        () => {
          const { bodies: all, forces } = globalThis.tumble?.simulation?.scene ?? {};
          return all?.length === 2 && all[0].mass === 0.35 && all[1].name === 'cube' && forces?.[0].body === 'cube';
        },
        { what: `all of it, ${when}`, limit: 60_000 }, // the run is done again, step by step
      );
    await page.evaluate(() => history.back());
    await isThere('by Back');
    // Save, reload.
    await page.evaluate(() => {
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        globalThis.saved = blob.text();
        return make.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = () => {}; // no file is written
    });
    await openLaboratory(page);
    await clickText(page, '.lab-tab', 'Scene');
    await clickText(page, '.scene-bar button', 'Save');
    const saved = JSON.parse(await page.waitFor(() => globalThis.saved, { what: 'the file' }));
    assert.deepEqual(saved, await page.evaluate(() => globalThis.tumble.simulation.scene));
    await page.reload();
    await isThere('after a reload');
    // Beside explicit Euler.
    await openLaboratory(page);
    await clickText(page, '.lab-tab', 'Compare');
    const chosen = await page.evaluate(() => document.querySelector('.compare-row select').selectedOptions[0].textContent);
    assert.equal(chosen, 'explicit Euler');
    await clickText(page, '.compare-start', 'Compare');
    await page.waitFor(() => document.querySelector('.compare-start').textContent === 'Stop', { what: 'the other run' });
    await clickText(page, '.compare-start', 'Stop');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
