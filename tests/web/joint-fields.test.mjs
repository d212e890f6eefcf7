// Fields of joints: every key that a scene may give a joint has one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneSchema } from '../../build-scripts/scene-schema.mjs';
import { importWebModules } from './support/bundle.mjs';

const { fieldsOfJoint, withoutJoint, withJointName } = await importWebModules('scene-editor/joint-fields.ts', 'scene-editor/joint-edit.ts');

const schema = sceneSchema();
const kinds = schema.$defs.joint.allOf.map(({ if: { properties }, then }) => ({ type: properties.type.const, keys: then.properties }));
const keysOf = (properties, before = '') =>
  Object.entries(properties).flatMap(([key, value]) =>
    value.properties ? keysOf(value.properties, `${before}${key}.`) : [`${before}${key}`],
  );

// The same said in another way: in radians, and in the frames of the bodies.
const inRadians = { swing: 1, twist: { lower: 0, upper: 1 }, limits: { lower: 0, upper: 1 }, servo: { angle: 1 }, spring: { rest: 1 } };
const inBodies = { pointA: [0, 0, 0], pointB: [0, 0, 0], axisA: [1, 0, 0], axisB: [1, 0, 0] };

test('every key of every joint has a field, also where the joint says it in radians or in the frames of its bodies', () => {
  assert.equal(kinds.length, 9);
  for (const { type, keys } of kinds) {
    const known = new Set(
      [{ type }, { type, ...inRadians }, { type, ...inBodies }].flatMap((joint) =>
        fieldsOfJoint(joint, {}, 0).map(({ key }) => (key.startsWith('joints.') ? 'joints' : key)),
      ),
    );
    const wanted = keysOf(keys).filter((key) => key !== 'type');
    assert.deepEqual([...known].sort(), wanted.sort(), type);
  }
});

test('a field shows the way that its joint has: never both', () => {
  const keys = (joint) => fieldsOfJoint(joint, {}, 0).map(({ key }) => key);
  const degrees = keys({ type: 'hinge', limits: { lowerDegrees: -10, upper: 1 } });
  assert.ok(degrees.includes('limits.lowerDegrees') && degrees.includes('limits.upper') && !degrees.includes('limits.upperDegrees'));
  assert.ok(keys({ type: 'ball', point: [0, 0, 0] }).includes('point'));
  assert.ok(!keys({ type: 'ball', ...inBodies }).includes('point'));
});

test('a gear offers the hinges before it, a rack a hinge and a slider, by name or by index', () => {
  const scene = {
    joints: [
      { type: 'hinge', name: 'first' },
      { type: 'slider' },
      { type: 'hinge' },
      { type: 'gear', joints: ['first', 2] },
      { type: 'hinge', name: 'last' },
    ],
  };
  const choices = (type) =>
    fieldsOfJoint({ type }, scene, 3)
      .filter(({ kind }) => kind === 'joint')
      .map((field) => field.choices);
  assert.deepEqual(choices('gear'), [
    ['first', '2'],
    ['first', '2'],
  ]);
  assert.deepEqual(choices('rack'), [['first', '2'], ['1']]);
  assert.deepEqual(withoutJoint(scene, 1).joints[2].joints, ['first', 1]);
});

const named = {
  bodies: [],
  joints: [{ type: 'hinge', name: 'one' }, { type: 'hinge' }, { type: 'hinge', name: 'three' }, { type: 'gear', joints: ['three', 1] }],
  commands: [
    { type: 'impulse', body: 0 },
    { type: 'motor', joint: 'one', speed: 1 },
    { type: 'motor', joint: 2, speed: 1 },
  ],
  keys: {
    a: { joint: 'one', motor: 1 },
    b: [
      { joint: 'one', motor: 2 },
      { joint: 'three', motor: 2 },
    ],
  },
  controls: [{ path: 'joints[0].motor.speed' }, { path: 'joints[2].motor.speed' }, { path: 'gravity[1]' }, { command: {} }],
  show: { joints: ['one', 2], plots: [{ quantity: 'angle', joint: 'one' }, { quantity: 'energy' }, { quantity: 'angle', joint: 1 }] },
};

test('what names a joint goes with it, and what names others by an index follows', () => {
  const rest = withoutJoint(named, 0);
  assert.deepEqual(rest.commands, [named.commands[0], { type: 'motor', joint: 1, speed: 1 }]);
  assert.deepEqual(rest.keys, { b: [{ joint: 'three', motor: 2 }] });
  assert.deepEqual(rest.controls, [{ path: 'joints[1].motor.speed' }, { path: 'gravity[1]' }, { command: {} }]);
  assert.deepEqual(rest.show, { joints: [1], plots: [{ quantity: 'energy' }, { quantity: 'angle', joint: 0 }] });
  assert.deepEqual(rest.joints.at(-1).joints, ['three', 0]);
  assert.deepEqual(withoutJoint({ joints: [named.joints[0]], keys: { a: named.keys.a } }, 0), {});
});

test('another name of a joint is that of all that names it; without one it is named by its index', () => {
  const next = withJointName(named, 2, 'last');
  assert.deepEqual([next.joints[2].name, next.joints[3].joints, next.keys.b[1].joint], ['last', ['last', 1], 'last']);
  assert.equal(withJointName(named, 0, 'first').show.plots[0].joint, 'first');
  assert.deepEqual(withJointName(named, 2, undefined).joints[3].joints, [2, 1]);
  assert.equal(withJointName(named, 1, 'two').joints[1].name, 'two');
});
