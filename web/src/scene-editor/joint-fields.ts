// The fields of joints, by their type: keys, units and limits as in web/scenes/README.md. A key with a dot is of an object in the joint.
import { number, rows, vector, type Field } from './scene-fields';

const largest = 1e12;
const name: Field = { key: 'name', label: 'name', kind: 'text' };
const bodies: readonly Field[] = [
  { key: 'a', label: 'body a', kind: 'body', absent: 'the world' },
  { key: 'b', label: 'body b', kind: 'body', absent: 'the world' },
];
const point = vector('point', 'at the point, world, at the start', 'm', 1e4, ['', '', '']);
const ends: readonly Field[] = [
  vector('pointA', 'point of a, body frame', 'm', 1e4, ['', '', '']),
  vector('pointB', 'point of b, body frame', 'm', 1e4, ['', '', '']),
];
const axis = vector('axis', 'axis, world, at the start', '', 1e6, ['', '', '']);
const breaking: readonly Field[] = [
  { key: 'collides', label: 'its bodies collide', kind: 'switch', absent: 'false' },
  number('break.force', 'breaks above a force of', 'N', 0, largest, 'never'),
  number('break.torque', 'breaks above a torque of', 'N m', 0, largest, 'never'),
];
const angle = (key: string, label: string, absent = ''): Field => number(key, label, '°', -1e6, 1e6, absent);

const ofHinge: readonly Field[] = [
  angle('limits.lowerDegrees', 'least angle', 'none'),
  angle('limits.upperDegrees', 'largest angle', 'none'),
  number('limits.restitution', 'restitution of the stops', '', 0, 1, '0'),
  number('motor.speed', 'motor: speed', 'rad/s', -1e6, 1e6),
  number('motor.torque', 'motor: most torque', 'N m', 0, largest, 'no limit'),
  angle('servo.angleDegrees', 'servo: angle'),
  number('servo.stiffness', 'servo: stiffness', 'N m/rad', 0, largest),
  number('servo.damping', 'servo: damping', 'N m s/rad', 0, largest),
  number('servo.torque', 'servo: most torque', 'N m', 0, largest, 'no limit'),
  number('spring.stiffness', 'spring: stiffness', 'N m/rad', 0, largest),
  number('spring.damping', 'spring: damping', 'N m s/rad', 0, largest, '0'),
  angle('spring.restDegrees', 'spring: angle at rest', '0'),
  number('friction', 'friction of the bearing', 'N m', 0, largest, '0'),
];
const ofSlider: readonly Field[] = [
  number('limits.lower', 'least position', 'm', -1e4, 1e4, 'none'),
  number('limits.upper', 'largest position', 'm', -1e4, 1e4, 'none'),
  number('limits.restitution', 'restitution of the stops', '', 0, 1, '0'),
  number('motor.speed', 'motor: speed', 'm/s', -1e6, 1e6),
  number('motor.force', 'motor: most force', 'N', 0, largest, 'no limit'),
  number('servo.position', 'servo: position', 'm', -1e4, 1e4),
  number('servo.stiffness', 'servo: stiffness', 'N/m', 0, largest),
  number('servo.damping', 'servo: damping', 'N s/m', 0, largest),
  number('servo.force', 'servo: most force', 'N', 0, largest, 'no limit'),
  number('spring.stiffness', 'spring: stiffness', 'N/m', 0, largest),
  number('spring.damping', 'spring: damping', 'N s/m', 0, largest, '0'),
  number('spring.rest', 'spring: position at rest', 'm', -1e4, 1e4, '0'),
  number('friction', 'friction of the guide', 'N', 0, largest, '0'),
];

/** Fields of a joint, by its type. */
export const jointFields: Readonly<Record<string, readonly Field[]>> = {
  ball: [
    name,
    ...bodies,
    point,
    { ...axis, label: 'axis of the cone, world, at the start' },
    angle('swingDegrees', 'most swing', 'none'),
    angle('twist.lowerDegrees', 'least twist', 'none'),
    angle('twist.upperDegrees', 'largest twist', 'none'),
    ...breaking,
  ],
  hinge: [name, ...bodies, point, axis, ...ofHinge, ...breaking],
  slider: [name, ...bodies, point, axis, ...ofSlider, ...breaking],
  universal: [
    name,
    ...bodies,
    point,
    vector('axisA', 'pin in a, body frame', '', 1e6, ['', '', '']),
    vector('axisB', 'pin in b, body frame', '', 1e6, ['', '', '']),
    ...breaking,
  ],
  fixed: [name, ...bodies, point, ...breaking],
  distance: [
    name,
    ...bodies,
    ...ends,
    number('length', 'length of a rod', 'm', 0, 1e4, 'as at the start'),
    number('minimum', 'or least distance', 'm', 0, 1e4, '0'),
    number('maximum', 'and largest: a rope', 'm', 0, 1e4, 'none'),
    ...breaking,
  ],
  gear: [name, number('ratio', 'ratio: teeth of the second to those of the first', '', -1e6, 1e6, '1')],
  rack: [name, number('ratio', 'travel', 'm/rad', -1e6, 1e6)],
  pulley: [
    name,
    ...bodies,
    ...ends,
    rows('pulleys', 'its two pulleys x y z, world, one a line', 'm', -1e4, 1e4),
    number('ratio', 'ratio', '', 0, 1e6, '1'),
    number('length', 'length of the rope', 'm', 0, 1e4, 'as at the start'),
    ...breaking,
  ],
};

/** Values of a new joint; without a body a it is to the world. */
export const newJoints: Readonly<Record<string, object>> = {
  ball: { point: [0, 1, 0] },
  hinge: { point: [0, 1, 0], axis: [0, 0, 1] },
  slider: { point: [0, 1, 0], axis: [1, 0, 0] },
  universal: { point: [0, 1, 0], axisA: [1, 0, 0], axisB: [0, 1, 0] },
  fixed: { point: [0, 1, 0] },
  distance: { pointA: [0, 2, 0], pointB: [0, 0, 0] },
  pulley: {
    pointA: [0, 0, 0],
    pointB: [0, 0, 0],
    pulleys: [
      [-1, 3, 0],
      [1, 3, 0],
    ],
  },
};
