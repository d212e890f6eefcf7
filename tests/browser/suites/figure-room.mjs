// In a figure of any width nothing that lies over the picture lies over anything else there, or over what stands beside the body, and all of it is inside.
import assert from 'node:assert/strict';
import { test } from '../support/browser-test.mjs';

const kWidths = [320, 390, 480, 680];

const base = {
  tumble: 1,
  title: 'A fan',
  camera: { position: [0, 1, 6], target: [0, 1, 0] },
  bodies: [
    { name: 'floor', type: 'static', size: [20, 1, 20], position: [0, -0.5, 0] },
    { name: 'fan', size: [1, 0.2, 0.1], mass: 1, position: [0, 1, 0], motion: 'explicitEuler' },
  ],
  joints: [{ type: 'hinge', name: 'axle', b: 'fan', point: [0, 1, 0], axis: [0, 0, 1], motor: { speed: 0, torque: 1000 } }],
  controls: [{ path: 'bodies.fan.mass', label: 'mass', unit: 'kg', min: 0.1, max: 5 }],
};
const arrow = (motor) => ({ joint: 'axle', motor, released: 0 });
const keys = { ArrowLeft: arrow(4), ArrowRight: arrow(-4), ArrowUp: arrow(8), a: { joint: 'axle', motor: 4 } };
const joints = { joints: ['axle'], jointReadouts: ['angle'] };
// What comes over the picture, and what shows that it has come.
const kScenes = {
  'energies and keys': { scene: { ...base, keys, show: { ...joints, energyBars: true } }, signs: ['.energy-bars', '.key-button'] },
  'energies and runs': {
    scene: { ...base, joints: [], show: { energyBars: true, compare: ['exact'] } },
    signs: ['.energy-bars', '.compared-names li'],
  },
  'controls and a hint': { scene: { ...base, show: joints }, signs: ['.label-joint'] },
};

// Runs in the page: pairs that overlap, and what is outside.
async function crowded([width, hasNote, isMoreOpen]) {
  const figure = globalThis.of('room');
  figure.style.cssText = `display: block; width: ${width}px`;
  const root = figure.shadowRoot;
  const frames = (count) =>
    new Promise((resolve) => {
      const next = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
      next(count);
    });
  await frames(3);
  const more = root.querySelector('[data-part=more]');
  const isOpen = more.getAttribute('aria-expanded') === 'true';
  if (isOpen !== isMoreOpen && (isOpen || more.getBoundingClientRect().width > 0)) more.click();
  for (const note of root.querySelectorAll('.test-note')) note.remove();
  root.querySelector('.stage').toggleAttribute('data-noted', hasNote); // as notices do
  if (hasNote) {
    const note = Object.assign(document.createElement('div'), { className: 'note test-note' });
    note.append('The bodies are too heavy for this machine: some steps are left out.');
    root.querySelector('[data-part=notes]').append(note);
  }
  await figure.seek(2);
  await figure.seek(1);
  await frames(5);
  const time = getComputedStyle(root.querySelector('.time')).pointerEvents === 'none' ? '.time button' : '.time';
  const over = `${time}, .note, .hint:not(.is-gone), .controls, .energy-bars, .key-button, .compared-names, .tag, .big-play, .label-joint`;
  const whole = figure.getBoundingClientRect();
  const shown = [...root.querySelectorAll(over)]
    .map((element) => ({ element, name: element.className, box: element.getBoundingClientRect() }))
    .filter(
      ({ element, box }) => box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    );
  const bad = [];
  for (const [index, { name, box }] of shown.entries()) {
    const isInside =
      box.left >= whole.left - 1 && box.top >= whole.top - 1 && box.right <= whole.right + 1 && box.bottom <= whole.bottom + 1;
    if (!isInside) bad.push(`${name} outside`);
    for (const other of shown.slice(index + 1)) {
      if ([name, other.name].some((one) => /\bnote\b/.test(one)) && [name, other.name].some((one) => /\blabel\b/.test(one))) continue; // for a while
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      if (wide > 1 && high > 1) bad.push(`${name} over ${other.name}`);
    }
  }
  return { bad, count: shown.length };
}

export function testFigureRoom(context) {
  for (const [what, { scene, signs }] of Object.entries(kScenes))
    for (const controls of ['min', 'full'])
      test(`nothing lies over anything else in a figure of 320 to 680 pixels: ${what}, controls ${controls}`, async () => {
        const page = await context.browser.open(`${context.site.url}elements/empty.html`, { width: 760, height: 700 });
        await page.waitFor(() => customElements.get('tumble-scene') !== undefined, { what: 'the element' });
        await page.evaluate(
          ([text, kind]) => {
            const figure = document.createElement('tumble-scene');
            figure.id = 'room';
            figure.style.cssText = 'display: block; width: 680px';
            figure.setAttribute('controls', kind);
            figure.setAttribute('autoplay', '');
            const script = Object.assign(document.createElement('script'), { type: 'application/json', textContent: text });
            figure.append(script);
            document.body.append(figure);
          },
          [JSON.stringify(scene), controls],
        );
        await page.waitFor((wanted) => wanted.every((sign) => document.getElementById('room').shadowRoot.querySelector(sign) !== null), {
          args: [signs],
          what: signs.join(' and '),
          limit: 60_000,
        });
        await page.evaluate(() => document.getElementById('room').pause());
        for (const width of kWidths)
          for (const [hasNote, isMoreOpen] of [
            [false, false],
            [true, false],
            [false, true],
          ]) {
            const { bad, count } = await page.evaluate(crowded, [width, hasNote, isMoreOpen]);
            assert.deepEqual(bad, [], `${width} pixels${hasNote ? ', a note' : ''}${isMoreOpen ? ', all controls' : ''}`);
            assert.ok(count >= 2, `${count} at ${width} pixels`);
          }
        await page.close();
      });
}
