// The JSON Schema of scenes (draft 2020-12), with which editors complete and check. Limits come from engine/scene/limits.h, words from the
// readers of engine/scene, descriptions from the tables of web/scenes/README.md; which keys belong where stands here, and
// tests/wasm/scene-schema.test.mjs holds it to the reader. A schema cannot see all that the reader refuses: that a name is known, say.
import { readFileSync } from 'node:fs';
import { inProject } from './lib/paths.mjs';

const limitsText = readFileSync(inProject('engine', 'scene', 'limits.h'), 'utf8');
const readerText = (name) => readFileSync(inProject('engine', ...name.split('/')), 'utf8');

const numberOf = (text) => {
  const plain = text.trim().replaceAll("'", '');
  return /^k\w+$/.test(plain) ? count(plain) : Number(plain);
};

function count(name) {
  const found = limitsText.match(new RegExp(`\\b${name} = ([^;]+);`));
  if (!found) throw new Error(`engine/scene/limits.h has no ${name}`);
  return numberOf(found[1]);
}

function range(name) {
  const found = limitsText.match(new RegExp(`\\bRange ${name}\\{([^,]+), ([^}]+)\\}`));
  if (!found) throw new Error(`engine/scene/limits.h has no range ${name}`);
  return { minimum: numberOf(found[1]), maximum: numberOf(found[2]) };
}

function words(file, list) {
  const found = readerText(file).match(new RegExp(`${list}\\[\\] = \\{([^}]+)\\}`));
  if (!found) throw new Error(`${file} has no list ${list}`);
  return [...found[1].matchAll(/"(\w+)"/g)].map(([, word]) => word);
}

const schemes = [...readerText('motion/schemes.cpp').matchAll(/\{MotionScheme::\w+, "(\w+)"/g)].map(([, word]) => word);

// What the tables of the documentation say, by heading and key, without markup.
const documented = new Map();
for (const part of readFileSync(inProject('web', 'scenes', 'README.md'), 'utf8').split(/\n#+ /)) {
  const heading = part.slice(0, part.indexOf('\n'));
  for (const row of part.split('\n').filter((line) => /^\| *`/.test(line))) {
    const [keys, what, byDefault] = row.split('|').slice(1);
    const text = what.replace(/\]\([^)]*\)/g, '').replace(/[[`]/g, '');
    const more =
      byDefault && !byDefault.includes('**') && byDefault.trim() !== '' ? ` Default: ${byDefault.replaceAll('`', '').trim()}.` : '';
    for (const [, key] of keys.matchAll(/`"?(\w+)"?`/g)) documented.set(`${heading}/${key}`, `${text.trim()}.${more}`);
  }
}

const describe = (heading, properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const description = documented.get(`${heading}/${key}`);
      return [key, description ? { description, ...schema } : schema];
    }),
  );

const object = (heading, properties, required = []) => ({
  type: 'object',
  properties: describe(heading, properties),
  required,
  additionalProperties: false,
});

// An object whose keys follow from its `type`. `optional` keys end in "?".
const byType = (heading, types, shared = {}) => ({
  type: 'object',
  required: ['type'],
  properties: { type: { enum: Object.keys(types) } },
  allOf: Object.entries(types).map(([type, keys]) => {
    const own = Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key.replace('?', ''), schema]));
    const required = Object.keys(keys).filter((key) => !key.endsWith('?'));
    const description = documented.get(`${heading}/${type}`);
    return {
      if: { required: ['type'], properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { ...(description && { description }), ...object('', { type: true, ...own, ...shared }, required) },
    };
  }),
});

const number = (name) => ({ type: 'number', ...range(name) });
const whole = (name) => ({ type: 'integer', ...range(name) });
const list = (items, minItems, maxItems) => ({ type: 'array', items, minItems, maxItems });
const vector = (name) => list(number(name), 3, 3);
const text = (name) => ({ type: 'string', maxLength: count(name) });
const boolean = { type: 'boolean' };
const ref = (name) => ({ $ref: `#/$defs/${name}` });

