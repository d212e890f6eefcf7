// The fields of a scene: keys, units and limits as in web/scenes/README.md. The engine checks every value again.
import { motionSchemes } from '../instruments/scheme-names';

export type Field = {
  readonly key: string;
  readonly label: string;
  readonly kind: 'number' | 'vector' | 'quaternion' | 'rows' | 'text' | 'choice' | 'switch' | 'color' | 'body' | 'joint';
  readonly unit?: string;
  /** What a hard word means, in one line. */
  readonly hint?: string;
  readonly low?: number;
  readonly high?: number;
  readonly whole?: boolean;
  /** Names of the numbers of a vector or of a row, where they are not x, y, z; one name: each row is a single number. */
  readonly parts?: readonly string[];
  /** The default, shown in the empty field. */
  readonly absent?: string | readonly string[];
  /** Of a choice: its words; of a joint: names, or indices of those without one. */
  readonly choices?: readonly string[];
};

export const number = (key: string, label: string, unit: string, low: number, high: number, absent = ''): Field => ({
  key,
  label,
  kind: 'number',
  unit,
  low,
  high,
  absent,
});
export const vector = (key: string, label: string, unit: string, limit: number, absent: readonly string[] = ['0', '0', '0']): Field => ({
  key,
  label,
  kind: 'vector',
  unit,
  low: -limit,
  high: limit,
  absent,
});
/** A list of which each entry is a line of numbers. */
export const rows = (key: string, label: string, unit: string, low: number, high: number, parts?: readonly string[]): Field => ({
  key,
  label,
  kind: 'rows',
  unit,
  low,
  high,
  ...(parts && { parts }),
});
const hinted = (field: Field, hint: string): Field => ({ ...field, hint });
/** On or off; `absent`: the default. */
export const toggle = (key: string, label: string, absent: 'true' | 'false'): Field => ({ key, label, kind: 'switch', absent });
export const orientation: Field = {
  key: 'orientation',
  label: 'orientation x, y, z, w',
  kind: 'quaternion',
  hint: 'a unit quaternion: the axis times the sine of half the angle, and the cosine of half the angle',
  low: -1,
  high: 1,
  absent: ['0', '0', '0', '1'],
};
export const color: Field = { key: 'color', label: 'colour', kind: 'color' };
const planar = hinted(toggle('planar', 'two dimensions', 'false'), 'moves in the plane of x and y, and turns about z');
const step: Field = { key: 'step', label: 'at the start of step', kind: 'number', unit: '', low: 0, high: 1e9, whole: true, absent: '0' };
const body: Field = { key: 'body', label: 'body', kind: 'body' };
const frame: Field = { key: 'frame', label: 'axes of', kind: 'choice', choices: ['world', 'body'], absent: 'world' };
const pointInBody = vector('point', 'at the point, body frame', 'm', 1e4, ['centre', 'of', 'mass']);
const pointInWorld = vector('point', 'at the point, world', 'm', 1e4, ['centre', 'of', 'mass']);

/** What matters where bodies touch; for a shape of a body, too. */
export const surfaceFields = (friction: string, restitution: string, rolling: string): readonly Field[] => [
  hinted(
    number('friction', 'friction', '', 0, 10, friction),
    'Coulomb: the sideways force of a contact is at most this times the normal force',
  ),
  hinted(number('restitution', 'restitution', '', 0, 1, restitution), 'how much of its speed an impact gives back: 0 nothing, 1 all'),
  hinted(
    number('rollingFriction', 'rolling friction', 'm', 0, 100, rolling),
    'the torque that holds rolling back is at most this times the normal force',
  ),
];

export const sceneFields: readonly Field[] = [
  { key: 'title', label: 'title', kind: 'text' },
  { key: 'expect', label: 'what one should see', kind: 'text' },
  vector('gravity', 'gravity', 'm/s²', 1000, ['0', '−9.81', '0']),
  { key: 'stepsPerSecond', label: 'steps per second', kind: 'number', unit: '1/s', low: 10, high: 10_000, whole: true, absent: '60' },
  { key: 'motion', label: 'scheme of motion', kind: 'choice', choices: motionSchemes, absent: 'automatic' },
  {
    key: 'quality',
    label: 'work for contacts',
    kind: 'choice',
    choices: ['default', 'precise'],
    absent: 'by the number of bodies',
    hint: 'precise: more work for the contacts in each step',
  },
  toggle('labels', 'names in the picture', 'false'),
  toggle('collisions', 'bodies collide', 'true'),
  toggle('sleeping', 'bodies at rest fall asleep', 'true'),
  planar,
];

export const bodyFields: readonly Field[] = [
  { key: 'name', label: 'name', kind: 'text' },
  {
    key: 'type',
    label: 'type',
    kind: 'choice',
    choices: ['dynamic', 'static', 'kinematic'],
    absent: 'dynamic',
    hint: 'dynamic: moved by forces; static: never moves; kinematic: keeps its velocity, whatever it meets',
  },
  vector('size', 'edges', 'm', 1000, ['', '', '']),
  number('density', 'density', 'kg/m³', 0.001, 100_000, '1000'),
  number('mass', 'mass', 'kg', 1e-9, 1e12, 'from the density'),
  ...surfaceFields('0.5', '0', '0'),
  vector('position', 'position', 'm', 10_000),
  orientation,
  vector('velocity', 'velocity', 'm/s', 1000),
  vector('angularVelocity', 'angular velocity', 'rad/s', 1000),
  hinted(number('linearDamping', 'linear damping', '1/s', 0, 1000, '0'), 'how fast the velocity dies away: dv/dt = −d v'),
  hinted(number('angularDamping', 'angular damping', '1/s', 0, 1000, '0'), 'how fast the angular momentum dies away: dL/dt = −d L'),
  { key: 'motion', label: 'scheme of motion', kind: 'choice', choices: motionSchemes, absent: 'the scene’s' },
  toggle('collides', 'collides', 'true'),
  planar,
  hinted(toggle('continuous', 'never flies through', 'false'), 'however fast it is, it meets the bodies that move, too'),
  toggle('sleeping', 'may fall asleep', 'true'),
  hinted(
    vector('inertia', 'moments of inertia', 'kg m²', 1e20, ['from', 'the', 'shapes']),
    'how hard it is to turn about each of its axes',
  ),
  vector('centerOfMass', 'centre of mass', 'm', 1000, ['from', 'the', 'shapes']),
  color,
];

