// A joint that was chosen in the picture: where the scene says it is, at the start, and on which of its bodies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { newJoint, acrossOf, startPose, quaternionOf, withJoint, framesOf, inFrames } = await importWebModules(
  'scene-editor/new-joint.ts',
  'scene-editor/start-pose.ts',
  'scene-editor/orientation.ts',
  'scene-editor/joint-edit.ts',
  'scene-editor/joint-frames.ts',
);

const half = Math.SQRT1_2;
const still = [0, 0, 0, 1];
const quarter = [0, 0, half, half]; // about z
const at = (position, orientation = still) => ({ position, orientation });
const body = (reference, now, start = now) => ({ reference, now, start });
const connection = (more) => ({
  type: 'ball',
  bodies: [body('a', at([0, 0, 0])), body('b', at([2, 0, 0]))],
  points: [
    [1, 0, 0],
    [1, 0, 0],
  ],
  axis: [0, 1, 0],
  pulleys: [
    [0, 5, 0],
    [2, 5, 0],
  ],
  precision: 1e-3,
  ...more,
});
const made = (more) => newJoint(connection(more)).joint;

test('at the start a joint is where it was chosen, with the axis that was', () => {
  assert.deepEqual(made({ type: 'hinge' }), { type: 'hinge', a: 'a', b: 'b', point: [1, 0, 0], axis: [0, 1, 0] });
  assert.deepEqual(made({ type: 'fixed' }), { type: 'fixed', a: 'a', b: 'b', point: [1, 0, 0] });
  const { axes } = made({ type: 'universal' });
  assert.deepEqual(axes[0], [0, 1, 0]);
  assert.ok(Math.abs(axes[0][0] * axes[1][0] + axes[0][1] * axes[1][1] + axes[0][2] * axes[1][2]) < 1e-9, 'its pins are perpendicular');
});

test('a body that has moved and turned has the joint at the same place of it at the start', () => {
  const moved = body('a', at([5, 1, 0], quarter), at([0, 0, 0]));
  const joint = made({
    bodies: [moved, body('b', at([5, 4, 0]), at([9, 9, 9]))],
    points: [
      [5, 3, 0],
      [5, 3, 0],
    ],
    type: 'slider',
    axis: [0, 1, 0],
  });
  assert.deepEqual(joint, { type: 'slider', a: 'a', b: 'b', point: [2, 0, 0], axis: [1, 0, 0] });
});

test('to the world the body is b; once it has moved it is a, and the axis points the other way, so that a motor turns it as before', () => {
  const here = body('a', at([0, 3, 0]));
  assert.deepEqual(made({ type: 'hinge', bodies: [here, null] }), { type: 'hinge', b: 'a', point: [1, 0, 0], axis: [0, 1, 0] });
  assert.deepEqual(made({ type: 'hinge', bodies: [null, here] }), { type: 'hinge', b: 'a', point: [1, 0, 0], axis: [0, 1, 0] });
  const moved = body('a', at([0, 3, 0]), at([0, 8, 0]));
  assert.deepEqual(made({ type: 'hinge', bodies: [moved, null] }), { type: 'hinge', a: 'a', point: [1, 5, 0], axis: [0, -1, 0] });
  assert.deepEqual(made({ type: 'ball', bodies: [moved, null] }).axis, [0, 1, 0], 'a cone opens as it was drawn');
});

test('of a copy that has moved nobody knows the start: the other body holds the place, or a sentence says what to do', () => {
  const copy = body('brick[1]', at([0, 0, 0]), null);
  const joint = made({ type: 'hinge', bodies: [copy, body('b', at([2, 0, 0]))] });
  assert.deepEqual([joint.a, joint.b, joint.axis], ['b', 'brick[1]', [0, -1, 0]]);
  assert.throws(() => made({ bodies: [copy, null] }), /Copies of an arrangement that have moved are connected at the start: reset first\./);
  assert.throws(() => made({ type: 'distance', bodies: [copy, null] }), /reset first/);
  assert.throws(() => made({ bodies: [null, null] }), /Choose a body/);
  assert.throws(() => made({ bodies: [copy, copy] }), /Choose two bodies/);
});

