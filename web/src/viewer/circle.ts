// Circles and directions in space.
import { cross, dot, size, sum, times } from '../simulation/mechanics';
import type { Vector } from '../simulation/protocol';

export const unitOf = (vector: Vector): Vector => times(vector, 1 / (size(vector) || 1));

/** Some unit vector across. */
export const sideOf = (axis: Vector): Vector => unitOf(cross(axis, Math.abs(axis[1]) > 0.9 * size(axis) ? [1, 0, 0] : [0, 1, 0]));

/** A place on a circle, or at a part of its radius. */
export type OnCircle = (angle: number, part?: number) => Vector;

/** `across` is at the angle 0, `up` a quarter of a turn on. */
export const circleOf =
  (centre: Vector, across: Vector, up: Vector, radius: number): OnCircle =>
  (angle, part = 1) =>
    sum(sum(centre, across, part * radius * Math.cos(angle)), up, part * radius * Math.sin(angle));

/** A vector turned as the shortest turn from one unit vector to another one does. */
export function swung(vector: Vector, from: Vector, to: Vector): Vector {
  const half = sum(from, to);
  const squared = dot(half, half);
  if (squared < 1e-9) return vector;
  // Two reflections: in the plane across from + to, and in that across to.
  return sum(sum(vector, half, (-2 * dot(vector, half)) / squared), to, 2 * dot(vector, from));
}
