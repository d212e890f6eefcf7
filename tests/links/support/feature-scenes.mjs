// Small scenes that the engine takes, each about some keys of the scene format that the gallery says little of. With the gallery they have every key.
const ground = { name: 'ground', type: 'static', size: [40, 2, 40], position: [0, -1, 0] };
const box = (name, more = {}) => ({ name, size: [1, 1, 1], density: 200, position: [0, 0.5, 0], ...more });
const tetrahedron = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];
const free = (bodies, more = {}) => ({ tumble: 1, gravity: [0, 0, 0], bodies, ...more });
const standing = (bodies, more = {}) => ({ tumble: 1, bodies: [ground, ...bodies], ...more });
const schemes = (
  'automatic explicitEuler explicitEulerGramSchmidt rungeKutta4 semiImplicitEuler semiImplicitEulerNoGyro midpoint splitting2 splitting4 ' +
  'exact eulerAngles'
).split(' ');
const shapes = {
  box: { size: [1, 0.4, 2] },
  sphere: { radius: 0.5 },
  ellipsoid: { radii: [0.5, 0.3, 0.4] },
  cylinder: { radius: 0.5, height: 1.5, collides: false },
  cone: { radius: 0.5, height: 1.5, collides: false },
  capsule: { radius: 0.3, height: 1, collides: false },
  hull: { vertices: tetrahedron },
  mesh: { vertices: tetrahedron, triangles: faces, collides: false },
  points: { points: [...tetrahedron, [-1, -1, 2]], masses: [1, 2, 3, 4, 5], collides: false },
};
const arrangements = {
  grid: { count: [3, 2, 3], spacing: [1.2, 1.1, 1.3], jitter: 0.05, randomOrientation: true, seed: 7 },
  stack: { count: 6, spacing: 1 },
  wall: { columns: 5, rows: 4, spacing: [1.02, 1] },
  pyramid: { rows: 5, spacing: [1.05, 1] },
  spiral: { count: 12, radius: 2, spacing: 1.2, pitch: 1.5 },
};
const times = {
  sine: { type: 'sine', amplitude: 40, frequency: 0.5, phase: 0.25, offset: 1 },
  pulse: { type: 'pulse', value: 50, duration: 0.2, begin: 0.1, otherwise: -1, period: 0.7 },
  ramp: { type: 'ramp', to: 60, duration: 1, from: 5, begin: 0.5 },
  table: {
    type: 'table',
    points: [
      [0, 0],
      [0.5, 30],
      [0.5, -30],
      [1, 10],
    ],
    period: 1.5,
  },
};
const spinning = { angularVelocity: [0.3, 4, 0.2] };
const forces = {
  force: { force: [0, 1.5, 300], point: [0.5, 0, 0], frame: 'body' },
  torque: { torque: [10, 0, 5], frame: 'world' },
  drag: { linear: 20, angular: 3 },
  spring: { anchor: [0, 3, 0], stiffness: 900, damping: 20, restLength: 1, point: [0.5, 0.5, 0.5] },
  field: { acceleration: [1, -2, 0.5] },
  fluidDrag: { size: [1, 1, 1], density: 1.2, flow: [3, 0, 0] },
  beam: { anchor: [4, 2, 0], strength: 150, range: 0.7, damping: 5 },
};

