// Made by build-scripts/generate-layout.mjs of engine/bindings/layout.h: do not edit. Where the fields of packed records begin, and how
// many numbers a record has (stride).

/** Of each slot, World.poses(). */
export const poseLayout = {
  position: 0, // 3 numbers; m, centre of mass
  padding: 3, // 0
  orientation: 4, // 4 numbers
  stride: 8,
} as const;

/** Of each collider and each other shape, World.shapes(); around the centre of mass, in the body frame. */
export const shapeLayout = {
  slot: 0,
  kind: 1, // ShapeType; 16 more for a cavity
  dimensions: 2, // 3 numbers; m: half extents of a box; radius; radius and height; index of a geometry
  position: 5, // 3 numbers; m
  orientation: 8, // 4 numbers; shape -> body frame
  stride: 12,
} as const;

/** Of each point of a shape of points, World.geometry(), in its own axes. (Of hulls and meshes: three vertices a triangle.) */
export const pointMassLayout = {
  position: 0, // 3 numbers; m
  mass: 3, // kg
  stride: 4,
} as const;

/** Of each slot, World.states(). */
export const stateLayout = {
  position: 0, // 3 numbers; m, centre of mass
  orientation: 3, // 4 numbers
  velocity: 7, // 3 numbers; m/s
  angularVelocity: 10, // 3 numbers; rad/s
  stride: 13,
} as const;

/** What is recorded of a body after each step. */
export const bodySampleLayout = {
  position: 0, // 3 numbers; m, centre of mass
  orientation: 3, // 4 numbers
  velocity: 7, // 3 numbers; m/s
  angularVelocity: 10, // 3 numbers; rad/s
  momentum: 13, // 3 numbers; kg m/s
  angularMomentum: 16, // 3 numbers; kg m^2/s, about the centre of mass
  linearEnergy: 19, // J
  rotationalEnergy: 20, // J
  potentialEnergy: 21, // J
  matrixDefect: 22, // largest element of |A^T A - 1| where the scheme of motion keeps a matrix, else 0
  quaternionDefect: 23, // | |q| - 1 | before the scheme normalised it
  stride: 24,
} as const;

/** World.bodyState(). */
export const bodyStateLayout = {
  isValid: 0, // 0: there is no such body, and all else is 0
  sample: 1, // 24 numbers
  angles: 25, // 3 numbers; rad, where the scheme keeps Euler angles
  matrix: 28, // 9 numbers; by rows, body frame -> world, as the scheme keeps it
  stride: 37,
} as const;

/** World.pointState(): a point fixed in a body. */
export const pointStateLayout = {
  isValid: 0, // 0: there is no such body, and all else is 0
  position: 1, // 3 numbers; m
  velocity: 4, // 3 numbers; m/s
  acceleration: 7, // 3 numbers; m/s^2
  tangential: 10, // 3 numbers; m/s^2, alpha x r
  centripetal: 13, // 3 numbers; m/s^2, omega x (omega x r)
  centerAcceleration: 16, // 3 numbers; m/s^2, of the centre of mass
  angularAcceleration: 19, // 3 numbers; rad/s^2
  stride: 22,
} as const;

/** World.measures(): sums over all dynamic bodies. */
export const measuresLayout = {
  linearEnergy: 0, // J
  rotationalEnergy: 1, // J
  potentialEnergy: 2, // J
  momentum: 3, // 3 numbers; kg m/s
  angularMomentum: 6, // 3 numbers; kg m^2/s, about the origin of the world
  stride: 9,
} as const;

/** World.report(), of the last step (world/step_report.h). */
export const reportLayout = {
  flags: 0,
  bodyCount: 1,
  pairCount: 2,
  contactCount: 3,
  contactPointCount: 4,
  commandCount: 5,
  frozenBody: 6, // id, or none
  sleeperCount: 7,
  impactCount: 8, // while impacts are recorded
  stageMilliseconds: 9, // 6 numbers
  stride: 15,
} as const;

