// Links made from seeds: scenes with every key of the format (web/scenes/README.md), every command and every setting of the view, and numbers of
// all kinds. What they say need not make sense to the engine: a link carries it all the same.

/** A generator of numbers in [0, 1) (Mulberry32, T. Ettinger, 2017, public domain). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const kWords = [
  'ground',
  'cube',
  'brick[3]',
  'a name with “quotes” and \\ / < >',
  'ω ∥ L',
  '球',
  '',
  '  ',
  '#d9694f',
  '#D9694F',
  '7',
  '007',
  '\ud800',
  '\ufeffmark',
  '__proto__',
  'box 12',
];
const kMarks =
  'velocity acceleration momentum force angularVelocity angularMomentum torque point appliedForces about contacts centre axes trail strobe impacts ellipsoid polhode cones'.split(
    ' ',
  );
const kNumbers = ['transform', 'point', 'about', 'meters', 'world'];
const kOpen = 'gallery numbers lab lab/plots lab/push lab/collision lab/scene lab/compare'.split(' ');

export class Random {
  constructor(seed) {
    this.next = randomFrom(seed);
  }
  below(count) {
    return Math.floor(this.next() * count);
  }
  chance(part) {
    return this.next() < part;
  }
  of(list) {
    return list[this.below(list.length)];
  }
  some(list) {
    return list.filter(() => this.chance(0.5));
  }
  list(most, make) {
    return Array.from({ length: this.below(most + 1) }, make);
  }
  /** Any double: of any bits, with few digits, whole, at the ends, and -0. */
  number() {
    switch (this.below(8)) {
      case 0: {
        const bits = new DataView(new ArrayBuffer(8));
        bits.setUint32(0, this.next() * 2 ** 32);
        bits.setUint32(4, this.next() * 2 ** 32);
        const value = bits.getFloat64(0);
        return Number.isFinite(value) ? value : 1;
      }
      case 1:
        return this.of([
          0,
          -0,
          1,
          -1,
          5e-324,
          -2.2250738585072014e-308,
          Number.MAX_VALUE,
          2 ** 53,
          -(2 ** 53),
          0.1,
          1e21,
          1e-7,
          4294967295,
          1 / 3,
        ]);
      case 2:
        return this.below(2000) - 1000;
      case 3:
        return Math.fround(this.next() * 20 - 10);
      case 4:
        return this.next() * 20 - 10;
      default:
        return (this.below(20001) - 10000) / 10 ** this.below(7);
    }
  }
  vector() {
    return [this.number(), this.number(), this.number()];
  }
  word() {
    return this.of(kWords);
  }
  /** An object with some of the keys. */
  object(makers, part = 0.5) {
    return Object.fromEntries(
      Object.entries(makers)
        .filter(() => this.chance(part))
        .map(([key, make]) => [key, make()]),
    );
  }
}

const orientation = (random) =>
  random.of([
    () => [random.number(), random.number(), random.number(), random.number()],
    () => ({ axis: random.vector(), angleDegrees: random.number() }),
  ])();
const reference = (random) => random.of([() => random.word(), () => random.below(300)])();

function shape(random) {
  return {
    type: random.of(['box', 'sphere', 'cylinder', 'cone', 'capsule', 'hull', 'mesh', 'points', 'ellipsoid', 'heightField']),
    ...random.object({
      size: () => random.vector(),
      radius: () => random.number(),
      height: () => random.number(),
      radii: () => random.vector(),
      vertices: () => random.list(6, () => random.vector()),
      heights: () => random.list(4, () => random.list(4, () => random.number())),
      triangles: () => random.list(4, () => [random.below(9), random.below(9), random.below(9)]),
      points: () => random.list(4, () => random.vector()),
      masses: () => random.of([() => random.number(), () => random.list(4, () => random.number())])(),
      position: () => random.vector(),
      orientation: () => orientation(random),
      subtract: () => random.chance(0.5),
      density: () => random.number(),
      friction: () => random.number(),
      restitution: () => random.number(),
      rollingFriction: () => random.number(),
      collides: () => random.chance(0.5),
      color: () => random.word(),
    }),
  };
}

