// Every scene of the gallery that shows something shows it when it opens, without a click: its marks are on, its body and the labels
// lie in the part of the stage that nothing covers.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadScene, openTumble, placeOnScreen } from '../support/tumble-page.mjs';

const folder = new URL('../../../web/scenes/', import.meta.url);
const scenes = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'catalog.json')
  .map((name) => ({ id: name.slice(0, -5), show: JSON.parse(readFileSync(new URL(name, folder), 'utf8')).show ?? {} }))
  .filter(({ show }) => show.body !== undefined || show.allBodies);

const kRests = [1, 20, 40, 120]; // steps after which it is looked at
const arrows = ['velocity', 'acceleration', 'momentum', 'force', 'angularVelocity', 'angularMomentum', 'torque'];
const marks = [
  ...arrows,
  'point',
  'appliedForces',
  'about',
  'contacts',
  'centre',
  'axes',
  'trail',
  'strobe',
  'impacts',
  'ellipsoid',
  'polhode',
  'cones',
];

// The free part of the stage and the labels on it, CSS pixels of the window.
const look = () => {
  const { camera } = globalThis.tumble.viewer;
  const stage = document.querySelector('.picture').getBoundingClientRect();
  const { left, top, right, bottom } = camera.freeArea;
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      text: element.matches('.label-paper') ? 'a number of the paper' : element.textContent,
      left: x,
      top: y,
      right: x + width,
      bottom: y + height,
    };
  };
  return {
    free: { left: stage.x + left, top: stage.y + top, right: stage.x + right, bottom: stage.y + bottom },
    labels: [...document.querySelectorAll('.labels .label')].filter((label) => !label.hidden).map(box),
  };
};

const isIn = (free, { left, top, right, bottom }) =>
  left >= free.left - 1 && top >= free.top - 1 && right <= free.right + 1 && bottom <= free.bottom + 1;

async function watchScene(page, { id, show }) {
  assert.equal(await loadScene(page, id), true, id);
  await page.evaluate(() => {
    globalThis.tumble.simulation.pause();
    return globalThis.tumble.simulation.reset();
  });
  await page.waitFor(() => globalThis.tumble.viewer.instruments !== null, { what: `${id}: its marks` });
  const on = await page.evaluate((names) => names.filter((name) => globalThis.tumble.viewer.instruments.isOn(name)), marks);
  assert.deepEqual(on.sort(), [...show.marks].sort(), `${id}: marks`);
  let symbols = 0;
  for (const [index, step] of kRests.entries()) {
    await page.evaluate((count) => globalThis.tumble.simulation.step(count), step - (kRests[index - 1] ?? 0));
    await page.waitFor((wanted) => globalThis.tumble.simulation.frame?.step === wanted, { args: [step], what: `${id}: step ${step}` });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { free, labels } = await page.evaluate(look);
    for (const label of labels)
      assert.ok(isIn(free, label), `${id}, step ${step}: “${label.text}” at ${JSON.stringify(label)} of ${JSON.stringify(free)}`);
    symbols += labels.filter(({ text }) => text.length <= 2).length;
    if (step > 1 || show.body === undefined) continue;
    const slot = await page.evaluate((name) => globalThis.tumble.simulation.info.bodies.find((body) => body.name === name).slot, show.body);
    const [x, y] = await placeOnScreen(page, slot);
    assert.ok(isIn(free, { left: x, right: x, top: y, bottom: y }), `${id}: “${show.body}” at ${x}, ${y} of ${JSON.stringify(free)}`);
  }
  if (show.marks.some((mark) => arrows.includes(mark))) assert.ok(symbols > 0, `${id}: no arrow has its symbol`);
}

export function testShown(context) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    test(`${scenes.length} scenes show what they are named after, ${width} × ${height}`, async (here) => {
      if ((context.browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
      const page = await openTumble(context.browser, context.site.url, { query: '?paused', width, height });
      for (const scene of scenes) await watchScene(page, scene);
      assert.deepEqual(await page.consoleErrors(), []);
      await page.close();
    });
}
