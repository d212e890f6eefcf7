// The colours that a scene gives bodies and shapes, as they are drawn. That the engine lists shapes in this order: tests/wasm/shape-colors.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Color, Scene } from 'three';
import { importWebModules } from './support/bundle.mjs';
import { drawnColors } from './support/drawn-colors.mjs';

const { addedLooks, sceneLook, BodyInstances, bodyColor, ...figures } = await importWebModules(
  'figure/scene-look.ts',
  'viewer/body-instances.ts',
  'viewer/palette.ts',
  'viewer/figures.ts',
);

const [box, sphere, capsule, hull] = [0, 1, 3, 5];
const cavity = 16;
const listed = (slot, kind, [a, b = 0, c = 0]) => [slot, kind, a, b, c, 0, 0, 0, 0, 0, 0, 1];
const infoOf = (entries, shapes) => ({
  stepsPerSecond: 60,
  slotCount: entries.length,
  bodies: entries.map((entry, slot) => ({ slot, entry, type: 'dynamic', name: `body ${slot}`, centerOfMass: [0, 0, 0] })),
  shapes: Float32Array.from(shapes.flat()),
  geometries: [Float32Array.from([-5, -1, 0, 5, -1, 0, 0, 1, 0])], // a hull with a half extent of 5 along x
});

/** The drawn instances of each slot, [half extent along x, colour], in the order of the extents. */
function draw(scene, info, maker = null) {
  const { looks } = sceneLook(scene, info);
  const bodies = new BodyInstances(new Scene(), true);
  if (maker) bodies.figureMaker = maker;
  bodies.setWorld(info, looks);
  const halfOf = (_kind, record) => Number(record[2].toFixed(3));
  return { bodies, colorsOf: (slot) => drawnColors(bodies, slot, halfOf).sort(([a], [b]) => a - b) };
}

const compound = {
  color: '#d9694f',
  shapes: [
    { type: 'hull', vertices: [], color: '#101010' },
    { type: 'sphere', radius: 1, collides: false, color: '#202020' },
    { type: 'box', size: [4, 4, 4] },
    { type: 'sphere', radius: 9, subtract: true, color: '#303030' },
    { type: 'sphere', radius: 3, color: '#404040' },
    { type: 'capsule', radius: 4, height: 1, color: '#505050' },
    { type: 'sphere', radius: 6, collides: false },
    { type: 'sphere', radius: 7, collides: false, color: '#707070' },
  ],
};
// As the engine lists them.
const shapesOfCompound = (slot) => [
  listed(slot, box, [2, 2, 2]),
  listed(slot, sphere, [3]),
  listed(slot, capsule, [4, 1]),
  listed(slot, hull, [0]),
  listed(slot, sphere, [1]),
  listed(slot, cavity + sphere, [9]),
  listed(slot, sphere, [6]),
  listed(slot, sphere, [7]),
];
const colorsOfCompound = [
  [1, '#202020'],
  [2, '#d9694f'],
  [3, '#404040'],
  [4, '#505050'], // the middle of the capsule and its ends
  [4, '#505050'],
  [4, '#505050'],
  [5, '#101010'],
  [6, '#d9694f'],
  [7, '#707070'],
];

test('each shape has its own colour, else that of its body; so have all copies', () => {
  const scene = { bodies: [{ size: [1, 1, 1] }, { ...compound, arrangement: { type: 'stack', count: 2, spacing: 20 } }] };
  const shapes = [...shapesOfCompound(1), listed(0, box, [0.5, 0.5, 0.5]), ...shapesOfCompound(2)];
  const { colorsOf } = draw(scene, infoOf([0, 1, 1], shapes));
  for (const copy of [1, 2]) assert.deepEqual(colorsOf(copy), colorsOfCompound, `copy ${copy}`);
});

test('without any the page gives a colour, in the light and in the dark', () => {
  const info = infoOf([0], [listed(0, box, [1, 1, 1]), listed(0, sphere, [2])]);
  const shapes = [
    { type: 'box', size: [2, 2, 2] },
    { type: 'sphere', radius: 2, color: '#abcdef' },
  ];
  const { bodies, colorsOf } = draw({ bodies: [{ shapes }] }, info);
  for (const isDark of [false, true]) {
    bodies.setTheme(isDark);
    const given = `#${new Color().copy(bodyColor(info.bodies[0], isDark)).getHexString()}`;
    assert.deepEqual(colorsOf(0), [
      [1, given],
      [2, '#abcdef'],
    ]);
  }
});

