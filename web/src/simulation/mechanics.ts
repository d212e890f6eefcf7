// Momentum, angular momentum, acceleration, net force and torque of a body, and the motion of its points, from the states of two
// successive steps. For display only.
//
//   p = m v,  L = I omega            (I in world axes: R I_body R^T, Hecker 1997, part 4)
//   F = dp/dt,  tau = dL/dt          means over the last step, with impacts and contacts
//   a = F / m,  alpha = I^-1 (tau - omega x L)   (Euler's equation), half a step late; for the selected
//                                    body the engine gives both at the newest step
//   about a point O, with r from O to the centre of mass: L_O = r x p + L,  tau_O = r x F + tau   (Hecker 1996, part 2)
//   point at r from the centre of mass: v + omega x r;  a + alpha x r + omega x (omega x r), the last one centripetal
import { stateLayout } from './layout';
import { type BodyInfo, type Details, type Vector, accelerationLayout } from './protocol';

export type Mutable3 = [number, number, number];

const zero = (): Mutable3 => [0, 0, 0];

export const cross = (a: Vector, b: Vector, out: Mutable3 = zero()): Mutable3 => {
  const x = a[1] * b[2] - a[2] * b[1],
    y = a[2] * b[0] - a[0] * b[2],
    z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
};
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const size = (a: Vector): number => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); // much faster than hypot
export const sum = (a: Vector, b: Vector, scale = 1): Mutable3 => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
export const times = (a: Vector, scale: number): Mutable3 => [a[0] * scale, a[1] * scale, a[2] * scale];

export const vectorAt = (numbers: ArrayLike<number>, at: number): Mutable3 => [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];

/** v turned by the quaternion at `at` in `q` (x, y, z, w); `back`: by its inverse. */
export function turn(q: ArrayLike<number>, at: number, v: Vector, back = false, out: Mutable3 = zero()): Mutable3 {
  const sign = back ? -1 : 1;
  const x = sign * q[at]!,
    y = sign * q[at + 1]!,
    z = sign * q[at + 2]!,
    w = q[at + 3]!;
  const cx = y * v[2] - z * v[1] + w * v[0],
    cy = z * v[0] - x * v[2] + w * v[1],
    cz = x * v[1] - y * v[0] + w * v[2];
  const rx = v[0] + 2 * (y * cz - z * cy),
    ry = v[1] + 2 * (z * cx - x * cz),
    rz = v[2] + 2 * (x * cy - y * cx);
  out[0] = rx;
  out[1] = ry;
  out[2] = rz;
  return out;
}