const arrangement = (random) => ({
  type: random.of(['grid', 'stack', 'wall', 'pyramid', 'spiral']),
  ...random.object({
    count: () => random.of([() => random.below(100), () => random.vector()])(),
    spacing: () => random.of([() => random.number(), () => random.vector()])(),
    columns: () => random.below(30),
    rows: () => random.below(30),
    radius: () => random.number(),
    pitch: () => random.number(),
    jitter: () => random.number(),
    randomOrientation: () => random.chance(0.5),
    seed: () => Math.floor(random.next() * 2 ** 32),
  }),
});

const body = (random) =>
  random.object({
    name: () => random.word(),
    type: () => random.of(['dynamic', 'static', 'kinematic']),
    size: () => random.vector(),
    shapes: () => random.list(3, () => shape(random)),
    density: () => random.number(),
    mass: () => random.number(),
    inertia: () => random.of([() => random.vector(), () => [random.vector(), random.vector(), random.vector()]])(),
    centerOfMass: () => random.vector(),
    friction: () => random.number(),
    collides: () => random.chance(0.5),
    restitution: () => random.number(),
    rollingFriction: () => random.number(),
    position: () => random.vector(),
    orientation: () => orientation(random),
    velocity: () => random.vector(),
    angularVelocity: () => random.vector(),
    linearDamping: () => random.number(),
    angularDamping: () => random.number(),
    planar: () => random.chance(0.5),
    motion: () => random.of(['automatic', 'exact', 'eulerAngles']),
    sleeping: () => random.chance(0.5),
    continuous: () => random.chance(0.5),
    color: () => random.word(),
    look: () => random.of(['racket', 'hammer', 'rocket', 'twinRocket']),
    arrangement: () => arrangement(random),
  });

const signal = (random) => ({
  type: random.of(['sine', 'pulse', 'ramp', 'table']),
  ...random.object({
    amplitude: () => random.number(),
    frequency: () => random.number(),
    phase: () => random.number(),
    offset: () => random.number(),
    value: () => random.number(),
    duration: () => random.number(),
    begin: () => random.number(),
    otherwise: () => random.number(),
    period: () => random.number(),
    from: () => random.number(),
    to: () => random.number(),
    points: () => random.list(4, () => [random.number(), random.number()]),
  }),
});

const force = (random) => ({
  type: random.of(['force', 'torque', 'drag', 'fluidDrag', 'spring', 'field', 'beam']),
  ...random.object({
    body: () => reference(random),
    force: () => (random.chance(0.5) ? random.vector() : [0, signal(random), random.number()]),
    torque: () => random.vector(),
    point: () => random.vector(),
    frame: () => random.of(['world', 'body']),
    density: () => random.number(),
    size: () => random.vector(),
    normal: () => random.vector(),
    area: () => random.number(),
    coefficient: () => random.number(),
    flow: () => random.vector(),
    linear: () => random.number(),
    angular: () => random.number(),
    anchor: () => random.vector(),
    other: () => reference(random),
    otherPoint: () => random.vector(),
    stiffness: () => random.number(),
    damping: () => random.number(),
    restLength: () => random.number(),
    acceleration: () => random.vector(),
    strength: () => random.number(),
    range: () => random.number(),
  }),
});

const bounds = (random) =>
  random.object({
    lower: () => random.number(),
    upper: () => random.number(),
    lowerDegrees: () => random.number(),
    upperDegrees: () => random.number(),
    restitution: () => random.number(),
  });
const drive = (random) =>
  random.object({
    speed: () => random.number(),
    angle: () => random.number(),
    angleDegrees: () => random.number(),
    position: () => random.number(),
    stiffness: () => random.number(),
    damping: () => random.number(),
    torque: () => random.number(),
    force: () => random.number(),
  });