test('a ghost comes behind what collides, be it one by itself or by its body', () => {
  const shapes = [
    { type: 'sphere', radius: 1, color: '#111111' },
    { type: 'sphere', radius: 2, color: '#222222', collides: true },
    { type: 'sphere', radius: 3, color: '#333333' },
  ];
  const order = [2, 1, 3].map((radius) => listed(0, sphere, [radius]));
  const { colorsOf } = draw({ bodies: [{ collides: false, shapes }] }, infoOf([0], order));
  assert.deepEqual(colorsOf(0), [
    [1, '#111111'],
    [2, '#222222'],
    [3, '#333333'],
  ]);
});

test('a figure has the colour of its body, not of its first shape', () => {
  const shapes = [{ type: 'box', size: [2, 6, 1], color: '#111111' }];
  const info = infoOf([0], [listed(0, box, [1, 3, 0.5])]);
  const { colorsOf } = draw({ bodies: [{ look: 'hammer', color: '#d9694f', shapes }] }, info, figures);
  assert.deepEqual(colorsOf(0), [[1, '#d9694f']]);
});

test('a body that comes where one of the scene was has none of its colours', () => {
  const { bodies, colorsOf } = draw({ bodies: [compound] }, infoOf([0], shapesOfCompound(0)));
  assert.deepEqual(colorsOf(0), colorsOfCompound);
  const added = infoOf([-1], [listed(0, box, [2, 2, 2]), listed(0, sphere, [3])]);
  bodies.setWorld(added, sceneLook({ bodies: [compound] }, infoOf([0], [])).looks);
  const given = `#${new Color().copy(bodyColor(added.bodies[0], false)).getHexString()}`;
  assert.deepEqual(colorsOf(0), [
    [2, given],
    [3, given],
  ]);
});

test('a body that comes where a figure was is drawn as its shapes, in the colours that its command gives', () => {
  const scene = { bodies: [{ look: 'hammer', color: '#d9694f', shapes: [{ type: 'box', size: [2, 6, 1] }] }] };
  const { bodies, colorsOf } = draw(scene, infoOf([0], [listed(0, box, [1, 3, 0.5])]), figures);
  const later = infoOf([-1], [listed(0, box, [2, 2, 2]), listed(0, sphere, [3])]);
  later.bodies[0].id = 7;
  bodies.setWorld(later, sceneLook(scene, infoOf([0], [])).looks);
  assert.ok(bodies.dressAdded(new Map([[7, { colors: ['#abcdef', undefined, '#123456'] }]])));
  const wanted = [
    [2, '#abcdef'],
    [3, '#123456'],
  ];
  assert.deepEqual(colorsOf(0), wanted);
  bodies.setTheme(true);
  assert.deepEqual(colorsOf(0), wanted);
});

test('a body that comes later with a look is drawn as a body of the scene with this look is; the world has to be set once more for it', () => {
  const body = { look: 'hammer', color: '#d9694f', shapes: [{ type: 'box', size: [2, 6, 1], color: '#111111' }] };
  const shapes = [listed(0, box, [1, 3, 0.5])];
  const partsOf = (bodies) => bodies.partsOf(0).map(({ part: { group } }) => [group.kind, [...group.table]]);
  const { bodies: wanted } = draw({ bodies: [body] }, infoOf([0], shapes), figures);
  const info = infoOf([-1], shapes);
  info.bodies[0].id = 7;
  const { bodies, colorsOf } = draw({ bodies: [] }, info, figures);
  const looks = addedLooks(new Map([[7, body]]));
  assert.equal(bodies.dressAdded(looks), false);
  bodies.setWorld(info, []);
  assert.equal(bodies.dressAdded(looks), true);
  assert.deepEqual(partsOf(bodies), partsOf(wanted));
  assert.deepEqual(colorsOf(0), [[1, '#d9694f']]);
  // The same place, another body, and a look that is none.
  assert.equal(bodies.dressAdded(addedLooks(new Map([[7, { ...body, look: 'banjo' }]]))), false);
});

test('what is no colour counts as none', () => {
  const shapes = [{ type: 'sphere', radius: 1, color: 'red' }, { type: 'sphere', radius: 2, color: '#1234' }, null, 7];
  const info = infoOf([0], [listed(0, sphere, [1]), listed(0, sphere, [2])]);
  const { colorsOf } = draw({ bodies: [{ color: '#d9694f', shapes }] }, info);
  assert.deepEqual(colorsOf(0), [
    [1, '#d9694f'],
    [2, '#d9694f'],
  ]);
  assert.deepEqual(sceneLook({ bodies: 'none' }, infoOf([], [])).looks, []);
});
