// The lessons as a reader meets them: what runs, what is answered, what leads on; by keyboard, without a script, and as axe sees them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from '../support/browser-test.mjs';
import { audit, auditOf, bringAxe } from '../support/axe.mjs';
import { isWhole } from '../support/whole.mjs';

const { lessons } = JSON.parse(readFileSync(new URL('../../../web/lessons/lessons.json', import.meta.url), 'utf8'));

// Widths, each with the colours that it is opened in and those that it turns to.
const kVisits = isWhole
  ? [1440, 390].flatMap((width) => ['light', 'dark'].map((scheme) => [width, scheme]))
  : [
      [1440, 'light', 'dark'],
      [390, 'dark', 'light'],
    ];

const open = ({ browser, site }, lesson, options = { width: 1440, height: 900 }) =>
  browser.open(`${site.url}lessons/${lesson}/${browser.needsProbe ? 'probe.html' : ''}`, options);
const show = (page, id) => page.evaluate((wanted) => document.getElementById(wanted).scrollIntoView({ block: 'center' }), id);

async function runs(page, id) {
  await show(page, id);
  await page.waitFor((wanted) => Boolean(document.getElementById(wanted).running), { args: [id], what: `the figure ${id}`, limit: 60_000 });
}

async function turn(page, scheme) {
  await page.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// Notes, by their first words, whose text is over another part of the lesson.
const notesOverOthers = () => {
  const textOf = (note) => {
    const range = document.createRange();
    range.selectNodeContents(note);
    return range.getBoundingClientRect();
  };
  const parts = [...document.querySelectorAll('.lesson > *')];
  return parts
    .filter((part) => part.matches('.note'))
    .filter((note) => {
      const { left, right, top, bottom } = textOf(note);
      return parts.some((part) => {
        const box = part === note ? null : part.getBoundingClientRect();
        return box && left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
      });
    })
    .map((note) => note.textContent.trim().slice(0, 30));
};

export function testLessons(context) {
  for (const { id } of lessons)
    test(`the lesson ${id}: axe finds nothing, wide and narrow, light and dark, and nothing is complained of`, async () => {
      const { browser } = context;
      for (const [width, ...schemes] of kVisits) {
        if ((browser.narrowest ?? 0) > width || (schemes[0] === 'dark' && !browser.canEmulateMedia)) continue;
        const page = await open(context, id, { width, height: 900, ...(browser.canEmulateMedia && { colorScheme: schemes[0] }) });
        await page.evaluate(() => document.querySelector('tumble-scene').scrollIntoView());
        await page.waitFor(() => Boolean(document.querySelector('tumble-scene')?.running), { what: 'the first figure', limit: 60_000 });
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details')) details.open = true;
        });
        await bringAxe(page);
        for (const scheme of schemes) {
          if (scheme !== schemes[0]) await turn(page, scheme);
          assert.deepEqual(await audit(page), [], `${width} px, ${scheme}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${wide} px too wide at ${width}`);
          const cut = await page.evaluate(() =>
            [...document.querySelectorAll('.equation')]
              .filter((one) => one.scrollWidth > one.clientWidth + 1)
              .map((one) => one.textContent),
          );
          assert.deepEqual(cut, [], `equations that are cut off at ${width}`);
          assert.deepEqual(await page.evaluate(notesOverOthers), [], `notes printed over something at ${width}`);
        }
        assert.deepEqual(await page.consoleErrors(), []);
        await page.close();
      }
    });

  test('the list of lessons: axe finds nothing, and each is one link away', async (here) => {
    const { browser, site } = context;
    if (browser.needsProbe) return here.skip('no page but those with a probe says what it complains of');
    const page = await browser.open(`${site.url}lessons/`, { width: 390, height: 844 });
    assert.deepEqual(await auditOf(page), []);
    const links = await page.evaluate(() => [...document.querySelectorAll('main a')].map(({ href }) => href));
    for (const { id } of lessons) assert.ok(links.includes(`${site.url}lessons/${id}/`), `${id} is not in ${links}`);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('a lesson without a script: pictures, maths, answers and sources are there', async (here) => {
    if (context.engine !== 'chromium') return here.skip('scripts can be switched off in Chromium alone');
    for (const { id } of lessons) {
      const page = await open(context, id);
      await page.raw.setJavaScriptEnabled(false);
      await page.reload();
      const seen = await page.evaluate(() => {
        const isSeen = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
        const all = (what) => [...document.querySelectorAll(what)];
        return {
          figures: all('tumble-scene').length,
          pictures: all('tumble-scene img').filter(
            (image) => isSeen(image) && image.alt !== '' && image.getBoundingClientRect().height > 100,
          ).length,
          unseen: all('math, p, h2, table')
            .filter(
              (element) =>
                element.textContent.trim() !== '' && element.closest('details, [hidden], form, .slider') === null && !isSeen(element),
            )
            .map((element) => element.outerHTML.slice(0, 200)),
          worked: all('details').filter((details) => details.textContent.trim().length > 30).length,
          exercises: all('.exercise').length,
          sources: all('.sources li').length,
        };
      });
      assert.ok(seen.figures > 2 && seen.exercises > 0, JSON.stringify(seen));
      assert.equal(seen.pictures, seen.figures, `${id}: a picture for each figure`);
      assert.deepEqual(seen.unseen, [], id);
      assert.ok(seen.worked >= 2 * seen.exercises && seen.sources > 1, JSON.stringify(seen));
      await page.close();
    }
  });

  test('a lesson: an exercise by keyboard, wrong and right, told in a live region', async () => {
    const page = await open(context, 'tennis-racket');
    await page.waitFor(() => Boolean(document.querySelector('tumble-scene')?.running), { what: 'the first figure', limit: 60_000 });
    const said = () => page.evaluate(() => document.querySelector('#answer-rate output').textContent);
    const answer = async (text) => {
      await page.evaluate(() => {
        const input = document.querySelector('#answer-rate-number');
        input.value = '';
        input.focus();
      });
      for (const key of text) await page.key(key);
      await page.key('Enter');
    };
    await answer('1');
    await page.waitFor(() => document.querySelector('#answer-rate').dataset.result === 'wrong', { what: 'a wrong answer' });
    assert.match(await said(), /too large/);
    await answer('0.127');
    await page.waitFor(() => document.querySelector('#answer-rate').dataset.result === 'right', { what: 'the right answer' });
    assert.match(await said(), /^Right: 0\.127/);
    const role = await page.evaluate(() => document.querySelector('#answer-rate output').getAttribute('role'));
    assert.equal(role, 'status');
    await page.close();
  });

  test('a lesson: the point on the sphere of momenta follows the body, and a throw begins anew', async () => {
    const page = await open(context, 'tennis-racket');
    await runs(page, 'block');
    const place = () =>
      page.evaluate(() => ['cx', 'cy'].map((name) => Number(document.querySelector('#block-sphere .present').getAttribute(name))));
    await page.evaluate(() => document.getElementById('block').seek(10));
    // Of the engine's own ω at that step, drawn by hand: L along (I ω).
    const wanted = await page.evaluate(async () => {
      const omega = await document.getElementById('block').get('block.bodyAngularVelocity');
      const moments = [0.0051, 0.0292 / 12, 0.0832 / 12];
      const momentum = omega.map((part, axis) => part * moments[axis]);
      const size = Math.hypot(...momentum);
      const [turn, lift] = [0.9, 0.38];
      const [x, y, z] = momentum.map((part) => (150 * part) / size);
      return [
        x * Math.cos(turn) - z * Math.sin(turn),
        x * Math.sin(lift) * Math.sin(turn) - y * Math.cos(lift) + z * Math.sin(lift) * Math.cos(turn),
      ];
    });
    const isThere = (at) => Math.hypot(at[0] - wanted[0], at[1] - wanted[1]) < 0.2;
    for (let tries = 0; tries < 100 && !isThere(await place()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(isThere(await place()), `${await place()}, not ${wanted}`);
    await page.clickOn('button[data-throw*="[0.6,0.6,6]"]');
    await page.waitFor(async () => (await document.getElementById('block').get('block.bodyAngularVelocity'))[2] > 5.5, {
      what: 'a spin about axis 3',
    });
    await page.close();
  });

  test("a lesson: the reader's own racket is foretold and thrown", async () => {
    const page = await open(context, 'tennis-racket');
    await runs(page, 'own');
    await page.evaluate(() => {
      const input = document.querySelector('#own-swing');
      input.value = '340';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    const foretold = await page.evaluate(() => document.querySelector('[data-out=moment-0]').textContent);
    assert.equal(foretold, '171'); // 340 − 0.32 · 23² = 170.7
    await page.evaluate(() => document.querySelector('#own-twist').select());
    for (const key of ['1', '4', ',', '5']) await page.key(key);
    assert.equal(await page.evaluate(() => document.querySelector('#own-twist').value), '14.5');
    await page.evaluate(() => {
      const input = document.querySelector('#own-twist');
      input.value = '14';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.clickOn('#own-racket button');
    await page.waitFor(async () => (await document.getElementById('own').get('racket.bodyAngularVelocity.x')) < -3, {
      what: 'the racket turned over',
      limit: 60_000,
    });
    const mass = await page.evaluate(() => document.getElementById('own').get('bodies.racket.inertia[0]'));
    assert.ok(Math.abs(mass - 0.017072) < 1e-9, `${mass}`);
    await page.close();
  });

  test('a lesson: one figure says how bodies are pushed, for five seconds', async () => {
    const page = await open(context, 'tennis-racket');
    const ids = await page.evaluate(() => [...document.querySelectorAll('tumble-scene[id]')].map(({ id }) => id).slice(0, 2));
    const seen = (id) =>
      page.evaluate((wanted) => {
        const { classList, hidden } = document.getElementById(wanted).shadowRoot.querySelector('.hint');
        return !hidden && !classList.contains('is-gone');
      }, id);
    await runs(page, ids[0]);
    assert.ok(await seen(ids[0]), 'the first says nothing');
    await new Promise((resolve) => setTimeout(resolve, 5500));
    assert.ok(!(await seen(ids[0])), 'it is still there');
    await runs(page, ids[1]);
    assert.ok(!(await seen(ids[1])), 'the second says it, too');
    await page.close();
  });

  test('a lesson: a figure opens in the laboratory at the state that it shows', async () => {
    const page = await open(context, 'tennis-racket');
    await runs(page, 'throw');
    const stands = await page.evaluate(() => document.getElementById('throw').seek(70));
    await page.clickOn('a[data-laboratory=throw]');
    // While the address changes there is no page to ask.
    const isThere = () => page.evaluate(() => globalThis.tumble?.simulation?.frame?.step === 70).catch(() => false);
    for (let tries = 0; tries < 400 && !(await isThere()); tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    const hash = await page.evaluate(async () => (await globalThis.tumble.simulation.stand()).hash);
    assert.equal(hash, stands.hash);
    await page.close();
  });

  test("a lesson: the reader's program runs beside the engine, and one that does not end, or is wrong, is told", async () => {
    const page = await open(context, 'simulator');
    await runs(page, 'beside');
    const runIt = async (from, to) => {
      await page.evaluate(
        (before, after) => {
          document.querySelector('#code-lab [data-original]').click();
          const code = document.querySelector('#program');
          code.value = code.value.replace(before, after);
          document.querySelector('#code-lab output').textContent = '';
        },
        from,
        to,
      );
      await page.clickOn('#code-lab button');
    };
    const said = (pattern) =>
      page.waitFor((wanted) => new RegExp(wanted).exec(document.querySelector('#code-lab output').textContent)?.[0], {
        args: [pattern],
        what: pattern,
        limit: 60_000,
      });
    await runIt('}.euler', '}.rungeKutta4');
    assert.match(await said('every [0-9.]+ s; the closed form says [0-9.]+ s'), /^every 2\.40\d+ s; the closed form says 2\.435\d s$/);
    await page.waitFor(async () => (await document.getElementById('beside').get('step')) > 40, { what: 'step 40', limit: 60_000 });
    const moves = await page.evaluate(async () => (await document.getElementById('beside').get('commands')).length);
    assert.equal(moves, 600, 'each frame but the first lays the racket');
    await runIt('const seconds = 10', 'for (;;) {}\nconst seconds = 10');
    await said('had not ended');
    await runIt('const seconds = 10', 'const seconds = ten');
    await said('ten');
    await runIt('spin: spinInBody(state)', 'spin: 3');
    await said('Frame 0 needs');
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });
}
