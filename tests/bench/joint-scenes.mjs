// Chains, a net and ragdolls: scenes of bodies that joints hold together. Of water's density, 1000 kg/m³.
import { plus, rotated, scaled } from './poses.mjs';
import { ground, kGravity, kTimeStep, numbers, randomOrientation, thing } from './scene-parts.mjs';

const kDensity = 1000;
const kSteps = Math.round(10 / kTimeStep);

const ball = (a, b, point) => ({ type: 'ball', a, b, point });
const hinge = (a, b, point, axis, limits) => ({ type: 'hinge', a, b, point, axis, limits });

/** Side by side, each held at its first end, and let go while it lies level along x. Its links pass through each other. */
export function chains(count, links) {
  const radius = 0.05,
    length = 0.4,
    level = [0, 0, -Math.SQRT1_2, Math.SQRT1_2], // y of the capsule along x
    bodies = [],
    joints = [];
  const link = { type: 'capsule', radius, halfHeight: length / 2 - radius };
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < links; i++) {
      const last = bodies.length - 1;
      bodies.push(thing(link, [(i + 0.5) * length, 0, row], { orientation: level, density: kDensity, collides: false }));
      joints.push(ball(i === 0 ? null : last, last + 1, [i * length, 0, row]));
    }
  }
  return { title: `${count} chains of ${links}`, steps: kSteps, gravity: kGravity, statics: [], bodies, joints, conservative: true };
}

/**
 * `side` by `side` balls, each joined to its neighbours halfway, that hang from the corners of a square. It starts as a bowl, since a
 * net that is taut could not hang at all. The balls pass through each other.
 */
export function net(side) {
  const spacing = 0.25,
    sag = 2,
    bodies = [],
    joints = [];
  const along = (i) => (2 * i) / (side - 1) - 1;
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const u = along(i),
        v = along(j),
        half = ((side - 1) * spacing) / 2;
      const index = bodies.length,
        position = [half * u, (-sag * (2 - u * u - v * v)) / 2, half * v];
      bodies.push(thing({ type: 'sphere', radius: 0.1 }, position, { density: kDensity, collides: false }));
      const isCorner = [0, side - 1].includes(i) && [0, side - 1].includes(j);
      if (isCorner) joints.push(ball(null, index, position));
      const before = [i > 0 ? index - 1 : null, j > 0 ? index - side : null];
      for (const a of before) if (a !== null) joints.push(ball(a, index, scaled(plus(bodies[a].position, position), 0.5)));
    }
  }
  return { title: `net of ${side}×${side}`, steps: kSteps, gravity: kGravity, statics: [], bodies, joints, conservative: true };
}

const kElbow = [0, 2.4], // rad
  kKnee = [-2.4, 0];

const limb = (radius, length) => ({ type: 'capsule', radius, halfHeight: length / 2 });

/** Upright, facing x, its pelvis at the origin: [shape, position] of each body. */
const kRagdollParts = [
  [{ type: 'box', half: [0.095, 0.1, 0.15] }, [0, 0, 0]],
  [{ type: 'box', half: [0.1, 0.22, 0.16] }, [0, 0.36, 0]],
  [{ type: 'sphere', radius: 0.12 }, [0, 0.74, 0]],
  ...[-1, 1].flatMap((side) => [
    [limb(0.045, 0.21), [0, 0.37, 0.235 * side]],
    [limb(0.04, 0.21), [0, 0.08, 0.235 * side]],
    [limb(0.07, 0.28), [0, -0.29, 0.095 * side]],
    [limb(0.05, 0.3), [0, -0.7, 0.095 * side]],
  ]),
];

const kRagdollJoints = [
  ball(0, 1, [0, 0.12, 0]), // spine
  ball(1, 2, [0, 0.6, 0]), // neck
  ...[-1, 1].flatMap((side, i) => {
    const [upperArm, forearm, thigh, shin] = [3, 4, 5, 6].map((part) => part + 4 * i);
    return [
      ball(1, upperArm, [0, 0.52, 0.235 * side]),
      hinge(upperArm, forearm, [0, 0.225, 0.235 * side], [0, 0, 1], kElbow),
      ball(0, thigh, [0, -0.09, 0.095 * side]),
      hinge(thigh, shin, [0, -0.495, 0.095 * side], [0, 0, 1], kKnee),
    ];
  }),
];

/** `side` by `side` of them, turned at random, above the ground. The ball joints have no limits, since Rapier has none for them. */
export function ragdolls(side) {
  const next = numbers(5),
    spacing = 2,
    bodies = [],
    joints = [];
  for (let i = 0; i < side * side; i++) {
    const first = bodies.length,
      orientation = randomOrientation(next);
    const pelvis = [((i % side) - (side - 1) / 2) * spacing, 1.2 + 2 * next(), (Math.floor(i / side) - (side - 1) / 2) * spacing];
    const placed = (position) => plus(pelvis, rotated(orientation, position));
    for (const [shape, position] of kRagdollParts) bodies.push(thing(shape, placed(position), { orientation, density: kDensity }));
    for (const { a, b, point, axis, ...rest } of kRagdollJoints) {
      joints.push({ ...rest, a: first + a, b: first + b, point: placed(point), axis: axis && rotated(orientation, axis) });
    }
  }
  return { title: `${side * side} ragdolls`, steps: kSteps, gravity: kGravity, statics: [ground()], bodies, joints };
}
