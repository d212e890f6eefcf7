// Vectors, unit quaternions (x, y, z, w) and lists of poses: 7 numbers a body, position and orientation.

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, factor) => a.map((x) => x * factor);

/** The axes of a frame in world coordinates: the columns of the rotation matrix of its quaternion. */
export function axesOf([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

export const inverse = ([x, y, z, w]) => [-x, -y, -z, w];

export function product([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** A vector of the frame in world axes. */
export function rotated(orientation, [x, y, z]) {
  const [i, j, k] = axesOf(orientation);
  return [i[0] * x + j[0] * y + k[0] * z, i[1] * x + j[1] * y + k[1] * z, i[2] * x + j[2] * y + k[2] * z];
}

/** The shortest turn of the x axis onto a unit vector. */
export function turnOfX([x, y, z]) {
  if (x < -1 + 1e-9) return [0, 0, 1, 0];
  const length = Math.hypot(1 + x, y, z);
  return [0, -z / length, y / length, (1 + x) / length];
}

export const kWorldPlace = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

/** A pose in the frame of a place. */
export function relative(place, position, orientation) {
  const back = inverse(place.orientation);
  return { position: rotated(back, minus(position, place.position)), orientation: product(back, orientation) };
}

/** The frame of a joint, whose x is its axis, seen from a body at `place`. */
export const jointFrame = (place, point, axis = [1, 0, 0]) => relative(place, point, turnOfX(axis));

export const positionOf = (poses, i) => [poses[7 * i], poses[7 * i + 1], poses[7 * i + 2]];
export function orientationOf(poses, i) {
  const q = [poses[7 * i + 3], poses[7 * i + 4], poses[7 * i + 5], poses[7 * i + 6]],
    length = Math.hypot(...q);
  return q.map((x) => x / length);
}
export const isFinitePose = (poses, i) => poses.subarray(7 * i, 7 * i + 7).every(Number.isFinite);