export const featureScenes = [
  ...schemes.map((motion) => free([box('top', { size: [0.3, 2, 1], motion, ...spinning })], { title: `moved by ${motion}` })),
  ...schemes.slice(0, 4).map((motion) => free([box('top', spinning)], { motion, stepsPerSecond: 240 })),
  ...Object.entries(shapes).map(([type, rest]) => free([{ name: type, shapes: [{ type, ...rest }], velocity: [0.1, 0, 0], ...spinning }])),
  free(
    Object.entries(shapes).map(([type, rest], index) => ({ name: type, position: [3 * index, 0, 0], shapes: [{ type, ...rest }] })),
    {
      collisions: false,
      labels: true,
    },
  ),
  free(
    [
      {
        name: 'hills',
        type: 'static',
        shapes: [
          { type: 'heightField', spacing: [2, 1.5], heights: [0.4, 0, 0.3].map((height) => [height, 0, 0.2, height]) },
          { type: 'mesh', vertices: tetrahedron, triangles: faces.slice(0, 3), position: [0, 1, 0] },
        ],
      },
      { name: 'ball', position: [1, 2, 0], shapes: [{ type: 'sphere', radius: 0.3 }] },
    ],
    { gravity: [0, -9.81, 0] },
  ),
  ...Object.entries(arrangements).map(([type, rest]) => standing([box('brick', { arrangement: { type, ...rest } })])),
  ...Object.entries(forces).map(([type, rest]) =>
    free([box('body', spinning)], { forces: [{ type, ...(type === 'field' ? {} : { body: 'body' }), ...rest }] }),
  ),
  ...Object.values(times).map((value) => free([box('body')], { forces: [{ type: 'force', body: 'body', force: [0, value, 0] }] })),
  ...['sequence'].map(() =>
    free([box('one', { position: [0, 3, 0] }), box('two', { position: [2.5, 3, 0] })], {
      forces: [{ type: 'spring', body: 'one', other: 'two', otherPoint: [-0.5, 0, 0], stiffness: 500, damping: 4, restLength: 1 }],
    }),
  ),
  free([box('plate', { size: [2, 0.05, 2], velocity: [6, -1, 0] })], {
    forces: [{ type: 'fluidDrag', body: 'plate', normal: [0, 1, 0], area: 4, point: [0.2, 0, 0], coefficient: 1.1 }],
  }),
  ...['default', 'precise'].map((quality) =>
    standing([box('cube', { arrangement: { type: 'stack', count: 5, spacing: 1 } })], { quality, sleeping: quality === 'default' }),
  ),
  standing([
    box('cube', { position: [0, 3, 0], restitution: 0.6, friction: 0.2, color: '#d9694f', linearDamping: 0.1, angularDamping: 0.2 }),
  ]),
  standing([
    box('fast', { size: [0.1, 0.1, 0.1], position: [-8, 0.5, 0], velocity: [400, 0, 0], continuous: true }),
    box('target', { sleeping: false }),
  ]),
  standing([box('ghost', { collides: false, position: [0, 4, 0] }), box('cart', { type: 'kinematic', velocity: [0.5, 0, 0] })]),
  standing([box('flat', { position: [0.3, 2, 0] }), box('base')], {
    planar: true,
    show: { graphPaper: true, energyBars: true, body: 'flat', numbers: ['transform', 'world'] },
  }),
  standing([box('own', { planar: true, position: [0, 2, 0], orientation: { axis: [0, 0, 1], angleDegrees: 30 } })]),
  free([
    box('turned', {
      orientation: {
        matrix: [
          [0, -1, 0],
          [1, 0, 0],
          [0, 0, 1],
        ],
      },
      ...spinning,
    }),
  ]),
  free([box('heavy', { density: undefined, mass: 3, inertia: [1, 2, 2.5], centerOfMass: [0.1, 0, 0], ...spinning })]),
  free([
    {
      name: 'hollow',
      shapes: [
        { type: 'box', size: [2, 2, 2], density: 300, color: '#5b6472' },
        { type: 'box', size: [1, 1, 1], subtract: true, position: [0.25, 0, 0], orientation: [0, 0, 0, 1] },
        { type: 'sphere', radius: 0.4, position: [1.5, 0, 0], friction: 0.1, restitution: 0.3, rollingFriction: 0.02, collides: true },
      ],
      look: 'hammer',
      ...spinning,
    },
  ]),
  free([box('seen', spinning)], {
    expect: 'Everything that a scene shows.',
    camera: { position: [3, 2, 6], target: [0, 0.5, 0] },
    show: {
      body: 'seen',
      marks: [
        'angularVelocity',
        'about',
        'ellipsoid',
        'polhode',
        'cones',
        'trail',
        'strobe',
        'impacts',
        'axes',
        'centre',
        'contacts',
        'point',
      ],
      allBodies: true,
      point: [0.5, 0.5, 0],
      about: [1, 0, 0],
      compare: ['exact', 'midpoint'],
      follow: true,
      rate: 0.5,
      energyBars: true,
      plots: [{ quantity: 'bodyAngularVelocity', body: 'seen' }, { quantity: 'worldEnergy' }],
    },
    controls: [
      {
        label: 'spin',
        path: 'bodies.seen.angularVelocity[1]',
        unit: 'rad/s',
        min: 0,
        max: 20,
        step: 0.5,
        restart: true,
        keys: { a: 3, d: 5 },
      },
      { label: 'motion', path: 'motion', choices: ['automatic', 'midpoint'] },
      { label: 'push', command: { type: 'impulse', body: 'seen', impulse: [0, 0, -1] }, key: 'f' },
    ],
    motion: 'automatic',
  }),
  standing([box('cube', { arrangement: { type: 'stack', count: 3, spacing: 1 } }), box('other', { position: [3, 0.5, 0] })], {
    commands: [
      { step: 5, type: 'impulse', body: 'cube[1]', impulse: [30, 0, 0], point: [0, 1.5, 0.5] },
      { step: 8, type: 'angularImpulse', body: 'other', angularImpulse: [0, 40, 0] },
      { step: 10, type: 'force', body: 'other', force: [900, 0, 0], point: [3, 1, 0], frame: 'world', steps: 12 },
      { step: 12, type: 'torque', body: 'other', torque: [0, 0, 60], frame: 'body', steps: 5 },
      { step: 20, type: 'velocity', body: 'cube[2]', velocity: [0, 2, 0], angularVelocity: [0, 1, 0] },
      { step: 25, type: 'pose', body: 'other', position: [4, 3, 0], orientation: [0, 0, 0, 1] },
      { step: 30, type: 'drag', body: 'cube[0]', point: [0, 0.5, 0], target: [2, 3, 1], pointer: 2 },
      { step: 45, type: 'release', pointer: 2 },
      { step: 46, type: 'addBody', body: box('late', { position: [0, 6, 0] }) },
      { step: 60, type: 'explosion', position: [0, 0.2, 1], impulse: 300, radius: 4 },
      { step: 70, type: 'removeBody', body: 'other' },
    ],
  }),
  free(
    [
      box('crank', { position: [0.5, 2, 0], size: [1, 0.2, 0.2] }),
      box('wheel', { position: [3, 2, 0] }),
      box('sledge', { position: [0, 5, 0], size: [0.4, 0.4, 0.4] }),
      box('arm', { position: [-3, 2, 0], size: [1, 0.2, 0.2] }),
      box('hand', { position: [-4, 2, 0], size: [1, 0.2, 0.2] }),
      box('weight', { position: [6, 0, 0], size: [0.4, 0.4, 0.4] }),
      box('counterweight', { position: [8, 0, 0], size: [0.3, 0.3, 0.3] }),
      box('bob', { position: [-8, 2, 0], size: [0.3, 0.3, 0.3] }),
    ],
    {
      gravity: [0, -9.81, 0],
      joints: [
        {
          type: 'hinge',
          name: 'shaft',
          b: 'crank',
          point: [0, 2, 0],
          axis: [0, 0, 1],
          motor: { speed: 2, torque: 40 },
          friction: 0.1,
          break: { force: 1e6, torque: 1e6 },
        },
        {
          type: 'hinge',
          name: 'axle',
          b: 'wheel',
          pointA: [3, 2, 0],
          pointB: [0, 0, 0],
          axisA: [0, 0, 1],
          axisB: [0, 0, 1],
          spring: { stiffness: 3, damping: 0.2, restDegrees: 20 },
        },
        { type: 'gear', joints: ['shaft', 'axle'], ratio: 2 },
        { type: 'slider', name: 'rail', b: 'sledge', point: [0, 5, 0], axis: [1, 0, 0], spring: { stiffness: 9, rest: 0.1 } },
        { type: 'rack', joints: [1, 'rail'], ratio: 0.3 },
        {
          type: 'ball',
          name: 'shoulder',
          b: 'arm',
          point: [-2.5, 2, 0],
          axis: [-1, 0, 0],
          swing: 1.2,
          twist: { lowerDegrees: -40, upperDegrees: 40 },
        },
        {
          type: 'hinge',
          name: 'elbow',
          a: 'arm',
          b: 'hand',
          point: [-3.5, 2, 0],
          axis: [0, 0, 1],
          limits: { lower: -1, upper: 0.8, restitution: 0.3 },
          servo: { angleDegrees: 20, stiffness: 30, damping: 2, torque: 9 },
        },
        {
          type: 'pulley',
          a: 'weight',
          b: 'counterweight',
          points: [
            [6, 0, 0],
            [8, 0, 0],
          ],
          pulleys: [
            [6, 6, 0],
            [8, 6, 0],
          ],
          ratio: 1,
          length: 12,
        },
        { type: 'distance', b: 'bob', pointA: [-8, 4, 0], pointB: [0, 0, 0], minimum: 1, maximum: 2.5 },
      ],
      show: { joints: ['shaft', 'elbow'], jointReadouts: ['angle', 'torque'], plots: [{ quantity: 'angle', joint: 'elbow' }] },
      keys: { ArrowUp: { joint: 'shaft', motor: 5, released: 0 }, a: { joint: 'elbow', servo: 0.5, released: 0 } },
      commands: [
        { step: 5, type: 'motor', joint: 'shaft', speed: 3 },
        { step: 9, type: 'servo', joint: 'elbow', angle: 0.4 },
        { step: 12, type: 'limits', joint: 'elbow', limits: { lowerDegrees: -20, upper: 0.5 } },
        { step: 20, type: 'removeJoint', joint: 'rail' },
        { step: 30, type: 'addJoint', joint: { type: 'ball', a: 'arm', b: 'hand', point: [-3.5, 2, 0], swingDegrees: 90, collides: true } },
      ],
    },
  ),
  free(
    [
      box('drive', { position: [0, 1, 0], size: [1, 0.2, 0.2] }),
      box('driven', { position: [1, 1, 0], size: [1, 0.2, 0.2] }),
      box('slide', { position: [0, 4, 0] }),
      box('rod', { position: [0, 7, 0], size: [0.2, 1, 0.2] }),
    ],
    {
      gravity: [0, -2, 0],
      joints: [
        { type: 'hinge', b: 'drive', point: [-0.5, 1, 0], axis: [1, 0, 0], motor: { speed: 3 } },
        {
          type: 'universal',
          a: 'drive',
          b: 'driven',
          point: [0.5, 1, 0],
          axes: [
            [0, 1, 0],
            [0, 0, 1],
          ],
        },
        {
          type: 'slider',
          b: 'slide',
          point: [0, 4, 0],
          axis: [1, 0, 0],
          servo: { position: 0.5, stiffness: 200, damping: 30, force: 400 },
        },
        {
          type: 'distance',
          b: 'rod',
          points: [
            [0, 9, 0],
            [0, 7.5, 0],
          ],
          length: 1.5,
          collides: false,
        },
      ],
      show: { joints: true },
      commands: [{ step: 15, type: 'servo', joint: 2, position: -0.2 }],
    },
  ),
].map((scene) => JSON.parse(JSON.stringify(scene))); // without what is undefined