const signal = (schema) => ({ anyOf: [schema, ref('functionOfTime')] });
const drivenNumber = (name) => signal(number(name));
const drivenVector = (name) => list(drivenNumber(name), 3, 3);
const point = { 'point?': drivenVector('kPositionRange') };
const positive = (name) => ({ type: 'number', minimum: 0, maximum: range(name).maximum });

const material = {
  density: number('kDensityRange'),
  friction: number('kFrictionRange'),
  restitution: number('kRestitutionRange'),
  rollingFriction: number('kRollingFrictionRange'),
  collides: boolean,
  color: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
};

const round = { radius: number('kShapeRadiusRange'), height: number('kSizeRange') };
const points = (least, most) => list(vector('kShapePositionRange'), least, count(most));
const shapes = {
  box: { size: vector('kSizeRange') },
  sphere: { radius: number('kShapeRadiusRange') },
  ellipsoid: { radii: vector('kShapeRadiusRange') },
  cylinder: round,
  capsule: round,
  cone: round,
  hull: { vertices: points(4, 'kMaxHullVertices') },
  mesh: {
    vertices: points(3, 'kMaxMeshVertices'),
    triangles: list(list({ type: 'integer', minimum: 0 }, 3, 3), 1, count('kMaxMeshTriangles')),
  },
  heightField: {
    heights: list(list(number('kShapePositionRange'), 2, count('kMaxFieldPoints')), 2, count('kMaxFieldPoints')),
    spacing: list(number('kFieldSpacingRange'), 2, 2),
  },
  points: {
    points: points(1, 'kMaxPoints'),
    masses: { anyOf: [number('kMassRange'), list(number('kMassRange'), 1, count('kMaxPoints'))] },
  },
};

const plane = list(number('kSpacingRange'), 2, 2);
const arrangements = {
  grid: { count: list(whole('kCountRange'), 3, 3), spacing: vector('kSpacingRange') },
  pyramid: { rows: whole('kCountRange'), spacing: plane },
  wall: { columns: { ...whole('kCountRange'), minimum: 2 }, rows: whole('kCountRange'), spacing: plane },
  stack: { count: whole('kCountRange'), spacing: number('kSpacingRange') },
  spiral: {
    count: whole('kCountRange'),
    spacing: number('kRadiusRange'),
    radius: number('kRadiusRange'),
    'pitch?': number('kSpacingRange'),
  },
};

const constantForce = { force: drivenVector('kForceRange'), ...point, 'frame?': { enum: words('scene/force_reader.cpp', 'kFrames') } };
const constantTorque = { torque: drivenVector('kForceRange'), 'frame?': { enum: words('scene/force_reader.cpp', 'kFrames') } };
const forces = {
  force: { body: ref('bodyReference'), ...constantForce },
  torque: { body: ref('bodyReference'), ...constantTorque },
  drag: { body: ref('bodyReference'), 'linear?': drivenNumber('kCoefficientRange'), 'angular?': drivenNumber('kCoefficientRange') },
  spring: {
    body: ref('bodyReference'),
    ...point,
    'anchor?': drivenVector('kPositionRange'),
    'other?': ref('bodyReference'),
    'otherPoint?': vector('kPositionRange'),
    stiffness: drivenNumber('kCoefficientRange'),
    'damping?': drivenNumber('kCoefficientRange'),
    'restLength?': drivenNumber('kLengthRange'),
  },
  field: { 'body?': ref('bodyReference'), acceleration: drivenVector('kGravityRange') },
  beam: {
    body: ref('bodyReference'),
    ...point,
    anchor: drivenVector('kPositionRange'),
    strength: drivenNumber('kCoefficientRange'),
    'range?': number('kBeamRangeLimits'),
    'damping?': drivenNumber('kCoefficientRange'),
  },
  fluidDrag: {
    body: ref('bodyReference'),
    ...point,
    'normal?': vector('kAxisRange'),
    'size?': vector('kSizeRange'),
    'area?': drivenNumber('kAreaRange'),
    'density?': signal(positive('kDensityRange')),
    'coefficient?': drivenNumber('kFluidCoefficientRange'),
    'flow?': drivenVector('kVelocityRange'),
  },
};

