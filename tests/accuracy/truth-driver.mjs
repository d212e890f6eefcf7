// Driver of an acceptance suite of closed-form cases: translates its scenes into ours and samples the wasm build, with the
// engine's own defaults. What the engine does not have yet throws "unsupported: ...".
import { createWorld, loadEngine, readStates } from './engine.mjs';

const engine = loadEngine();

function unsupported(what) {
  throw new Error(`unsupported: ${what}`);
}

// Shapes that collide; the others are ghosts where nothing could meet them, and unsupported elsewhere.
const colliding = ['box', 'sphere', 'capsule', 'cylinder', 'cone', 'hull'];

function shapeOf(shape, isAlone) {
  const { pos, quat, ...rest } = shape;
  const ghost = !colliding.includes(shape.type) && !shape.subtract;
  if (ghost && !isAlone) unsupported(`collisions of ${shape.type} shapes`);
  return { ...rest, ...(pos && { position: pos }), ...(quat && { orientation: quat }), ...(ghost && { collides: false }) };
}

// The origin of a case's body is its centre of mass where mass and inertia are given, however its shapes lie about it, and the
// point it turns about where it has no mass at all. Only a density leaves the centre to the shapes.
function massOf({ type, mass, inertia, density }) {
  if (type !== 'dynamic') return { mass: 1, inertia: [1, 1, 1], centerOfMass: [0, 0, 0] }; // not felt, but for the centre
  if (mass !== undefined && inertia) return { mass, inertia, centerOfMass: [0, 0, 0] };
  return { ...(mass !== undefined ? { mass } : density !== undefined && { density }), ...(inertia && { inertia }) };
}

function bodyOf(body, isAlone) {
  return {
    type: body.type,
    shapes: body.shapes.map((shape) => shapeOf(shape, isAlone)),
    ...massOf(body),
    ...(body.planar && body.type === 'dynamic' && { planar: true }),
    ...(body.pos && { position: body.pos }),
    ...(body.quat && { orientation: body.quat }),
    ...(body.lin && { velocity: body.lin }),
    ...(body.ang && { angularVelocity: body.ang }),
    ...(body.friction !== undefined && { friction: body.friction }),
    ...(body.restitution !== undefined && { restitution: body.restitution }),
  };
}

function forceOf(force) {
  const { body, point, frame } = force;
  switch (force.type) {
    case 'force':
      return { type: 'force', body, force: force.force, ...(point && { point }), ...(frame && { frame }) };
    case 'torque':
      return { type: 'torque', body, torque: force.torque, ...(frame && { frame }) };
    case 'drag':
      return { type: 'drag', body, linear: force.c_lin ?? 0, angular: force.c_ang ?? 0 };
    case 'spring':
      return { type: 'spring', body, point, anchor: force.anchor, stiffness: force.k, damping: force.c ?? 0, restLength: force.rest ?? 0 };
    default:
      return unsupported(`${force.type} forces`);
  }
}

// A spring joint is a spring between two bodies, or to the world. Jointed bodies do not collide unless the joint says so, which
// we cannot forbid to a pair that a spring joins: without `collide` it needs a scene without collisions, unless one end is in the world.
function springOf(joint, scene) {
  const { a, b, anchor_a: pointA, anchor_b: pointB, k, c = 0, rest = 0, collide = false } = joint;
  const law = { type: 'spring', stiffness: k, damping: c, restLength: rest };
  if (a === 'world') return { ...law, body: b, point: pointB, anchor: pointA };
  if (b === 'world') return { ...law, body: a, point: pointA, anchor: pointB };
  if (scene.collisions !== false && !collide) unsupported('springs between bodies that could collide');
  return { ...law, body: a, point: pointA, other: b, otherPoint: pointB };
}

const isSpring = (joint) => joint.type === 'spring';

