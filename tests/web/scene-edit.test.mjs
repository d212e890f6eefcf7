// Changes of a scene by fields: what is set, added, copied, taken out, and that references to bodies follow.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { withValue, withCopy, withoutItem, withBodyCopy, withNested, withoutBody, withName, withSet, copiesOf, pathText } =
  await importWebModules('scene-editor/scene-edit.ts', 'simulation/scene-path.ts');

const scene = {
  bodies: [
    { name: 'a', size: [1, 1, 1], position: [1, 2, 3] },
    { name: 'b', size: [1, 1, 1], arrangement: { type: 'pyramid', rows: 3, spacing: [1, 1] } },
    {
      name: 'c',
      shapes: [
        { type: 'box', size: [1, 1, 1] },
        { type: 'sphere', radius: 1 },
      ],
    },
  ],
  forces: [
    { type: 'torque', body: 0, torque: [0, 1, 0] },
    { type: 'spring', body: 'a', other: 'b[2]', stiffness: 1 },
    { type: 'spring', body: 7, other: 'c', stiffness: 1 },
    { type: 'field', acceleration: [0, 1, 0] },
  ],
  commands: [{ type: 'impulse', body: 'b[0]', impulse: [1, 0, 0] }],
};
const before = JSON.stringify(scene);

test('a value is set where it belongs, made on the way, and taken away; the scene before stays as it was', () => {
  assert.equal(withValue(scene, ['bodies', 2, 'shapes', 1, 'radius'], 3).bodies[2].shapes[1].radius, 3);
  assert.deepEqual(withValue({}, ['camera', 'position'], [1, 2, 3]), { camera: { position: [1, 2, 3] } });
  assert.equal('size' in withValue(scene, ['bodies', 0, 'size'], undefined).bodies[0], false);
  assert.equal(pathText(['bodies', 2, 'shapes', 1, 'radius']), 'bodies[2].shapes[1].radius');
  assert.equal(JSON.stringify(scene), before);
});

test('items of lists are copied and taken out, and an empty list goes', () => {
  const twice = withCopy(scene, ['bodies', 2, 'shapes', 0]).bodies[2].shapes;
  assert.deepEqual(
    twice.map(({ type }) => type),
    ['box', 'box', 'sphere'],
  );
  assert.deepEqual(
    withoutItem(scene, ['bodies', 2, 'shapes', 0]).bodies[2].shapes.map(({ type }) => type),
    ['sphere'],
  );
  assert.equal('commands' in withoutItem(scene, ['commands', 0]), false);
});

test('a body that goes takes its forces and commands along, and indices behind it move up', () => {
  assert.deepEqual(withoutBody(scene, 0).forces, [
    { type: 'spring', body: 6, other: 'c', stiffness: 1 },
    { type: 'field', acceleration: [0, 1, 0] },
  ]);
  const next = withoutBody(scene, 1); // six copies, of which springs and commands name two
  assert.deepEqual(
    next.forces.map(({ type, body }) => [type, body]),
    [
      ['torque', 0],
      ['spring', 1],
      ['field', undefined],
    ],
  );
  assert.equal('commands' in next, false);
  assert.equal(JSON.stringify(scene), before);
});

test('a copy of a body has another name and place, or no name, and stands behind all others', () => {
  assert.deepEqual(withBodyCopy(scene, 0, { position: [2, 3, 3] }).bodies[3], { size: [1, 1, 1], position: [2, 3, 3] });
  assert.equal(withBodyCopy(scene, 0, { name: 'another' }).bodies[3].name, 'another');
});

test('another name is used by forces and commands, too', () => {
  const next = withName(scene, 1, 'brick');
  assert.equal(next.bodies[1].name, 'brick');
  assert.equal(next.forces[1].other, 'brick[2]');
  assert.equal(next.commands[0].body, 'brick[0]');
  const none = withName(scene, 1, undefined);
  assert.equal(none.bodies[1].name, undefined);
  assert.equal(none.forces[1].other, 3, 'without a name a copy is named by its index');
  assert.equal(none.commands[0].body, 1);
});