const strength = number('kJointForceRange');
const angle = number('kJointAngleRange');
const degrees = number('kAngleDegreesRange');
const coefficient = number('kCoefficientRange');
const bounds = (isAngle) => ({
  lower: isAngle ? angle : number('kPositionRange'),
  upper: isAngle ? angle : number('kPositionRange'),
  ...(isAngle && { lowerDegrees: degrees, upperDegrees: degrees }),
  restitution: number('kRestitutionRange'),
});
const place = { 'point?': vector('kPositionRange'), 'pointA?': vector('kPositionRange'), 'pointB?': vector('kPositionRange') };
const places = { ...place, 'points?': list(vector('kPositionRange'), 2, 2) };
delete places['point?'];
const axis = { 'axis?': vector('kAxisRange'), 'axisA?': vector('kAxisRange'), 'axisB?': vector('kAxisRange') };
const along = (isAngle) => {
  const most = { [isAngle ? 'torque' : 'force']: strength };
  const position = number('kPositionRange');
  return {
    'limits?': object('', bounds(isAngle)),
    'spring?': object(
      '',
      { stiffness: coefficient, damping: coefficient, rest: isAngle ? angle : position, ...(isAngle && { restDegrees: degrees }) },
      ['stiffness'],
    ),
    'motor?': object('', { speed: number('kJointSpeedRange'), ...most }, ['speed']),
    'servo?': object(
      '',
      { ...(isAngle ? { angle, angleDegrees: degrees } : { position }), stiffness: coefficient, damping: coefficient, ...most },
      ['stiffness'],
    ),
    'friction?': strength,
  };
};
const coupled = { joints: list(ref('jointReference'), 2, 2), ratio: number('kJointRatioRange') };
const jointEnds = { 'a?': ref('bodyReference'), 'b?': ref('bodyReference'), 'collides?': boolean };
const joints = {
  ball: { ...jointEnds, ...place, ...axis, 'swing?': angle, 'swingDegrees?': degrees, 'twist?': object('', bounds(true)) },
  hinge: { ...jointEnds, ...place, ...axis, ...along(true) },
  slider: { ...jointEnds, ...place, ...axis, ...along(false) },
  universal: {
    ...jointEnds,
    ...place,
    'axes?': list(vector('kAxisRange'), 2, 2),
    'axisA?': vector('kAxisRange'),
    'axisB?': vector('kAxisRange'),
  },
  fixed: { ...jointEnds, ...place },
  distance: {
    ...jointEnds,
    ...places,
    'length?': number('kLengthRange'),
    'minimum?': number('kLengthRange'),
    'maximum?': number('kLengthRange'),
  },
  gear: coupled,
  rack: coupled,
  pulley: {
    ...jointEnds,
    ...places,
    pulleys: list(vector('kPositionRange'), 2, 2),
    'ratio?': number('kJointRatioRange'),
    'length?': number('kLengthRange'),
  },
};

const time = number('kSignalTimeRange');
const value = number('kForceRange');
const functionsOfTime = {
  sine: { amplitude: value, frequency: number('kFrequencyRange'), 'phase?': number('kPhaseRange'), 'offset?': value },
  pulse: { value, duration: time, 'begin?': time, 'otherwise?': value, 'period?': number('kPeriodRange') },
  ramp: { to: value, duration: time, 'from?': value, 'begin?': time },
  table: {
    points: list({ type: 'array', prefixItems: [time, value], items: false, minItems: 2, maxItems: 2 }, 1, count('kMaxSignalKnots')),
    'period?': number('kPeriodRange'),
  },
};