// `indices`: of the case's joints in ours.
function jointOf(joint, indices) {
  if (joint.type === 'gear' || joint.type === 'rack')
    return { type: joint.type, joints: [indices[joint.joint_a], indices[joint.joint_b]], ratio: joint.ratio };
  const { limits, motor, spring } = joint;
  const end = (body, key) => body !== 'world' && { [key]: body };
  const most = motor && (motor.maxTorque ?? motor.maxForce);
  return {
    type: joint.type,
    ...end(joint.a, 'a'),
    ...end(joint.b, 'b'),
    pointA: joint.anchor_a,
    pointB: joint.anchor_b,
    ...(joint.axis_a && { axisA: joint.axis_a, axisB: joint.axis_b }),
    ...(joint.length !== undefined && { length: joint.length }),
    ...(joint.min !== undefined && { minimum: joint.min }),
    ...(joint.max !== undefined && { maximum: joint.max }),
    ...(limits && { limits: { lower: limits[0], upper: limits[1], restitution: joint.limit_restitution ?? 0 } }),
    ...(motor && { motor: { speed: motor.speed, ...(most !== undefined && { [joint.type === 'hinge' ? 'torque' : 'force']: most }) } }),
    ...(spring && { spring: { stiffness: spring.k, damping: spring.c ?? 0, rest: spring.rest ?? 0 } }),
    ...(joint.collide && { collides: true }),
  };
}

function jointsOf(scene) {
  const joints = scene.joints ?? [];
  let count = 0;
  const indices = joints.map((joint) => (isSpring(joint) ? -1 : count++));
  return joints.filter((joint) => !isSpring(joint)).map((joint) => jointOf(joint, indices));
}

function commandOf(impulse, stepsPerSecond) {
  const step = Math.round(impulse.t * stepsPerSecond);
  const { body, point } = impulse;
  return impulse.angular
    ? { type: 'angularImpulse', step, body, angularImpulse: impulse.angular }
    : { type: 'impulse', step, body, impulse: impulse.impulse, ...(point && { point }) };
}

function sceneOf(scene) {
  const isAlone = scene.bodies.length === 1 || scene.collisions === false || scene.massOnly === true;
  const stepsPerSecond = Math.round(1 / (scene.dt ?? 1 / 60));
  return {
    gravity: scene.gravity ?? [0, 0, 0],
    stepsPerSecond,
    sleeping: false, // a body put to sleep is at rest by decree
    ...(scene.collisions === false && { collisions: false }),
    bodies: scene.bodies.map((body) => bodyOf(body, isAlone)),
    forces: [...(scene.forces ?? []).map(forceOf), ...(scene.joints ?? []).filter(isSpring).map((joint) => springOf(joint, scene))],
    joints: jointsOf(scene),
    commands: (scene.impulses ?? []).map((impulse) => commandOf(impulse, stepsPerSecond)),
  };
}

/** The states at the sample times (s): [{t, bodies: [{pos, quat, lin, ang}]}]. */
export async function simulate(scene, sampleTimes) {
  const world = createWorld(await engine, sceneOf(scene));
  const stepsPerSecond = world.stepsPerSecond;
  const samples = sampleTimes.map((t) => {
    const step = Math.round(t * stepsPerSecond);
    while (world.stepCount < step) {
      const before = world.stepCount;
      world.step();
      if (world.stepCount === before) throw new Error(`the world stopped at step ${before}`);
    }
    const bodies = readStates(world).map((b) => ({ pos: b.position, quat: b.orientation, lin: b.velocity, ang: b.angularVelocity }));
    return { t, bodies };
  });
  world.delete();
  return samples;
}

/** Mass, centre of mass (body frame) and inertia tensor (about it, body axes) of each body; null for what does not move. */
export async function massProperties(scene) {
  const world = createWorld(await engine, sceneOf({ gravity: [0, 0, 0], ...scene }));
  const properties = [...world.ids()].map((id) => {
    const info = world.bodyInfo(id);
    if (info.type !== 'dynamic') return null;
    const t = info.inertiaTensor;
    return { mass: info.mass, com: info.centerOfMass, inertia: [t.slice(0, 3), t.slice(3, 6), t.slice(6, 9)] };
  });
  world.delete();
  return properties;
}
