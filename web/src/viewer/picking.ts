// Which box a ray meets first. A ray in the frame of a unit cube is a slab test; the columns of an instance matrix are the
// box's axes times its half extents, so the change of frame is three dot products and no matrix is inverted.
import type { Ray } from 'three';

/** What `pickBox` found last; one object, written anew at each call. `index` is -1 when the ray meets nothing. */
const found = { index: -1, distance: Infinity };

/** The nearest of `count` boxes (16 floats each) that the ray meets closer than `limit`. */
export function pickBox(ray: Ray, matrices: Float32Array, count: number, limit = Infinity): Readonly<typeof found> {
  const { origin, direction } = ray;
  found.index = -1;
  let best = limit;
  for (let index = 0; index < count; ++index) {
    const at = index * 16;
    const dx = matrices[at + 12] - origin.x, dy = matrices[at + 13] - origin.y, dz = matrices[at + 14] - origin.z;
    let enter = 0;
    let leave = best;
    for (let column = 0; column < 12 && enter <= leave; column += 4) {
      const ax = matrices[at + column], ay = matrices[at + column + 1], az = matrices[at + column + 2];
      const squared = ax * ax + ay * ay + az * az; // half extent squared: distances along the axis come out in it
      const centre = dx * ax + dy * ay + dz * az;
      const speed = direction.x * ax + direction.y * ay + direction.z * az;
      if (squared === 0) leave = -1; // not drawn
      else if (Math.abs(speed) < 1e-12) {
        if (Math.abs(centre) > squared) leave = -1; // parallel and outside
      } else {
        const first = (centre - squared) / speed, second = (centre + squared) / speed;
        enter = Math.max(enter, Math.min(first, second));
        leave = Math.min(leave, Math.max(first, second));
      }
    }
    if (enter <= leave && enter < best && enter > 0) {
      best = enter;
      found.index = index;
    }
  }
  found.distance = best;
  return found;
}