const steps = { 'steps?': { type: 'integer', minimum: 1, maximum: range('kStepRange').maximum } };
const still = { force: vector('kForceRange'), 'point?': vector('kPositionRange'), 'frame?': constantForce['frame?'], ...steps };
const body = ref('bodyReference');
const commands = {
  impulse: { body, impulse: vector('kImpulseRange'), 'point?': vector('kPositionRange') },
  angularImpulse: { body, angularImpulse: vector('kImpulseRange') },
  force: { body, ...still },
  torque: { body, torque: vector('kForceRange'), 'frame?': constantTorque['frame?'], ...steps },
  velocity: { body, 'velocity?': vector('kVelocityRange'), 'angularVelocity?': vector('kAngularVelocityRange') },
  pose: { body, 'position?': vector('kPositionRange'), 'orientation?': ref('orientation') },
  drag: { body, point: vector('kPositionRange'), target: vector('kPositionRange'), 'pointer?': whole('kPointerRange') },
  release: { 'pointer?': whole('kPointerRange') },
  addBody: { body: ref('body') },
  removeBody: { body },
  explosion: { position: vector('kPositionRange'), impulse: positive('kImpulseRange'), radius: number('kExplosionRadiusRange') },
  addJoint: { joint: ref('joint') },
  removeJoint: { joint: ref('jointReference') },
  motor: { joint: ref('jointReference'), speed: number('kJointSpeedRange') },
  servo: { joint: ref('jointReference'), 'angle?': angle, 'angleDegrees?': degrees, 'position?': number('kPositionRange') },
  limits: { joint: ref('jointReference'), limits: object('', bounds(true)) },
};

const bodyKeys = {
  name: text('kMaxNameLength'),
  look: { type: 'string' },
  type: { enum: words('scene/body_reader.cpp', 'kBodyTypes') },
  size: vector('kSizeRange'),
  shapes: list(ref('shape'), 1, count('kMaxShapesPerBody')),
  mass: number('kMassRange'),
  inertia: { anyOf: [vector('kInertiaRange'), list(list({ type: 'number' }, 3, 3), 3, 3)] },
  centerOfMass: vector('kShapePositionRange'),
  position: vector('kPositionRange'),
  orientation: ref('orientation'),
  sleeping: boolean,
  continuous: boolean,
  velocity: vector('kVelocityRange'),
  angularVelocity: vector('kAngularVelocityRange'),
  planar: boolean,
  motion: ref('motionScheme'),
  linearDamping: number('kDampingRange'),
  angularDamping: number('kDampingRange'),
  ...material,
};
const hasShape = { oneOf: [{ required: ['size'] }, { required: ['shapes'] }] };

// The page checks these (web/src/figure/scene-show.ts, scene-controls.ts); here are their keys.
const wordList = { type: 'array', items: { type: 'string' } };
const jointReference = { type: ['string', 'integer'] };
const shown = {
  body: ref('bodyReference'),
  marks: wordList,
  allBodies: boolean,
  point: vector('kShapePositionRange'),
  about: vector('kShapePositionRange'),
  follow: boolean,
  rate: { type: 'number', minimum: 0.01, maximum: 4 },
  energyBars: boolean,
  graphPaper: boolean,
  compare: { ...wordList, maxItems: 3 },
  joints: { anyOf: [boolean, list(jointReference, 0, 1000)] },
  jointReadouts: wordList,
  numbers: wordList,
  plots: list(object('', { quantity: { type: 'string' }, body: ref('bodyReference'), joint: jointReference }, ['quantity']), 0, 8),
};
const keyDrive = {
  joint: jointReference,
  motor: { type: 'number' },
  servo: { type: 'number' },
  released: { type: 'number' },
};
const control = {
  label: { type: 'string', maxLength: 40 },
  path: { type: 'string' },
  unit: { type: 'string', maxLength: 40 },
  min: { type: 'number' },
  max: { type: 'number' },
  step: { type: 'number' },
  choices: { ...wordList, maxItems: 12 },
  restart: boolean,
  keys: { type: 'object' },
  command: { type: 'object' },
  key: { type: 'string' },
};

