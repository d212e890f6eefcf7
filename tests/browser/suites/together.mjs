// Figures with the same word in `sync`: they stand at the same step whatever one of them is asked, in one Worker, and freeze and go on together.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';

const kFigures = ['euler', 'rk4', 'exact'];

async function open(context) {
  const page = await context.browser.open(`${context.site.url}elements/sync.html`, { width: 900, height: 1000 });
  await page.waitFor((ids) => ids.every((id) => globalThis.of(id)?.running), { args: [kFigures], what: 'three figures', limit: 60_000 });
  return page;
}
const call = (page, id, method, ...given) =>
  page.evaluate(([name, asked, values]) => globalThis.of(name)[asked](...values), [id, method, given]);
const standing = (page) => page.evaluate((ids) => ids.map((id) => globalThis.of(id).running?.figure.simulation.run.step ?? null), kFigures);
const allAt = (page, step) =>
  page.waitFor(([ids, wanted]) => ids.every((id) => globalThis.of(id).running?.figure.simulation.run.step === wanted), {
    args: [[kFigures, step]],
    what: `all at step ${step}`,
    limit: 30_000,
  });
const plays = (page, isPlaying) =>
  page.waitFor(([ids, wanted]) => ids.every((id) => globalThis.of(id).running?.figure.time.isPlaying === wanted), {
    args: [[kFigures, isPlaying]],
    what: isPlaying ? 'all play' : 'all stand',
    limit: 30_000,
  });
const beyond = (page, step) =>
  page.waitFor(([ids, wanted]) => ids.every((id) => globalThis.of(id).running?.figure.simulation.run.step > wanted), {
    args: [[kFigures, step]],
    what: `all beyond step ${step}`,
    limit: 30_000,
  });
const byHand = (page, id, what) =>
  page.evaluate(([name, part]) => globalThis.of(name).shadowRoot.querySelector(`[data-part=${part}]`).click(), [id, what]);

export function testTogether(context) {
  test('figures on one clock: what one is asked all do, and they stand at one step', async () => {
    const page = await open(context);
    assert.deepEqual(await page.evaluate(() => [globalThis.made.contexts, globalThis.made.workers]), [1, 1]);
    assert.equal((await call(page, 'rk4', 'seek', 120)).step, 120);
    assert.deepEqual(await standing(page), [120, 120, 120]);
    assert.equal((await call(page, 'exact', 'step', 3)).step, 123);
    assert.deepEqual(await standing(page), [123, 123, 123]);
    // Also one far out of sight goes along while they play.
    await call(page, 'euler', 'play');
    await beyond(page, 140);
    const apart = await page.evaluate(async (ids) => {
      let most = 0;
      for (let frame = 0; frame < 20; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const steps = ids.map((id) => globalThis.of(id).running.figure.simulation.run.step);
        most = Math.max(most, Math.max(...steps) - Math.min(...steps));
      }
      return most;
    }, kFigures);
    assert.ok(apart <= 12, `${apart} steps apart`); // a displayed frame takes 12 at most at this speed
    const { step } = await call(page, 'exact', 'pause');
    assert.deepEqual(await standing(page), [step, step, step]);
    await plays(page, false);
    assert.deepEqual(await standing(page), [step, step, step]);
    // By hand: its buttons, its bar of time, its speed.
    await byHand(page, 'rk4', 'play');
    await beyond(page, step + 5);
    await page.evaluate(() => globalThis.of('rk4').running.figure.time.setRate(0.25));
    assert.deepEqual(
      await page.evaluate((ids) => ids.map((id) => globalThis.of(id).running.figure.time.rate), kFigures),
      [0.25, 0.25, 0.25],
    );
    await byHand(page, 'euler', 'step-back');
    await plays(page, false);
    await page.evaluate(() => globalThis.of('euler').running.figure.actions.seek(33));
    await allAt(page, 33);
    await byHand(page, 'euler', 'reset');
    await allAt(page, 0);
    // To a step, and to the end that the first names.
    await page.evaluate(() => globalThis.of('rk4').running.figure.time.setRate(1));
    await call(page, 'rk4', 'play', 20);
    await allAt(page, 20);
    await plays(page, false);
    await page.evaluate(() => globalThis.of('euler').setAttribute('end', '31'));
    await call(page, 'exact', 'play');
    await allAt(page, 31);
    await plays(page, false);
    assert.deepEqual(await standing(page), [31, 31, 31]);
    // A slider for all of them.
    await page.evaluate(() => {
      const spin = globalThis.of('spin');
      spin.value = '4';
      spin.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.waitFor(
      async (ids) =>
        (await Promise.all(ids.map((id) => globalThis.of(id).get('bodies.book.angularVelocity[1]')))).every((spin) => spin === 4),
      { args: [kFigures], what: 'the spin of all', limit: 30_000 },
    );
    assert.deepEqual(await page.consoleErrors(), []);
    await page.close();
  });

  test('figures on one clock are one of the two that run: they freeze and go on together, and a fifth stays alone', async () => {
    const page = await open(context);
    const stood = await call(page, 'euler', 'seek', 50);
    await page.evaluate(() => globalThis.of('other').scrollIntoView());
    await call(page, 'other', 'seek', 3);
    await page.evaluate(() => {
      const fresh = document.createElement('tumble-scene');
      fresh.id = 'fresh';
      fresh.scene = 'push-a-cube';
      document.querySelector('article').append(fresh);
    });
    await call(page, 'fresh', 'seek', 4);
    await call(page, 'other', 'seek', 5);
    assert.deepEqual(await standing(page), [null, null, null]);
    assert.ok((await page.evaluate(() => globalThis.made.mostWorkers)) <= 2);
    const again = await call(page, 'rk4', 'seek', 50);
    await allAt(page, 50);
    assert.deepEqual(await call(page, 'euler', 'pause'), stood);
    assert.equal(again.step, 50);
    assert.ok((await page.evaluate(() => globalThis.made.mostWorkers)) <= 2);
    assert.deepEqual(await page.consoleErrors(), []);
    await page.evaluate(() => {
      for (const id of ['fourth', 'fifth']) {
        const figure = document.createElement('tumble-scene');
        figure.id = id;
        figure.setAttribute('sync', 'schemes');
        figure.scene = 'push-a-cube';
        document.querySelector('article').append(figure);
      }
    });
    await page.waitFor(() => globalThis.of('fourth').running?.figure.simulation.run.step === 50, { what: 'the fourth', limit: 30_000 });
    assert.match(
      await page.evaluate(() => globalThis.of('fifth').shadowRoot.querySelector('.trouble').textContent),
      /has 4 figures already/,
    );
    // One that leaves stays behind, and the others go on.
    await page.evaluate(() => globalThis.of('rk4').remove());
    await call(page, 'euler', 'seek', 60);
    assert.deepEqual(
      await page.evaluate(() => ['euler', 'exact', 'fourth'].map((id) => globalThis.of(id).running.figure.simulation.run.step)),
      [60, 60, 60],
    );
    await page.close();
  });
}
