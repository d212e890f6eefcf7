// Every scene of the gallery shows what it is named after when it opens, without a click: its marks are on, its bodies, the tips of its
// arrows and its labels lie in the part of the stage that nothing covers, and labels can be read, light and dark; and nothing is drawn with a
// number that is none. `npm run test:browsers` keeps the pictures in build/shown.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../support/browser-test.mjs';
import { buildRoot } from '../../../build-scripts/lib/paths.mjs';
import { importWebModules } from '../../web/support/bundle.mjs';
import { loadScene, openTumble, waitForPictureOf } from '../support/tumble-page.mjs';
import { isWhole } from '../support/whole.mjs';

const folder = new URL('../../../web/scenes/', import.meta.url);
const read = (id) => JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'));
const scenes = read('catalog').scenes.map(({ id }) => ({ id, show: read(id).show ?? {} }));
const pictures = join(buildRoot, 'shown');

const kRests = [1, 80]; // steps after which it is looked at
const kPainted = 80;
const kDisplay = { scale: 0.2, framesPerSecond: 12 }; // where things are drawn is looked at, not their pixels
const kReadable = 3; // contrast of large bold text (WCAG 2.2, 1.4.3)
const { marks, shownQuantities: arrows } = await importWebModules('viewer/readouts.ts');

// The free part of the stage, and what is drawn there, CSS pixels of the window: labels, the tips of arrows, bodies that move. `covered`:
// what lies over it.
export const look = () => {
  const { simulation, viewer } = globalThis.tumble;
  const { camera } = viewer;
  const canvas = document.querySelector('.picture');
  const stage = canvas.getBoundingClientRect();
  const free = { left: stage.x, top: stage.y, right: stage.x, bottom: stage.y };
  for (const side of ['left', 'right']) free[side] += camera.freeArea[side];
  for (const side of ['top', 'bottom']) free[side] += camera.freeArea[side];
  // The pointer goes through it, and through energies. On a narrow stage it goes away by itself.
  const hint = stage.width < 600 ? undefined : document.querySelector('.hint:not([hidden], .is-gone)')?.getBoundingClientRect();
  const bars = document.querySelector('.energy-bars:not([hidden])')?.getBoundingClientRect();
  const over = (x, y) => {
    const top = document.elementFromPoint(x, y);
    if (bars && x > bars.left && x < bars.right && y > bars.top && y < bars.bottom) return 'energies';
    if (hint && x > hint.left && x < hint.right && y > hint.top && y < hint.bottom) return 'hint';
    return top === canvas ? null : ((top?.className || top?.tagName) ?? 'the edge of the window');
  };
  camera.camera.updateMatrixWorld();
  const project = (x, y, z) => {
    const apply = (m, v) => [0, 1, 2, 3].map((row) => m[row] * v[0] + m[row + 4] * v[1] + m[row + 8] * v[2] + m[row + 12] * v[3]);
    const clip = apply(camera.camera.projectionMatrix.elements, apply(camera.camera.matrixWorldInverse.elements, [x, y, z, 1]));
    return [stage.x + ((clip[0] / clip[3] + 1) / 2) * stage.width, stage.y + ((1 - clip[1] / clip[3]) / 2) * stage.height];
  };
  const point = (text, place) => {
    const [x, y] = project(...place);
    return { text, left: x, right: x, top: y, bottom: y, covered: over(x, y) };
  };
  const tips = [];
  viewer.stage.scene.traverse((mesh) => {
    if (!mesh.isInstancedMesh || !mesh.visible || mesh.geometry.type !== 'ConeGeometry' || mesh.renderOrder !== 11) return;
    for (let at = 12; at < mesh.count * 16; at += 16) tips.push(point('the tip of an arrow', mesh.instanceMatrix.array.slice(at, at + 3)));
  });
  const brightness = (color) => {
    const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const paper = brightness(getComputedStyle(document.querySelector('.stage')).backgroundColor);
  const labels = [...document.querySelectorAll('.labels .label')]
    .filter((label) => !label.hidden)
    .map((label) => {
      const { left, top, right, bottom } = label.getBoundingClientRect();
      const isPaper = label.matches('.label-paper');
      const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => over(x, y)));
      const readable = contrast(brightness(getComputedStyle(label).color), paper);
      const text = isPaper ? 'a number of the paper' : label.textContent;
      return { text, left, top, right, bottom, covered: corners.find((name) => name !== null) ?? null, readable };
    });
  const { frame, info } = simulation;
  const bodies = info.bodies
    .filter(({ type }) => type !== 'static')
    .map(({ slot, name }) => point(name, frame.poses.slice((frame.slotCount + slot) * 8, (frame.slotCount + slot) * 8 + 3)));
  return { free, labels, tips, bodies };
};

const isIn = (free, { left, top, right, bottom }) =>
  left >= free.left - 1 && top >= free.top - 1 && right <= free.right + 1 && bottom <= free.bottom + 1;

// By more than the room of letters around their line.
const lieOnEachOther = (one, other) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.3 * Math.min(one.bottom - one.top, other.bottom - other.top);