export function sceneSchema() {
  const seed = whole('kSeedRange');
  const random = { jitter: number('kJitterRange'), randomOrientation: boolean, seed };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A scene of Tumble',
    description: 'SI units, right-handed axes, y up, angles in radians but for keys that end in Degrees.',
    ...object(
      'The scene',
      {
        $schema: { type: 'string', description: 'The address of this schema, for editors.' },
        tumble: { const: count('kSceneFormat') },
        title: text('kMaxTextLength'),
        expect: text('kMaxTextLength'),
        labels: boolean,
        camera: object('', { position: vector('kPositionRange'), target: vector('kPositionRange') }, ['position', 'target']),
        show: ref('show'),
        controls: list(ref('control'), 0, 12),
        keys: { type: 'object', additionalProperties: { anyOf: [ref('keyDrive'), list(ref('keyDrive'), 1, 16)] } },
        gravity: vector('kGravityRange'),
        stepsPerSecond: whole('kStepsPerSecondRange'),
        quality: { enum: words('scene/scene_reader.cpp', 'kQualities') },
        motion: ref('motionScheme'),
        planar: boolean,
        collisions: boolean,
        sleeping: boolean,
        bodies: list(ref('sceneBody'), 0, count('kMaxSceneBodies')),
        forces: list(ref('force'), 0, count('kMaxSceneForces')),
        joints: list(ref('joint'), 0, count('kMaxSceneJoints')),
        commands: list(ref('command'), 0, count('kMaxSceneCommands')),
      },
      ['tumble', 'bodies'],
    ),
    $defs: {
      bodyReference: {
        description: 'The name of a body, of a copy ("brick[3]"), or an index into the bodies with all copies.',
        anyOf: [
          { type: 'string', maxLength: 2 * count('kMaxNameLength') },
          { type: 'integer', minimum: 0 },
        ],
      },
      jointReference: {
        description: 'The name of a joint before this one, or its index.',
        anyOf: [text('kMaxNameLength'), { type: 'integer', minimum: 0 }],
      },
      motionScheme: { enum: schemes },
      orientation: {
        description: 'x, y, z, w of a unit quaternion that turns body axes into world axes; an axis and an angle; or a rotation by rows.',
        anyOf: [
          list({ type: 'number', minimum: -1.000001, maximum: 1.000001 }, 4, 4),
          object('', { axis: vector('kAxisRange'), angleDegrees: number('kAngleDegreesRange') }, ['axis', 'angleDegrees']),
          object('', { matrix: list(list({ type: 'number' }, 3, 3), 3, 3) }, ['matrix']),
        ],
      },
      show: object('What a scene shows', shown),
      keyDrive: object('Keys', keyDrive, ['joint']),
      control: object('Controls', control, ['label']),
      body: { ...object('Bodies', bodyKeys), ...hasShape },
      sceneBody: { ...object('Bodies', { ...bodyKeys, arrangement: ref('arrangement') }), ...hasShape },
      shape: byType('Shapes', shapes, {
        position: vector('kShapePositionRange'),
        orientation: ref('orientation'),
        subtract: boolean,
        ...material,
      }),
      arrangement: byType('Arrangements', arrangements, random),
      force: byType('Forces', forces),
      joint: byType('Joints', joints, { name: text('kMaxNameLength'), break: object('', { force: strength, torque: strength }) }),
      functionOfTime: byType('Functions of time', functionsOfTime),
      command: byType('Commands', commands, { step: whole('kStepRange') }),
    },
  };
}
