// From orientation to orientation by interpolating yaw, pitch and roll each for itself, as a set of rings does whose motors all
// turn evenly. In between the angular velocity is not constant, and the path is longer than the geodesic that slerp takes:
//     R = Ry(yaw) Rx(pitch) Rz(roll)
//     |omega|^2 = yaw'^2 + pitch'^2 + roll'^2 - 2 yaw' roll' sin(pitch)
// so a leg without roll (or without yaw) has the length sqrt(yaw^2 + pitch^2), the sides of a triangle.
// Source: D. Fleck, "3D Physics" (course slides), for the lock; K. Shoemake, "Animating rotation with quaternion curves", 1985.

/** Yaw, pitch, roll in rad; as engine/math/euler_angles.h has them. */
export type Angles = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number]; // x, y, z, w

const quarter = Math.PI / 2;
/** The orientations of the scene with the rings: a third of a turn about (1, 1, -1) leads from each to the next. At the second one
 *  the pitch is 90 degrees: locked. */
export const ringKeys: readonly Angles[] = [
  [0, 0, 0],
  [quarter, quarter, 0],
  [-quarter, 0, quarter],
];
/** From one to the next, s. */
export const ringSeconds = 2;

/** The angles `seconds` after the first key, when each leg takes `leg` seconds; after the last key comes the first again. */
export function anglesAt(keys: readonly Angles[], leg: number, seconds: number): Angles {
  const at = (((seconds / leg) % keys.length) + keys.length) % keys.length;
  const index = Math.min(keys.length - 1, Math.floor(at));
  const [from, to] = [keys[index]!, keys[(index + 1) % keys.length]!];
  const along = (axis: 0 | 1 | 2): number => from[axis] + (at - index) * (to[axis] - from[axis]);
  return [along(0), along(1), along(2)];
}

export function quaternionOf([yaw, pitch, roll]: Angles): Quaternion {
  const [cy, sy, cp, sp, cr, sr] = [yaw, pitch, roll].flatMap((angle) => [Math.cos(angle / 2), Math.sin(angle / 2)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [cy * sp * cr + sy * cp * sr, sy * cp * cr - cy * sp * sr, cy * cp * sr - sy * sp * cr, cy * cp * cr + sy * sp * sr];
}