async function goOn(page, step, from) {
  await page.evaluate((count) => globalThis.tumble.simulation.step(count), step - from);
  await waitForPictureOf(page, step);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** What is wrong with what one sees of a scene, as sentences. */
async function watchScene(page, { id, show }, paint) {
  assert.equal(await loadScene(page, id), true, id);
  await page.evaluate(() => {
    globalThis.tumble.simulation.pause();
    return globalThis.tumble.simulation.reset();
  });
  const wrong = [];
  const own = show.marks ?? [];
  if (own.length > 0) {
    await page.waitFor(() => globalThis.tumble.viewer.instruments !== null, { what: `${id}: its marks` });
    const on = await page.evaluate((names) => names.filter((name) => globalThis.tumble.viewer.instruments.isOn(name)), [...marks]);
    if (show.body !== undefined || show.allBodies) assert.deepEqual(on.sort(), [...own].sort(), `${id}: marks`);
  }
  let symbols = 0;
  for (const [index, step] of kRests.entries()) {
    await goOn(page, step, kRests[index - 1] ?? 0);
    const { free, labels, tips, bodies } = await page.evaluate(look);
    const say = (thing, what) =>
      wrong.push(`${id}, step ${step}: “${thing.text}” ${what}: ${JSON.stringify(thing)} of ${JSON.stringify(free)}`);
    for (const thing of [...labels, ...tips]) {
      if (!isIn(free, thing)) say(thing, 'is outside');
      else if (thing.covered !== null) say(thing, `is covered by “${thing.covered}”`);
    }
    labels.forEach((label, place) => {
      if (label.readable < kReadable) say(label, 'cannot be read');
      for (const other of labels.slice(0, place)) if (lieOnEachOther(label, other)) say(label, `lies on “${other.text}”`);
    });
    symbols += labels.filter(({ text }) => text.length <= 2).length;
    for (const body of bodies) if (body.covered === 'energies') say(body, 'is covered by the energies');
    if (step === kPainted) await paint(page, id);
    if (step > 1) continue;
    const seen = bodies.filter((body) => isIn(free, body) && body.covered === null);
    if (show.body !== undefined && !seen.some(({ text }) => text === show.body)) wrong.push(`${id}: “${show.body}” is not in the picture`);
    if (seen.length === 0) wrong.push(`${id}: no body is in the picture`);
  }
  const wanted = own.some((mark) => arrows.includes(mark)) && (show.body !== undefined || show.allBodies);
  if (wanted && symbols === 0) wrong.push(`${id}: no arrow has its symbol`);
  return wrong;
}

/** From now on the page records what it draws with a number that is none, by kind, attribute and step. */
const watchNumbers = () => {
  const { simulation, viewer } = globalThis.tumble;
  const isSound = (array, from, to) => {
    for (let at = from; at < to; ++at) if (!Number.isFinite(array[at])) return false;
    return true;
  };
  globalThis.unsound = new Set();
  const draw = viewer.stage.draw.bind(viewer.stage);
  viewer.stage.draw = (camera) => {
    viewer.stage.scene.traverseVisible((thing) => {
      const record = (what) => globalThis.unsound.add(`${thing.type} ${what} at step ${simulation.frame?.step}`);
      if (!isSound(thing.matrixWorld.elements, 0, 16)) record('matrixWorld');
      if (thing.isInstancedMesh && !isSound(thing.instanceMatrix.array, 0, 16 * thing.count)) record('instanceMatrix');
      const { attributes = {}, drawRange, index } = thing.geometry ?? {};
      for (const [name, { array, itemSize, count, isInstancedBufferAttribute }] of Object.entries(attributes)) {
        const isRanged = !index && !isInstancedBufferAttribute;
        const [first, last] = isRanged ? [drawRange.start, Math.min(count, drawRange.start + drawRange.count)] : [0, count];
        if (array && !isSound(array, first * itemSize, last * itemSize)) record(name);
      }
    });
    draw(camera);
  };
};

const scheme = (page, value) => page.raw.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

// What is seen is the same page in each browser and at each width: one looks at all scenes, others at a third of them.
const thirdOf = (which) => scenes.filter((_, index) => index % 3 === which);
function scenesOf(engine, width) {
  if (engine === 'chromium') return isWhole || width > 1000 ? scenes : thirdOf(2);
  return thirdOf(engine === 'firefox' ? 0 : 1);
}

export function testShown(context) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    const own = scenesOf(context.engine, width);
    test(`${own.length} scenes show what they are named after, ${width} × ${height}`, async (here) => {
      const { browser } = context;
      if ((browser.narrowest ?? 0) > width) return here.skip('no window is that narrow');
      const page = await openTumble(browser, context.site.url, { query: '?paused', width, height, ...(!isWhole && kDisplay) });
      const paint = async (_, id) => {
        if (!browser.canEmulateMedia) return;
        const keep = async (look) => isWhole && page.screenshot(join(pictures, `${id}-${width}-${look}.png`));
        await keep('light');
        await scheme(page, 'dark');
        await keep('dark');
        const { labels } = await page.evaluate(look);
        for (const { text, readable } of labels) assert.ok(readable >= kReadable, `${id}, dark: “${text}” has a contrast of ${readable}`);
        await scheme(page, 'light');
      };
      if (browser.canEmulateMedia && isWhole) {
        if (width === 1440) rmSync(pictures, { recursive: true, force: true });
        mkdirSync(pictures, { recursive: true });
      }
      const wrong = [];
      await page.evaluate(watchNumbers);
      for (const scene of own) {
        wrong.push(...(await watchScene(page, scene, paint)));
        const unsound = await page.evaluate(() => {
          const found = [...globalThis.unsound];
          globalThis.unsound.clear();
          return found;
        });
        wrong.push(...unsound.map((what) => `${scene.id}: ${what} is no number`));
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(await page.consoleErrors(), []);
      await page.close();
    });
  }
}