const shown = {
  ...scene,
  forces: [...scene.forces, { type: 'drag', body: 'a', linear: 0.1 }],
  show: { body: 'a', point: [0, 1, 0], follow: true, marks: [], plots: [{ quantity: 'energy' }, { quantity: 'speed', body: 'a' }] },
  controls: [
    { label: 'place of a', path: 'bodies.a.position[1]' },
    { label: 'radius of c', path: 'bodies[2].shapes[1].radius' },
    { label: 'stiffness', path: 'forces[2].stiffness' },
    { label: 'drag', path: 'forces[4].linear' },
    { label: 'push', command: { type: 'impulse', body: 'a', impulse: [1, 0, 0] } },
  ],
};
const controlsOf = ({ controls = [] }) => Object.fromEntries(controls.map(({ label, path, command }) => [label, path ?? command.body]));

test('another name is used wherever the scene shows or controls a body, and none becomes its index', () => {
  const next = withName(shown, 0, 'x.y');
  assert.deepEqual([next.show.body, next.show.plots[1].body], ['x.y', 'x.y']);
  assert.deepEqual(controlsOf(next), { ...controlsOf(shown), 'place of a': 'bodies.x.y.position[1]', push: 'x.y' });
  const none = withName(shown, 0, undefined);
  assert.deepEqual([none.show.body, none.show.plots[1].body], [0, 0]);
  assert.deepEqual(controlsOf(none), { ...controlsOf(shown), 'place of a': 'bodies[0].position[1]', push: 0 });
});

test('a body that goes takes what shows and controls it along, and paths behind it move up', () => {
  const next = withoutBody(shown, 0);
  assert.deepEqual(next.show, { marks: [], plots: [{ quantity: 'energy' }] });
  assert.deepEqual(controlsOf(next), { 'radius of c': 'bodies[1].shapes[1].radius', stiffness: 'forces[0].stiffness' });
});

test('a name that ends as that of a copy does is a name', () => {
  const wheels = {
    bodies: [{ name: 'wheel[2]' }, { name: 'b' }],
    forces: [{ type: 'force', body: 'wheel[2]' }],
    show: { body: 'wheel[2]' },
  };
  const next = withName(wheels, 0, 'wheel');
  assert.deepEqual([next.forces[0].body, next.show.body], ['wheel', 'wheel']);
  assert.deepEqual(withName(wheels, 0, undefined).show.body, 0);
  assert.deepEqual(withoutBody(wheels, 0), { bodies: [{ name: 'b' }], show: {} });
});

test('a value, an item or a copy that comes or goes leaves each control with the value that it had, or takes it along', () => {
  assert.equal('place of a' in controlsOf(withSet(shown, ['bodies', 0, 'position'], undefined)), false);
  assert.equal('stiffness' in controlsOf(withNested(shown, ['forces', 2, 'stiffness'], undefined)), false);
  assert.equal(controlsOf(withoutItem(shown, ['forces', 1])).stiffness, 'forces[1].stiffness');
  assert.equal('stiffness' in controlsOf(withoutItem(shown, ['forces', 2])), false);
  assert.equal(controlsOf(withCopy(shown, ['bodies', 2, 'shapes', 0]))['radius of c'], 'bodies[2].shapes[2].radius');
  assert.equal(controlsOf(withCopy(shown, ['forces', 3])).stiffness, 'forces[2].stiffness');
});

test('copies of arrangements are counted as the engine does', () => {
  const count = (arrangement) => copiesOf({ arrangement });
  assert.equal(copiesOf({}), 1);
  assert.equal(count({ type: 'grid', count: [2, 3, 4] }), 24);
  assert.equal(count({ type: 'stack', count: 5 }), 5);
  assert.equal(count({ type: 'wall', columns: 4, rows: 3 }), 11);
  assert.equal(count({ type: 'pyramid', rows: 4 }), 10);
  assert.equal(count({ type: 'spiral', count: 7 }), 7);
});