const joint = (random) => ({
  type: random.of(['ball', 'hinge', 'slider', 'universal', 'fixed', 'distance', 'gear', 'rack', 'pulley']),
  ...random.object({
    name: () => random.word(),
    a: () => reference(random),
    b: () => reference(random),
    collides: () => random.chance(0.5),
    point: () => random.vector(),
    points: () => [random.vector(), random.vector()],
    pointA: () => random.vector(),
    pointB: () => random.vector(),
    axis: () => random.vector(),
    axes: () => [random.vector(), random.vector()],
    axisA: () => random.vector(),
    axisB: () => random.vector(),
    limits: () => bounds(random),
    twist: () => bounds(random),
    swing: () => random.number(),
    swingDegrees: () => random.number(),
    spring: () =>
      random.object({
        stiffness: () => random.number(),
        damping: () => random.number(),
        rest: () => random.number(),
        restDegrees: () => random.number(),
      }),
    motor: () => drive(random),
    servo: () => drive(random),
    friction: () => random.number(),
    break: () => random.object({ force: () => random.number(), torque: () => random.number() }),
    length: () => random.number(),
    minimum: () => random.number(),
    maximum: () => random.number(),
    joints: () => [reference(random), reference(random)],
    ratio: () => random.number(),
    pulleys: () => [random.vector(), random.vector()],
  }),
});

/** Commands by type, each with all of its keys. */
export const commandMakers = {
  impulse: (random) => ({ body: reference(random), impulse: random.vector(), ...random.object({ point: () => random.vector() }) }),
  angularImpulse: (random) => ({ body: reference(random), angularImpulse: random.vector() }),
  force: (random) => ({
    body: reference(random),
    force: random.vector(),
    ...random.object({ point: () => random.vector(), frame: () => 'body', steps: () => random.below(99) }),
  }),
  torque: (random) => ({
    body: reference(random),
    torque: random.vector(),
    ...random.object({ frame: () => 'world', steps: () => random.below(99) }),
  }),
  velocity: (random) => ({
    body: reference(random),
    ...random.object({ velocity: () => random.vector(), angularVelocity: () => random.vector() }),
  }),
  pose: (random) => ({
    body: reference(random),
    ...random.object({ position: () => random.vector(), orientation: () => orientation(random) }),
  }),
  drag: (random) => ({
    body: reference(random),
    point: random.vector(),
    target: random.vector(),
    ...random.object({ pointer: () => random.below(32) }),
  }),
  release: (random) => ({ pointer: random.below(32) }),
  addBody: (random) => ({ body: body(random) }),
  removeBody: (random) => ({ body: reference(random) }),
  explosion: (random) => ({ position: random.vector(), impulse: random.number(), radius: random.number() }),
  addJoint: (random) => ({ joint: joint(random) }),
  removeJoint: (random) => ({ joint: reference(random) }),
  motor: (random) => ({ joint: reference(random), speed: random.number() }),
  servo: (random) => ({
    joint: reference(random),
    ...random.object({ angle: () => random.number(), angleDegrees: () => random.number(), position: () => random.number() }),
  }),
  limits: (random) => ({ joint: reference(random), limits: bounds(random) }),
};
const command = (random) => {
  const type = random.of(Object.keys(commandMakers));
  return { type, ...commandMakers[type](random) };
};

const plot = (random) => ({
  quantity: random.of(['angularVelocity', 'energy', 'worldMomentum']),
  ...random.object({ body: () => reference(random) }),
});

const control = (random) => ({
  label: random.word(),
  ...random.object({
    path: () => 'bodies.racket.angularVelocity[1]',
    unit: () => 'rad/s',
    min: () => random.number(),
    max: () => random.number(),
    step: () => random.number(),
    choices: () => random.list(3, () => random.word()),
    restart: () => random.chance(0.5),
    command: () => command(random),
    keys: () => ({ a: random.number(), d: random.chance(0.5) }),
    key: () => 'f',
  }),
});

