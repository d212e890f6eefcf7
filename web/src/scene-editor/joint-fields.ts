// The fields of joints, by their type: keys, units and limits as in web/scenes/README.md. A key with a dot is of an object or a list in the joint. Of keys
// that say the same in two ways (an angle in degrees or in radians, a place in the world or in the bodies) there is the one that the joint has.
import { asList, asObject, valueAt } from '../simulation/scene-path';
import { number, rows, vector, type Field } from './scene-fields';

const largest = 1e12;
const name: Field = { key: 'name', label: 'name', kind: 'text' };
const bodies: readonly Field[] = [
  { key: 'a', label: 'body a', kind: 'body', absent: 'the world' },
  { key: 'b', label: 'body b', kind: 'body', absent: 'the world' },
];
const none = ['', '', ''];
const breaking: readonly Field[] = [
  { key: 'collides', label: 'its bodies collide', kind: 'switch', absent: 'false' },
  number('break.force', 'breaks above a force of', 'N', 0, largest, 'never'),
  number('break.torque', 'breaks above a torque of', 'N m', 0, largest, 'never'),
];

type Joint = Readonly<Record<string, unknown>>;

// "limits.lower" is in radians, "limits.lowerDegrees" in degrees.
function angle(joint: Joint, key: string, label: string, absent = ''): Field {
  const isInRadians = valueAt(joint, key.split('.')) !== undefined;
  return isInRadians ? number(key, label, 'rad', -1e4, 1e4, absent) : number(`${key}Degrees`, label, '°', -36e3, 36e3, absent);
}

function places(joint: Joint, isRope: boolean): readonly Field[] {
  if ('pointA' in joint || 'pointB' in joint)
    return [vector('pointA', 'point of a, body frame', 'm', 1e4, none), vector('pointB', 'point of b, body frame', 'm', 1e4, none)];
  return isRope
    ? [rows('points', 'its two ends x y z, world, at the start, one a line', 'm', -1e4, 1e4)]
    : [vector('point', 'at the point, world, at the start', 'm', 1e4, none)];
}

function axes(joint: Joint, word = 'axis'): readonly Field[] {
  if ('axisA' in joint || 'axisB' in joint)
    return [vector('axisA', `${word} in a, body frame`, '', 1e6, none), vector('axisB', `${word} in b, body frame`, '', 1e6, none)];
  if (joint.type === 'universal') return [rows('axes', 'pins in a and in b x y z, world, at the start, one a line', '', -1e6, 1e6)];
  return [vector('axis', `${word}, world, at the start`, '', 1e6, joint.type === 'ball' ? ['1', '0', '0'] : none)];
}

const ofHinge = (joint: Joint): readonly Field[] => [
  angle(joint, 'limits.lower', 'least angle', 'none'),
  angle(joint, 'limits.upper', 'largest angle', 'none'),
  number('limits.restitution', 'restitution of the stops', '', 0, 1, '0'),
  number('motor.speed', 'motor: speed', 'rad/s', -1e4, 1e4),
  number('motor.torque', 'motor: most torque', 'N m', 0, largest, 'no limit'),
  number('servo.stiffness', 'servo: stiffness', 'N m/rad', 0, largest),
  angle(joint, 'servo.angle', 'servo: angle', '0'),
  number('servo.damping', 'servo: damping', 'N m s/rad', 0, largest, '0'),
  number('servo.torque', 'servo: most torque', 'N m', 0, largest, 'no limit'),
  number('spring.stiffness', 'spring: stiffness', 'N m/rad', 0, largest),
  angle(joint, 'spring.rest', 'spring: angle at rest', '0'),
  number('spring.damping', 'spring: damping', 'N m s/rad', 0, largest, '0'),
  number('friction', 'friction of the bearing', 'N m', 0, largest, '0'),
];
const ofSlider: readonly Field[] = [
  number('limits.lower', 'least position', 'm', -1e4, 1e4, 'none'),
  number('limits.upper', 'largest position', 'm', -1e4, 1e4, 'none'),
  number('limits.restitution', 'restitution of the stops', '', 0, 1, '0'),
  number('motor.speed', 'motor: speed', 'm/s', -1e4, 1e4),
  number('motor.force', 'motor: most force', 'N', 0, largest, 'no limit'),
  number('servo.stiffness', 'servo: stiffness', 'N/m', 0, largest),
  number('servo.position', 'servo: position', 'm', -1e4, 1e4, '0'),
  number('servo.damping', 'servo: damping', 'N s/m', 0, largest, '0'),
  number('servo.force', 'servo: most force', 'N', 0, largest, 'no limit'),
  number('spring.stiffness', 'spring: stiffness', 'N/m', 0, largest),
  number('spring.rest', 'spring: position at rest', 'm', -1e4, 1e4, '0'),
  number('spring.damping', 'spring: damping', 'N s/m', 0, largest, '0'),
  number('friction', 'friction of the guide', 'N', 0, largest, '0'),
];
const ofBall = (joint: Joint): readonly Field[] => [
  angle(joint, 'swing', 'most swing: half angle of the cone', 'none'),
  angle(joint, 'twist.lower', 'least twist', 'none'),
  angle(joint, 'twist.upper', 'largest twist', 'none'),
  number('twist.restitution', 'restitution of the stops of the twist', '', 0, 1, '0'),
];

/** Fields of a joint of a scene. */
export function fieldsOfJoint(joint: Joint, scene: unknown, index: number): readonly Field[] {
  const { type } = joint;
  const before = asList(asObject(scene).joints).slice(0, index).map(asObject);
  const pair = (at: 0 | 1, wanted: string): Field => ({
    key: `joints.${at}`,
    label: `${at === 0 ? 'first' : 'second'}: a ${wanted}`,
    kind: 'joint',
    choices: before.flatMap((one, place) => (one.type === wanted ? [String(one.name ?? place)] : [])),
  });
  const around = (...own: readonly Field[]): readonly Field[] => [name, ...bodies, ...own, ...breaking];
  if (type === 'ball') return around(...places(joint, false), ...axes(joint, 'axis of the cone'), ...ofBall(joint));
  if (type === 'hinge') return around(...places(joint, false), ...axes(joint), ...ofHinge(joint));
  if (type === 'slider') return around(...places(joint, false), ...axes(joint), ...ofSlider);
  if (type === 'universal') return around(...places(joint, false), ...axes(joint, 'pin'));
  if (type === 'fixed') return around(...places(joint, false));
  if (type === 'distance')
    return around(
      ...places(joint, true),
      number('length', 'length of a rod', 'm', 0, 1e4, 'as at the start'),
      number('minimum', 'or least distance', 'm', 0, 1e4, '0'),
      number('maximum', 'and largest: a rope', 'm', 0, 1e4, 'none'),
    );
  if (type === 'pulley')
    return around(
      ...places(joint, true),
      rows('pulleys', 'its two pulleys x y z, world, one a line', 'm', -1e4, 1e4),
      number('ratio', 'ratio: way of b to that of a', '', 0, 1e3, '1'),
      number('length', 'length of the rope', 'm', 0, 1e4, 'as at the start'),
    );
  const breaks = breaking.filter(({ key }) => key.startsWith('break.'));
  if (type === 'gear')
    return [
      name,
      pair(0, 'hinge'),
      pair(1, 'hinge'),
      number('ratio', 'ratio: teeth of the second to those of the first', '', -1e3, 1e3),
      ...breaks,
    ];
  if (type === 'rack')
    return [name, pair(0, 'hinge'), pair(1, 'slider'), number('ratio', 'way for each radian', 'm/rad', -1e3, 1e3), ...breaks];
  return [];
}
