// Ray casts for the pointer: the nearest shape on a ray. A ray in the frame of a unit cube is a slab test; the columns of an instance matrix are the
// box's axes times its half extents, so the change of frame is three dot products and no matrix is inverted. Balls are met
// where they are round; other shapes count as the box around them.
import type { Ray } from 'three';
import type { InstancedShapes } from './instanced-shapes';

/** The nearest shape of a few meshes closer than `limit`: its mesh and index, or null. */
export function pickShape(
  ray: Ray,
  parts: readonly InstancedShapes[],
  limit = Infinity,
): { part: InstancedShapes; index: number; distance: number } | null {
  let nearest: { part: InstancedShapes; index: number; distance: number } | null = null;
  for (const part of parts) {
    const pick = part.group.kind === 'ball' ? pickBall : pickBox;
    const { index, distance } = pick(ray, part.matrices, part.group.count, nearest?.distance ?? limit);
    if (index >= 0) nearest = { part, index, distance };
  }
  return nearest;
}

/** |o + t d - c| = r for balls whose radius is the length of a column. */
function pickBall(ray: Ray, matrices: Float32Array, count: number, limit: number): Readonly<typeof found> {
  const { origin, direction } = ray;
  found.index = -1;
  found.distance = limit;
  for (let index = 0; index < count; ++index) {
    const at = index * 16;
    const x = matrices[at + 12] - origin.x,
      y = matrices[at + 13] - origin.y,
      z = matrices[at + 14] - origin.z;
    const along = x * direction.x + y * direction.y + z * direction.z;
    const squared = matrices[at] ** 2 + matrices[at + 1] ** 2 + matrices[at + 2] ** 2;
    const left = squared - (x * x + y * y + z * z - along * along);
    const distance = along - Math.sqrt(Math.max(0, left));
    if (left <= 0 || distance <= 0 || distance >= found.distance) continue;
    found.index = index;
    found.distance = distance;
  }
  return found;
}

/** The result of the last pick; one object, written at each call. `index` is -1 when the ray meets nothing. */
const found = { index: -1, distance: Infinity };

/** The nearest of `count` boxes (16 floats each) that the ray meets closer than `limit`. */
export function pickBox(ray: Ray, matrices: Float32Array, count: number, limit = Infinity): Readonly<typeof found> {
  const { origin, direction } = ray;
  found.index = -1;
  let best = limit;
  for (let index = 0; index < count; ++index) {
    const at = index * 16;
    const dx = matrices[at + 12] - origin.x,
      dy = matrices[at + 13] - origin.y,
      dz = matrices[at + 14] - origin.z;
    let enter = 0;
    let leave = best;
    for (let column = 0; column < 12 && enter <= leave; column += 4) {
      const ax = matrices[at + column],
        ay = matrices[at + column + 1],
        az = matrices[at + column + 2];
      const squared = ax * ax + ay * ay + az * az; // half extent squared: distances along the axis come out in it
      const centre = dx * ax + dy * ay + dz * az;
      const speed = direction.x * ax + direction.y * ay + direction.z * az;
      if (squared === 0)
        leave = -1; // not drawn
      else if (Math.abs(speed) < 1e-12) {
        if (Math.abs(centre) > squared) leave = -1; // parallel and outside
      } else {
        const first = (centre - squared) / speed,
          second = (centre + squared) / speed;
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
