// The effect of an impulse J at a point of a body: dv = J / m and d omega = I^-1 (r x J) with r from the centre of mass to
// the point (Hecker 1997, part 4). For the label beside the arrow; the engine computes the motion.
import { Matrix3, Quaternion, type Vector3 } from 'three';
import type { BodyInfo } from '../simulation/protocol';

type Tensor = readonly [number, number, number, number, number, number, number, number, number];

const inverse = new Matrix3();
const turn = new Quaternion();

/** Change of velocity, m/s. */
export function velocityChange(body: BodyInfo, impulse: Vector3, out: Vector3): Vector3 {
  return body.mass > 0 ? out.copy(impulse).divideScalar(body.mass) : out.set(0, 0, 0);
}

/** Change of angular velocity, rad/s, world axes. `lever` is r in world axes, `orientation` body -> world. */
export function angularVelocityChange(body: BodyInfo, orientation: Quaternion, lever: Vector3, impulse: Vector3, out: Vector3): Vector3 {
  if (!(body.mass > 0)) return out.set(0, 0, 0);
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = body.inertiaTensor as Tensor;
  inverse.set(xx, xy, xz, yx, yy, yz, zx, zy, zz).invert();
  out.crossVectors(lever, impulse).applyQuaternion(turn.copy(orientation).conjugate()); // torque impulse in body axes
  return out.applyMatrix3(inverse).applyQuaternion(orientation);
}
