// What is drawn for each kind of shape: unit bodies stretched to the right extents, at the right places.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { splitShapes, figureGeometry, withFigures, readLooks, figureNames } = await importWebModules(
  'viewer/shape-table.ts',
  'viewer/figures.ts',
  'figure/scene-looks.ts',
  'viewer/look-names.ts',
);
const shape = (slot, kind, [a, b = 0, c = 0], place = [0, 0, 0], q = [0, 0, 0, 1]) => [slot, kind, a, b, c, ...place, ...q];
const split = (shapes, geometries = [], types = ['dynamic', 'static']) =>
  splitShapes({
    stepsPerSecond: 60,
    slotCount: 2,
    bodies: types.map((type, slot) => ({ slot, type })),
    shapes: Float32Array.from(shapes.flat()),
    geometries,
  });
const only = (groups, kind) => groups.find((group) => group.kind === kind);
const numbers = (group, index = 0) =>
  [...group.table.subarray(index * 12, index * 12 + 12)].map((value) => Math.round(value * 1e5) / 1e5 + 0);

test('boxes and balls, moving and still', () => {
  const { moving, still } = split([shape(0, 0, [1, 2, 3]), shape(0, 1, [0.5], [1, 0, 0]), shape(1, 0, [9, 1, 9])]);
  assert.deepEqual(
    moving.map(({ kind, count }) => [kind, count]),
    [
      ['box', 1],
      ['ball', 1],
    ],
  );
  assert.deepEqual(numbers(only(moving, 'ball')), [0, 2, 0.5, 0.5, 0.5, 1, 0, 0, 0, 0, 0, 1]);
  assert.deepEqual(numbers(only(still, 'box')).slice(0, 5), [1, 1, 9, 1, 9]);
});

test('a capsule is a cylinder and two balls along its own axis', () => {
  const quarter = [0, 0, -Math.SQRT1_2, Math.SQRT1_2]; // y becomes x
  const { moving } = split([shape(0, 3, [0.2, 1], [5, 0, 0], quarter)]);
  assert.deepEqual(numbers(only(moving, 'cylinder')).slice(2, 8), [0.2, 0.5, 0.2, 5, 0, 0]);
  const balls = only(moving, 'ball');
  assert.equal(balls.count, 2);
  assert.deepEqual(
    [0, 1].map((index) => numbers(balls, index).slice(5, 8)),
    [
      [4.5, 0, 0],
      [5.5, 0, 0],
    ],
  );
});

test('a cone is stretched by radius and half height; a cavity is not drawn', () => {
  const { moving } = split([shape(0, 4, [0.3, 2]), shape(0, 16 + 1, [0.1])]);
  assert.equal(moving.length, 1);
  assert.deepEqual(numbers(only(moving, 'cone')).slice(2, 5), [0.3, 1, 0.3]);
});

test('a mesh fills the box around it; point masses are balls whose volume goes with the mass', () => {
  const mesh = Float32Array.from([0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 6]);
  const points = Float32Array.from([-1, 0, 0, 8, 1, 0, 0, 1]);
  const { moving } = split([shape(0, 6, [0]), shape(0, 7, [1])], [mesh, points]);
  assert.deepEqual(numbers(only(moving, 'solid0')).slice(2, 8), [1, 2, 3, 1, 2, 3]);
  const balls = only(moving, 'ball');
  const radii = [0, 1].map((index) => balls.table[index * 12 + 2]);
  assert.ok(Math.abs(radii[0] / radii[1] - 2) < 1e-5, `${radii}`);
  assert.deepEqual(
    [0, 1].map((index) => numbers(balls, index).slice(5, 8)),
    [
      [-1, 0, 0],
      [1, 0, 0],
    ],
  );
});

test('geometries that are missing are not drawn', () => {
  assert.deepEqual(split([shape(0, 5, [3])]).moving, []);
});

test('a body with a look is one instance in the box around all its shapes; others stay as they are', () => {
  const half = Math.SQRT1_2;
  const shapes = [
    shape(0, 0, [1, 2, 3]),
    shape(0, 1, [0.5], [4, 0, 0]),
    shape(0, 0, [1, 1, 1], [0, 5, 0], [0, 0, half, half]),
    shape(1, 0, [1, 1, 1]),
  ];
  const info = { bodies: [0, 1].map((slot) => ({ slot, type: 'dynamic' })), shapes: Float32Array.from(shapes.flat()), geometries: [] };
  const { moving: asShapes, still } = splitShapes(info);
  const moving = withFigures(asShapes, new Map([[0, 'hammer']]));
  assert.equal(still.length, 0);
  assert.deepEqual(
    moving.map(({ figure, count }) => [figure, count]),
    [
      [undefined, 1],
      ['hammer', 1],
    ],
  );
  assert.deepEqual(numbers(moving[1]), [0, 0, 2.75, 4, 3, 1.75, 2, 0, 0, 0, 0, 1]);
});

test('a figure lies within its box, whatever the order of its edges, and its triangles face outwards', () => {
  for (const name of figureNames) {
    for (const half of [
      [0.13, 0.34, 0.013],
      [1.5, 0.7, 0.7],
      [0.2, 0.3, 1],
      [0.05, 0.4, 0.9],
    ]) {
      const { attributes } = figureGeometry(name, half);
      const [places, normals] = [attributes.position.array, attributes.normal.array];
      let [reach, inside] = [0, 0];
      for (const value of places) reach = Math.max(reach, Math.abs(value));
      assert.ok(reach <= 1 + 1e-6 && reach > 0.99, `${name} in ${half} reaches to ${reach}`);
      for (let at = 0; at < places.length; at += 9) {
        const corner = (index) => [0, 1, 2].map((axis) => places[at + 3 * index + axis] * half[axis]);
        const [a, b, c] = [corner(0), corner(1), corner(2)];
        const [u, v] = [b, c].map((to) => to.map((value, axis) => value - a[axis]));
        const facing = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        const along = facing.reduce((sum, value, axis) => sum + (value * normals[at + axis]) / half[axis], 0);
        if (!(along > -1e-9)) inside += 1;
      }
      assert.equal(inside, 0, `${name} in ${half}`);
    }
  }
});

test('what a body is drawn as is one of a list, and refused with its place', () => {
  assert.equal(readLooks({ bodies: [{}, { look: 'racket' }] }), true);
  assert.equal(readLooks({ bodies: [{}] }), false);
  assert.equal(readLooks({ bodies: 3 }), false);
  const added = (look) => ({
    commands: [
      { type: 'removeBody', body: 1 },
      { type: 'addBody', body: { look } },
    ],
  });
  assert.equal(readLooks(added('hammer')), true);
  assert.throws(() => readLooks(added('banjo')), { message: `commands[1].body.look: "banjo" is none of ${figureNames.join(', ')}` });
  assert.throws(() => readLooks({ bodies: [{}, { look: 'banjo' }] }), {
    message: `bodies[1].look: "banjo" is none of ${figureNames.join(', ')}`,
  });
});