/** In place of the moments of inertia where a body gives its whole tensor. */
export const tensorField: Field = rows('inertia', 'tensor of inertia, by rows', 'kg m²', -1e20, 1e20);

const springFields: readonly Field[] = [
  body,
  vector('anchor', 'anchor, world', 'm', 1e4),
  pointInBody,
  number('stiffness', 'stiffness', 'N/m', 0, 1e12),
  number('damping', 'damping', 'N s/m', 0, 1e12, '0'),
  number('restLength', 'rest length', 'm', 0, 1e4, '0'),
  { key: 'other', label: 'or to the body', kind: 'body' },
  vector('otherPoint', 'at its point', 'm', 1e4, ['centre', 'of', 'mass']),
];

/** Fields of a force or a command, by its type. */
export const forceFields: Readonly<Record<string, readonly Field[]>> = {
  force: [body, vector('force', 'force', 'N', 1e12), pointInBody, frame],
  torque: [body, vector('torque', 'torque', 'N m', 1e12), frame],
  drag: [body, number('linear', 'linear', 'N s/m', 0, 1e12, '0'), number('angular', 'angular', 'N m s', 0, 1e12, '0')],
  spring: springFields,
  field: [body, vector('acceleration', 'acceleration', 'm/s²', 1000, ['', '', ''])],
  beam: [
    body,
    vector('anchor', 'to, world', 'm', 1e4, ['', '', '']),
    number('strength', 'strength', 'N', 0, 1e12),
    pointInBody,
    number('range', 'range', 'm', 0.001, 1e4, '0.5'),
    number('damping', 'damping', 'N s/m', 0, 1e12, '0'),
  ],
  fluidDrag: [
    body,
    pointInBody,
    vector('normal', 'normal of a plate', '', 1e6, ['no', 'plate', '']),
    number('area', 'area of it', 'm²', 0, 1e6),
    vector('size', 'or edges of a box', 'm', 1000, ['no', 'box', '']),
    number('density', 'density of the fluid', 'kg/m³', 0, 1e5, '1.2'),
    number('coefficient', 'coefficient', '', 0, 100, '1'),
    vector('flow', 'flow of the fluid', 'm/s', 1000, ['0', '0', '0']),
  ],
};

export const commandFields: Readonly<Record<string, readonly Field[]>> = {
  impulse: [step, body, vector('impulse', 'impulse', 'N s', 1e12), pointInWorld],
  angularImpulse: [step, body, vector('angularImpulse', 'angular impulse', 'N m s', 1e12)],
  velocity: [
    step,
    body,
    vector('velocity', 'velocity', 'm/s', 1000, ['', '', '']),
    vector('angularVelocity', 'angular velocity', 'rad/s', 1000, ['', '', '']),
  ],
  force: [
    step,
    body,
    vector('force', 'force', 'N', 1e12),
    pointInBody,
    frame,
    { key: 'steps', label: 'for steps', kind: 'number', unit: '', low: 1, high: 1e9, whole: true, absent: '1' },
  ],
  pose: [step, body, vector('position', 'position', 'm', 10_000, ['', '', '']), orientation],
  removeBody: [step, body],
  explosion: [
    step,
    vector('position', 'position, world', 'm', 1e4, ['', '', '']),
    number('impulse', 'impulse', 'N s', 0, 1e12),
    number('radius', 'radius', 'm', 0.001, 1e4),
  ],
  torque: [
    step,
    body,
    vector('torque', 'torque', 'N m', 1e12),
    frame,
    { key: 'steps', label: 'for steps', kind: 'number', unit: '', low: 1, high: 1e9, whole: true, absent: '1' },
  ],
};

/** Values of a new force, and below of a new command. */
export const newForces: Readonly<Record<string, object>> = {
  force: { force: [0, 1, 0] },
  torque: { torque: [0, 1, 0] },
  drag: { linear: 0.1, angular: 0.1 },
  spring: { anchor: [0, 2, 0], stiffness: 10 },
  field: { acceleration: [0, 1, 0] },
  beam: { anchor: [0, 3, 0], strength: 10 },
  fluidDrag: { area: 1 },
};
export const newCommands: Readonly<Record<string, object>> = {
  impulse: { step: 60, impulse: [1, 0, 0] },
  angularImpulse: { step: 60, angularImpulse: [0, 1, 0] },
  velocity: { step: 60, velocity: [1, 0, 0] },
  force: { step: 60, force: [1, 0, 0], steps: 60 },
  torque: { step: 60, torque: [0, 1, 0], steps: 60 },
  pose: { step: 60, position: [0, 1, 0] },
  removeBody: { step: 60 },
  explosion: { step: 60, position: [0, 0, 0], impulse: 1000, radius: 5 },
};
