// Fields of joints: every key that a scene may give a joint has one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneSchema } from '../../build-scripts/scene-schema.mjs';
import { importWebModules } from './support/bundle.mjs';

const { fieldsOfJoint, withoutJoint } = await importWebModules('scene-editor/joint-fields.ts', 'scene-editor/scene-edit.ts');

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