/** M v, M 3x3 by rows. */
export function apply(m: readonly number[], v: Vector, out: Mutable3 = zero()): Mutable3 {
  const x = m[0]! * v[0] + m[1]! * v[1] + m[2]! * v[2];
  const y = m[3]! * v[0] + m[4]! * v[1] + m[5]! * v[2];
  const z = m[6]! * v[0] + m[7]! * v[1] + m[8]! * v[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** The inverse of a symmetric 3x3 matrix by rows. */
export function inverse(m: readonly number[]): number[] {
  const [a, b, c, , d, e, , , f] = m as [number, number, number, number, number, number, number, number, number];
  const A = d * f - e * e,
    B = c * e - b * f,
    C = b * e - c * d;
  const determinant = a * A + b * B + c * C;
  return [A, B, C, B, a * f - c * c, b * c - a * e, C, b * c - a * e, a * d - b * b].map((part) => part / determinant);
}

/** A moment about a point in its parts: of what is at the centre of mass, and about the centre of mass. */
export type Moment = { readonly ofCentre: Vector; readonly aboutCentre: Vector; readonly total: Vector };

/** Angular momentum (kg m^2/s) and torque (N m) of a body about a point of the world, m. */
export function aboutPoint(motion: Motion, point: Vector): { readonly momentum: Moment; readonly torque: Moment } {
  const lever = sum(motion.position, point, -1);
  const moment = (vector: Vector, aboutCentre: Vector): Moment => {
    const ofCentre = cross(lever, vector);
    return { ofCentre, aboutCentre, total: sum(ofCentre, aboutCentre) };
  };
  return { momentum: moment(motion.momentum, motion.angularMomentum), torque: moment(motion.force, motion.torque) };
}

export type Motion = {
  readonly position: Mutable3;
  readonly velocity: Mutable3;
  readonly angularVelocity: Mutable3;
  readonly momentum: Mutable3;
  readonly angularMomentum: Mutable3;
  readonly acceleration: Mutable3;
  readonly angularAcceleration: Mutable3;
  readonly force: Mutable3;
  readonly torque: Mutable3;
};

export const newMotion = (): Motion => ({
  position: zero(),
  velocity: zero(),
  angularVelocity: zero(),
  momentum: zero(),
  angularMomentum: zero(),
  acceleration: zero(),
  angularAcceleration: zero(),
  force: zero(),
  torque: zero(),
});

const local = zero();
const earlierMomentum = zero();

// L = R I R^T omega for the state at `at`.
function angularMomentum(body: BodyInfo, states: Float64Array, at: number, out: Mutable3): Mutable3 {
  for (const axis of [0, 1, 2] as const) local[axis] = states[at + stateLayout.angularVelocity + axis]!;
  turn(states, at + stateLayout.orientation, local, true, local);
  apply(body.inertiaTensor, local, local);
  return turn(states, at + stateLayout.orientation, local, false, out);
}

const inverses = new WeakMap<BodyInfo, number[]>();

export function inverseTensor(body: BodyInfo): number[] {
  let found = inverses.get(body);
  if (!found) inverses.set(body, (found = body.mass > 0 ? inverse(body.inertiaTensor) : [0, 0, 0, 0, 0, 0, 0, 0, 0]));
  return found;
}

/** The motion of a body at the newest step; fills and returns `out`. */
export function motionOf(body: BodyInfo, details: Details, stepsPerSecond: number, out: Motion): Motion {
  const { states, earlier, accelerations } = details;
  const at = body.slot * stateLayout.stride;
  const hasEarlier = earlier.length === states.length;
  for (let axis = 0; axis < 3; axis += 1) {
    out.position[axis] = states[at + stateLayout.position + axis]!;
    out.velocity[axis] = states[at + stateLayout.velocity + axis]!;
    out.angularVelocity[axis] = states[at + stateLayout.angularVelocity + axis]!;
    out.momentum[axis] = body.mass * out.velocity[axis]!;
    out.acceleration[axis] = hasEarlier ? (out.velocity[axis]! - earlier[at + stateLayout.velocity + axis]!) * stepsPerSecond : 0;
    out.force[axis] = body.mass * out.acceleration[axis]!;
  }
  angularMomentum(body, states, at, out.angularMomentum);
  if (hasEarlier) angularMomentum(body, earlier, at, earlierMomentum);
  const noise = 1e-12 * size(out.angularMomentum); // of computing L from omega, twice
  for (let axis = 0; axis < 3; axis += 1) {
    const change = hasEarlier ? out.angularMomentum[axis]! - earlierMomentum[axis]! : 0;
    out.torque[axis] = Math.abs(change) > noise ? change * stepsPerSecond : 0;
  }
  cross(out.angularVelocity, out.angularMomentum, local);
  for (let axis = 0; axis < 3; axis += 1) local[axis] = out.torque[axis]! - local[axis]!;
  turn(states, at + stateLayout.orientation, local, true, local);
  apply(inverseTensor(body), local, local);
  turn(states, at + stateLayout.orientation, local, false, out.angularAcceleration);
  for (let row = 0; row < accelerations.length; row += accelerationLayout.stride) {
    if (accelerations[row + accelerationLayout.slot] !== body.slot) continue;
    for (let axis = 0; axis < 3; axis += 1) {
      out.acceleration[axis] = accelerations[row + accelerationLayout.linear + axis]!;
      out.angularAcceleration[axis] = accelerations[row + accelerationLayout.angular + axis]!;
    }
  }
  return out;
}

export type PointMotion = {
  readonly velocity: Mutable3;
  readonly tangential: Mutable3;
  readonly centripetal: Mutable3;
  readonly acceleration: Mutable3;
};

/** How the point at `lever` (m, world axes, from the centre of mass) moves. `tangential`: alpha x r; `centripetal`:
 *  omega x (omega x r); `acceleration`: both and that of the centre. */
export function pointMotion(motion: Motion, lever: Vector): PointMotion {
  const turning = cross(motion.angularVelocity, lever);
  const tangential = cross(motion.angularAcceleration, lever);
  const centripetal = cross(motion.angularVelocity, turning);
  return {
    velocity: sum(motion.velocity, turning),
    tangential,
    centripetal,
    acceleration: sum(sum(motion.acceleration, tangential), centripetal),
  };
}