test('a rod has its ends in its bodies; where these were at another distance it is a rope as long as the larger, and that is said', () => {
  const points = [
    [0.5, 0, 0],
    [2, 0.25, 0],
  ];
  const joint = { type: 'distance', a: 'a', b: 'b', pointA: [0.5, 0, 0], pointB: [0, 0.25, 0] };
  assert.deepEqual(newJoint(connection({ type: 'distance', points })), { joint, note: '' });
  const moved = [body('a', at([0, 0, 0])), body('b', at([2, 0, 0]), at([6, 0, 0]))];
  const rope = newJoint(connection({ type: 'distance', points, bodies: moved }));
  assert.deepEqual(rope.joint, { ...joint, maximum: Math.ceil(Math.hypot(5.5, 0.25) * 1000) / 1000 });
  assert.match(rope.note, /5\.51 m apart at the start and are 1\.52 m apart now: it is a rope/);
  const pulley = made({ type: 'pulley', points });
  assert.deepEqual(pulley.pulleys, connection().pulleys);
  assert.deepEqual([pulley.pointA, pulley.pointB, pulley.length], [joint.pointA, joint.pointB, undefined]);
});

test('the start of a body is what the scene says, in all its ways; of copies it is not known', () => {
  const scene = {
    bodies: [
      { position: [1, 2, 3], orientation: { axis: [0, 0, 2], angleDegrees: 90 } },
      {},
      { arrangement: { type: 'stack', count: 2, spacing: 1 } },
      {
        orientation: {
          matrix: [
            [0, -1, 0],
            [1, 0, 0],
            [0, 0, 1],
          ],
        },
      },
    ],
  };
  assert.deepEqual(startPose(scene, 0).position, [1, 2, 3]);
  startPose(scene, 0).orientation.forEach((part, index) => assert.ok(Math.abs(part - quarter[index]) < 1e-8));
  startPose(scene, 3).orientation.forEach((part, index) => assert.ok(Math.abs(part - quarter[index]) < 1e-8));
  assert.deepEqual(startPose(scene, 1), at([0, 0, 0]));
  assert.equal(startPose(scene, 2), null);
  assert.deepEqual(quaternionOf(quarter), quarter);
  for (const axis of [
    [0, 1, 0],
    [1, 0, 0],
    [0.6, 0.8, 0],
  ]) {
    const across = acrossOf(axis);
    assert.ok(
      Math.abs(Math.hypot(...across) - 1) < 1e-12 && Math.abs(across[0] * axis[0] + across[1] * axis[1] + across[2] * axis[2]) < 1e-12,
    );
  }
});

test('a joint that is added has a name of its own, and is among those that the scene shows', () => {
  const first = withJoint({ bodies: [] }, { type: 'hinge', b: 'a', point: [0, 0, 0] });
  assert.deepEqual(first.joints, [{ type: 'hinge', name: 'hinge', b: 'a', point: [0, 0, 0] }]);
  assert.equal(withJoint(first, { type: 'hinge' }).joints[1].name, 'hinge 2');
  const shown = withJoint({ ...first, show: { joints: ['hinge'] } }, { type: 'ball' });
  assert.deepEqual(shown.show.joints, ['hinge', 'ball']);
  assert.equal(withJoint({ ...first, show: { joints: true } }, { type: 'ball' }).show.joints, true);
});

test('place and axes are said in the frames of the bodies instead, and back; not of a copy', () => {
  const scene = {
    bodies: [{ name: 'a', position: [1, 0, 0], orientation: quarter }, { name: 'b' }, { name: 'c', arrangement: { type: 'stack' } }],
  };
  const hinge = { type: 'hinge', a: 'a', b: 'b', point: [1, 2, 0], axis: [0, 1, 0], motor: { speed: 1 } };
  const inBodies = inFrames(hinge, scene, 'bodies');
  assert.deepEqual(inBodies, {
    type: 'hinge',
    a: 'a',
    b: 'b',
    motor: { speed: 1 },
    pointA: [2, 0, 0],
    pointB: [1, 2, 0],
    axisA: [1, 0, 0],
    axisB: [0, 1, 0],
  });
  assert.deepEqual([framesOf(hinge), framesOf(inBodies)], ['world', 'bodies']);
  assert.deepEqual(inFrames(inBodies, scene, 'world'), hinge);
  const rod = {
    type: 'distance',
    b: 'a',
    points: [
      [0, 0, 0],
      [1, 2, 0],
    ],
  };
  assert.deepEqual(inFrames(rod, scene, 'bodies'), { type: 'distance', b: 'a', pointA: [0, 0, 0], pointB: [2, 0, 0] });
  assert.deepEqual(inFrames(inFrames(rod, scene, 'bodies'), scene, 'world'), rod);
  const cross = {
    type: 'universal',
    b: 'a',
    point: [1, 0, 0],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
    ],
  };
  assert.deepEqual(inFrames(inFrames(cross, scene, 'bodies'), scene, 'world'), cross);
  assert.equal(inFrames({ ...hinge, b: 'c[0]' }, scene, 'bodies'), null);
  assert.equal(inFrames({ ...hinge, b: 2 }, scene, 'bodies'), null);
});
