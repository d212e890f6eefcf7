// The controls that a scene brings along (`controls`), and paths into a scene: read as web/scenes/README.md says, refused with the place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readControls, pathOf, valueAt, withValue, schemeNames, motionSchemes, wordFor } = await importWebModules(
  'figure/scene-controls.ts',
  'simulation/scene-path.ts',
  'instruments/scheme-names.ts',
);
const folder = new URL('../../web/scenes/', import.meta.url);
const scene = (controls) => ({
  tumble: 1,
  gravity: [0, -9.81, 0],
  bodies: [
    { name: 'top', mass: 2, angularVelocity: [0, 5, 0], sleeping: false },
    { name: 'top.two [b]', mass: 3, motion: 'exact' },
    { name: 'top.two', mass: 4 },
  ],
  forces: [{ type: 'spring', body: 'top', stiffness: 40 }],
  controls,
});

test('paths: keys, indices, and names of bodies with any letters', () => {
  const document = scene([]);
  for (const [text, value] of [
    ['gravity[1]', -9.81],
    ['bodies.top.mass', 2],
    ['bodies.top.angularVelocity[1]', 5],
    ['bodies[2].mass', 4],
    ['bodies.top.two [b].mass', 3],
    ['bodies.top.two.mass', 4],
    ['forces[0].stiffness', 40],
  ])
    assert.equal(valueAt(document, pathOf(text, document)), value, text);
  for (const text of ['bodies.bottom.mass', 'bodies.top', 'gravity[-1]', 'gravity[1', 'a..b', '', '[0]x', 'gravity.1', '__proto__'])
    assert.equal(pathOf(text, document), null, text);
  const changed = withValue(document, pathOf('bodies.top.angularVelocity[1]', document), 7);
  assert.deepEqual(
    [changed.bodies[0].angularVelocity, document.bodies[0].angularVelocity],
    [
      [0, 7, 0],
      [0, 5, 0],
    ],
  );
});

test('a path leads to what the scene says, and to nothing that every list, text or object has', () => {
  for (const path of [
    'forces.length',
    'forces.constructor.prototype.length',
    'title.length',
    'title[0]',
    'constructor.name',
    'constructor.length',
    'gravity.at.length',
    'bodies.top.name.length',
    'bodies[0].valueOf.name',
  ])
    assert.throws(
      () => readControls({ ...scene([{ label: 'm', path, min: 0, max: 1e12, choices: ['a'] }]), title: 'A title' }),
      /controls\[0\]\.path: this scene has no value at/,
      path,
    );
});

test('the controls of the gallery stand for values that are there, within their range', () => {
  let count = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'catalog.json')) {
    const document = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    for (const control of readControls(document)) {
      count += 1;
      if (control.kind === 'slider') {
        const value = valueAt(document, control.path);
        assert.ok(value >= control.min && value <= control.max, `${name}: ${control.label}`);
        const steps = (value - control.min) / control.step;
        assert.ok(Math.abs(steps - Math.round(steps)) < 1e-6, `${name}: ${control.label} stands between two stops`);
      }
      if (control.kind === 'choice') assert.ok(control.choices.includes(valueAt(document, control.path)), `${name}: ${control.label}`);
    }
  }
  assert.ok(count > 15, `${count} controls`);
});

test('a slider, a switch, a choice and a button', () => {
  const [slider, toggle, choice, button] = readControls(
    scene([
      { label: 'spin', path: 'bodies.top.angularVelocity[1]', unit: 'rad/s', min: 0, max: 20, restart: true },
      { label: 'may sleep', path: 'bodies.top.sleeping' },
      { label: 'scheme', path: 'bodies.top.two [b].motion', choices: ['exact', 'midpoint'] },
      { label: 'Push', command: { type: 'impulse', body: 'top', impulse: [1, 0, 0] } },
    ]),
  );
  assert.deepEqual(slider, {
    kind: 'slider',
    label: 'spin',
    path: ['bodies', 0, 'angularVelocity', 1],
    restarts: true,
    unit: 'rad/s',
    min: 0,
    max: 20,
    step: 0.2,
    keys: new Map(),
  });
  assert.deepEqual([toggle.kind, choice.kind, button.kind], ['switch', 'choice', 'button']);
  assert.deepEqual(choice.choices, ['exact', 'midpoint']);
  assert.deepEqual(button.command, { type: 'impulse', body: 'top', impulse: [1, 0, 0] });
});