export const randomScene = (random) => ({
  tumble: 1,
  ...random.object(
    {
      $schema: () => random.word(),
      title: () => random.word(),
      expect: () => random.word(),
      camera: () => ({ position: random.vector(), target: random.vector() }),
      show: () =>
        random.object({
          body: () => reference(random),
          marks: () => random.some(kMarks),
          allBodies: () => random.chance(0.5),
          point: () => random.vector(),
          about: () => random.vector(),
          follow: () => random.chance(0.5),
          rate: () => random.number(),
          energyBars: () => random.chance(0.5),
          graphPaper: () => random.chance(0.5),
          compare: () => random.some(['exact', 'explicitEuler', 'midpoint']),
          joints: () => random.of([true, random.list(3, () => random.word())]),
          jointReadouts: () => random.some(['angle', 'torque', 'force']),
          plots: () => random.list(3, () => plot(random)),
          numbers: () => random.some(kNumbers),
        }),
      controls: () => random.list(3, () => control(random)),
      keys: () => ({ ArrowUp: { joint: random.word(), [random.of(['motor', 'servo'])]: random.number(), released: 0 } }),
      labels: () => random.chance(0.5),
      gravity: () => random.vector(),
      stepsPerSecond: () => random.below(240) + 10,
      quality: () => random.of(['default', 'precise']),
      motion: () => random.of(['automatic', 'splitting4']),
      planar: () => random.chance(0.5),
      collisions: () => random.chance(0.5),
      sleeping: () => random.chance(0.5),
      forces: () => random.list(5, () => force(random)),
      joints: () => random.list(5, () => joint(random)),
      commands: () => random.list(5, () => ({ ...random.object({ step: () => random.below(1e9) }), ...command(random) })),
    },
    0.4,
  ),
  bodies: random.list(random.chance(0.1) ? 60 : 6, () => body(random)),
});

/** Settings of the view, each of which may be left out. */
export const viewMakers = {
  camera: (random) => ({ position: random.vector(), target: random.vector() }),
  selected: (random) => random.of([null, random.below(300), 65536 * random.below(9) + 3]),
  point: (random) => random.vector(),
  marks: (random) => random.some(kMarks),
  about: (random) => random.vector(),
  allBodies: (random) => random.chance(0.5),
  follow: (random) => random.chance(0.5),
  names: (random) => random.chance(0.5),
  energyBars: (random) => random.chance(0.5),
  graphPaper: (random) => random.chance(0.5),
  joints: (random) => random.chance(0.5),
  plots: (random) => random.list(3, () => plot(random)),
  rate: (random) => random.of([random.number(), 0.25, 1, 4]),
  playing: (random) => random.chance(0.5),
  open: (random) => random.some(kOpen),
};
export const randomView = (random) =>
  random.object(Object.fromEntries(Object.entries(viewMakers).map(([key, make]) => [key, () => make(random)])));

/** An edit as the page makes it (kept-bodies.ts), or with what is kept given otherwise. */
function edit(random, scene, keptBodies) {
  const after = structuredClone(scene);
  for (const one of after.bodies) if (random.chance(0.2)) one.mass = random.number();
  if (random.chance(0.3)) after.gravity = random.vector();
  if (random.chance(0.3))
    after.bodies.splice(random.below(after.bodies.length + 1), random.below(2), ...random.list(2, () => body(random)));
  if (random.chance(0.2)) delete after.title;
  const kept = random.chance(0.2) ? after.bodies.flatMap(() => [random.below(3) - 1, random.below(16)]) : keptBodies(scene, after);
  return { type: 'revise', scene: after, kept };
}

export function randomLink(seed, keptBodies, galleryScenes = new Map()) {
  const random = new Random(seed);
  const ofGallery = galleryScenes.size > 0 && random.chance(0.3);
  const gallery = ofGallery ? random.of([...galleryScenes.keys()]) : null;
  let scene = ofGallery ? galleryScenes.get(gallery) : randomScene(random);
  if (ofGallery && random.chance(0.5)) scene = edit(random, scene, keptBodies).scene;
  const base = scene;
  let issuedAtStep = 0;
  const log = random.list(random.chance(0.1) ? 80 : 6, () => {
    issuedAtStep += random.below(100);
    const given = random.chance(0.2) ? edit(random, scene, keptBodies) : command(random);
    if (given.type === 'revise') scene = given.scene;
    return { issuedAtStep, step: issuedAtStep + (random.chance(0.2) ? random.below(50) : 0), command: given };
  });
  const hash = random.chance(0.1) ? null : Array.from({ length: 16 }, () => random.below(16).toString(16)).join('');
  const [step, view] = [random.below(100_001), randomView(random)];
  const some = random.list(16, () => (256 + random.below(256)).toString(16).slice(1)).join('');
  const checkpoints = hash === null || some === '' ? undefined : some;
  return { gallery, scene: base, log, step, hash, checkpoints, view };
}
