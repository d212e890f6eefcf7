// The keys of a scene that drive joints (`keys`): read as web/scenes/README.md says, refused with the place; and edits of a scene with joints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readKeys, readShow, withoutBody, withoutJoint, withNested, withName } = await importWebModules(
  'figure/scene-keys.ts',
  'figure/scene-show.ts',
  'scene-editor/scene-edit.ts',
  'scene-editor/joint-edit.ts',
);

const car = {
  tumble: 1,
  bodies: [{ name: 'ground' }, { name: 'frame' }, { name: 'wheel' }, { name: 'rod' }],
  joints: [
    { type: 'hinge', name: 'axle', a: 'frame', b: 'wheel', motor: { speed: 0 } },
    { type: 'slider', name: 'rail', a: 1, b: 'rod', servo: { position: 0 } },
    { type: 'hinge', name: 'steering', b: 3, servo: { angle: 0 } },
    { type: 'gear', name: 'gear', joints: ['axle', 2] },
  ],
};
const keys = (value) => readKeys({ ...car, keys: value });

test('a key drives one joint or several, by motor or servo; a servo of a slider has a position', () => {
  assert.deepEqual(keys({ ArrowUp: { joint: 'axle', motor: 20, released: 0 } }), [
    { key: 'ArrowUp', drives: [{ joint: 'axle', kind: 'motor', quantity: 'speed', held: 20, released: 0 }] },
  ]);
  const [{ key, drives }] = keys({
    q: [
      { joint: 1, servo: 0.5 },
      { joint: 'steering', servo: -1, released: 0 },
    ],
  });
  assert.equal(key, 'q');
  assert.deepEqual(drives, [
    { joint: 1, kind: 'servo', quantity: 'position', held: 0.5, released: null },
    { joint: 'steering', kind: 'servo', quantity: 'angle', held: -1, released: 0 },
  ]);
  assert.deepEqual(readKeys({}), []);
});

for (const [value, sentence] of [
  [[], 'keys: a list is not an object'],
  [{ Enter: {} }, 'keys.Enter: is neither a letter from a to z nor ArrowUp, ArrowDown, ArrowLeft, ArrowRight'],
  [{ A: {} }, 'keys.A: is neither a letter from a to z nor ArrowUp, ArrowDown, ArrowLeft, ArrowRight'],
  [{ a: [] }, 'keys.a: has 0 entries, not 1 to 16'],
  [{ a: 3 }, 'keys.a: 3 is not an object'],
  [{ a: { joint: 'axle' } }, 'keys.a: has either motor or servo'],
  [{ a: { joint: 'axle', motor: 1, servo: 1 } }, 'keys.a: has either motor or servo'],
  [{ a: { joint: 'door', motor: 1 } }, 'keys.a.joint: there is no joint “door”'],
  [{ a: { joint: 4, motor: 1 } }, 'keys.a.joint: there is no joint 4; the scene has 4'],
  [{ a: { joint: -1, motor: 1 } }, 'keys.a.joint: -1 is neither the name nor the index of a joint'],
  [{ a: [{ joint: 'axle', servo: 1 }] }, 'keys.a[0].joint: this joint has no servo'],
  [{ a: { joint: 'axle', motor: '1' } }, 'keys.a.motor: "1" is not a number'],
  [{ a: { joint: 'axle', motor: 2e6 } }, 'keys.a.motor: 2000000 is above 1000000'],
  [{ a: { joint: 'axle', motor: 1, speed: 1 } }, 'keys.a.speed: unknown key; there are joint, motor, servo, released'],
])
  test(`refused: ${sentence}`, () => assert.throws(() => keys(value), { message: sentence }));

test('show names joints, their values, and plots of them', () => {
  const show = (value) => readShow({ ...car, show: value });
  assert.deepEqual(show({ joints: true, jointReadouts: ['angle', 'force'] }), { joints: true, jointReadouts: ['angle', 'force'] });
  assert.deepEqual(show({ joints: false }), {});
  assert.deepEqual(show({ joints: ['axle', 3] }), { joints: ['axle', 3] });
  assert.deepEqual(show({ plots: [{ quantity: 'angle', joint: 'axle' }] }).plots, [{ quantity: 'angle', joint: 'axle' }]);
  for (const [value, sentence] of [
    [{ joints: ['door'] }, 'show.joints[0]: there is no joint “door”'],
    [{ joints: 1 }, 'show.joints: 1 is neither true nor false'],
    [{ jointReadouts: ['mass'] }, 'show.jointReadouts[0]: "mass" is none of angle, torque, force'],
    [
      { plots: [{ quantity: 'velocity', joint: 'axle' }] },
      'show.plots[0].quantity: "velocity" is none of angle, position, speed, force, torque',
    ],
    [{ plots: [{ quantity: 'angle', joint: 'axle', body: 0 }] }, 'show.plots[0]: has a body and a joint'],
  ])
    assert.throws(() => show(value), { message: sentence });
});

test('a body goes with its joints, and with the gears between them; indices follow', () => {
  const { joints } = withoutBody(car, 2);
  assert.deepEqual(
    joints.map(({ name, a, b }) => [name, a, b]),
    [
      ['rail', 1, 'rod'],
      ['steering', undefined, 2],
    ],
  );
  assert.equal('joints' in withoutBody(withoutBody(car, 3), 2), false);
  const without = withoutJoint(car, 1).joints;
  assert.deepEqual(
    without.map(({ name }) => name),
    ['axle', 'steering', 'gear'],
  );
  assert.deepEqual(without[2].joints, ['axle', 1]);
  assert.deepEqual(withName(car, 1, 'chassis').joints[0].a, 'chassis');
});

test('an object of a joint that has nothing left is gone', () => {
  const scene = withNested(car, ['joints', 0, 'limits', 'lowerDegrees'], -30);
  assert.deepEqual(scene.joints[0].limits, { lowerDegrees: -30 });
  assert.equal('limits' in withNested(scene, ['joints', 0, 'limits', 'lowerDegrees'], undefined).joints[0], false);
});