/** Of each contact point, World.contacts(). */
export const contactLayout = {
  point: 0, // 3 numbers; m
  normal: 3, // 3 numbers; unit, from A to B
  impulse: 6, // N s, along the normal, in the last step
  slotA: 7,
  slotB: 8,
  stride: 9,
} as const;

/** Of each lasting force that acts now, World.forces(). */
export const forceLayout = {
  slot: 0,
  point: 1, // 3 numbers; m, where it acts
  force: 4, // 3 numbers; N
  torque: 7, // 3 numbers; N m, about the centre of mass
  stride: 10,
} as const;

/** One of the two bodies of an impact. */
export const impactBodyLayout = {
  position: 0, // 3 numbers; m, centre of mass, at the impact
  velocity: 3, // 3 numbers; m/s, before
  angularVelocity: 6, // 3 numbers; rad/s, before
  angularImpulse: 9, // 3 numbers; N m s, about the centre of mass
  orientation: 12, // 4 numbers
  stride: 16,
} as const;

/** Of each impact of the last step, World.impacts() (contacts/impact_events.h). */
export const impactLayout = {
  step: 0, // steps taken with that of the impact
  slotA: 1,
  slotB: 2,
  time: 3, // s after the start of the step
  pointCount: 4, // points that touched at once
  approachSpeed: 5, // m/s
  restitution: 6,
  point: 7, // 3 numbers; m
  normal: 10, // 3 numbers; unit, from A to B
  impulse: 13, // 3 numbers; N s, on B
  a: 16, // 16 numbers
  b: 32, // 16 numbers
  stride: 48,
} as const;

/** Of each joint, World.joints(): what stays as it was made (joints/joint.h). Removed and broken ones keep their place. */
export const jointLayout = {
  type: 0, // JointType
  slotA: 1, // -1: the world
  slotB: 2, // -1: the world
  anchorA: 3, // 3 numbers; m, from the centre of mass, in the body frame; of the world: in world axes
  anchorB: 6, // 3 numbers; m
  frameA: 9, // 4 numbers; axes of the joint -> body frame, or world
  frameB: 13, // 4 numbers; axes of the joint -> body frame, or world
  swing: 17, // rad, of a ball
  minimum: 18, // m, of a distance
  maximum: 19, // m, of a distance or a pulley
  ratio: 20, // of gear, rack, pulley
  first: 21, // index of the joint that a gear or a rack leads from, else -1
  second: 22, // and to
  pulleyA: 23, // 3 numbers; m, world, of a pulley
  pulleyB: 26, // 3 numbers; m
  stride: 29,
} as const;

/** What is recorded of a joint after each step. */
export const jointSampleLayout = {
  coordinate: 0, // rad of a hinge, m of a slider
  rate: 1, // rad/s or m/s
  force: 2, // 3 numbers; N, on b in world axes, mean over the step; on a the opposite
  torque: 5, // 3 numbers; N m, on b about the anchor
  stride: 8,
} as const;

/** Of each joint, World.jointStates(). */
export const jointStateLayout = {
  isAlive: 0, // 0: removed or broken
  sample: 1, // 8 numbers
  lower: 9, // rad or m, limits of the coordinate or of a twist
  upper: 10, // rad or m
  drive: 11, // DriveKind
  target: 12, // of the drive: rad/s or m/s of a motor; rad or m of a servo
  stride: 13,
} as const;

/** World.bodyInfo(), as world.js reads it; nothing for no body. */
export const bodyInfoLayout = {
  slot: 0,
  type: 1, // BodyType
  motion: 2, // scheme of motion
  mass: 3, // kg
  isPlanar: 4,
  entry: 5, // of "bodies" in the scene it came from; -1: a body that was added later
  inertia: 6, // 3 numbers; kg m^2, principal moments
  centerOfMass: 9, // 3 numbers; m, body frame
  inertiaTensor: 12, // 9 numbers; kg m^2, by rows, body frame
  stride: 21,
} as const;