test('letters hold a control at a value', () => {
  const [slider, toggle, button] = readControls(
    scene([
      { label: 'spin', path: 'bodies.top.angularVelocity[1]', min: 0, max: 20, keys: { a: 5, d: 20 } },
      { label: 'may sleep', path: 'bodies.top.sleeping', keys: { s: true } },
      { label: 'Push', command: { type: 'impulse', body: 'top', impulse: [1, 0, 0] }, key: 'f' },
    ]),
  );
  assert.deepEqual(
    slider.keys,
    new Map([
      ['a', 5],
      ['d', 20],
    ]),
  );
  assert.deepEqual(toggle.keys, new Map([['s', true]]));
  assert.equal(button.key, 'f');
  const refused = (keys, sentence) =>
    assert.throws(() => readControls(scene([{ label: 'spin', path: 'bodies.top.angularVelocity[1]', min: 0, max: 20, keys }])), sentence);
  refused({ a: 21 }, /controls\[0\]\.keys\.a: 21 is above 20/);
  refused({ ab: 1 }, /controls\[0\]\.keys\.ab/);
  refused([], /controls\[0\]\.keys: a list is not an object/);
});

const path = 'bodies.top.mass';
for (const [control, sentence] of [
  [7, 'controls[0]: 7 is not an object'],
  [{ path, min: 0, max: 1 }, 'controls[0].label: is missing'],
  [{ label: 'a\u202eb', path, min: 0, max: 1 }, 'controls[0].label: has letters that nobody sees'],
  [{ label: 'm', path: 'bodies.top.weight', min: 0, max: 1 }, 'controls[0].path: this scene has no value at “bodies.top.weight”'],
  [{ label: 'm', path: 'gravity', min: 0, max: 1 }, 'controls[0].path: is neither a number, nor true or false, nor a word'],
  [{ label: 'm', path, max: 1 }, 'controls[0].min: is missing'],
  [{ label: 'm', path, min: 1, max: 1 }, 'controls[0].max: 1 is not above min'],
  [{ label: 'm', path, min: 0, max: 1, step: 0 }, 'controls[0].step: is 0'],
  [{ label: 'm', path, min: 0, max: 1, step: 2 }, 'controls[0].step: 2 is above 1'],
  [{ label: 'm', path, min: 0, max: 1, restart: 1 }, 'controls[0].restart: 1 is neither true nor false'],
  [{ label: 'm', path: 'bodies.top.two [b].motion' }, 'controls[0].choices: is missing'],
  [{ label: 'm', path, command: { type: 'impulse' } }, 'controls[0]: has a path and a command'],
  [
    { label: 'm', command: { type: 'impulse', body: { toString: 1 } } },
    'controls[0].command.body: an object is neither the name nor the index of a body',
  ],
  [{ label: 'm', command: { type: 'impulse', body: 'nobody' } }, 'controls[0].command.body: there is no body “nobody”'],
  [{ label: 'm', command: { impulse: [0, 0, 1] } }, 'controls[0].command.type: is missing'],
  [{ label: 'm', path, min: 0, max: 1, colour: 'red' }, 'controls[0].colour: unknown key; there are label, path'],
])
  test(`refused: ${sentence}`, () => {
    assert.throws(
      () => readControls(scene([control])),
      (error) => error.name === 'SceneError' && error.message.startsWith(sentence),
    );
  });

test('at most twelve controls', () => {
  assert.throws(() => readControls(scene(new Array(13).fill({ label: 'm', path, min: 0, max: 5 }))), /controls: has 13 entries/);
});

test('every scheme of the engine has a name for people', () => {
  const header = readFileSync(new URL('../../engine/bodies/motion_scheme.h', import.meta.url), 'utf8');
  const body = header.match(/enum class MotionScheme[^{]*\{([^}]*)\}/)[1];
  const words = [...body.replace(/\/\/.*/g, '').matchAll(/\b([a-z]\w*)\b/g)].map(([word]) => word);
  assert.deepEqual([...motionSchemes].sort(), words.sort());
  for (const scheme of motionSchemes) assert.ok(schemeNames[scheme].words.length > 10, scheme);
  assert.equal(wordFor('rungeKutta4'), 'Runge–Kutta 4');
  assert.equal(wordFor('world'), 'world');
});
