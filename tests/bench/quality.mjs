// How well a scene was simulated, from the poses alone, so that every engine is judged alike.
import { axesOf, cross, dot, inverse, isFinitePose, minus, orientationOf, positionOf, rotated } from './poses.mjs';
import { reach } from './shapes.mjs';

const placed = (half, center, orientation) => ({ half, center, axes: axesOf(orientation), radius: Math.hypot(...half) });

const kParallel = 1e-6; // squared sine below which the cross product of two edges is no axis of its own

/** How deep two boxes overlap, m; 0 when apart. S. Gottschalk et al., "OBBTree" (1996): the least overlap over 15 axes. */
export function overlapDepth(a, b) {
  const between = minus(b.center, a.center);
  const axes = [...a.axes, ...b.axes];
  for (const p of a.axes) for (const q of b.axes) axes.push(cross(p, q));
  const reachOf = (box, axis) => box.half.reduce((sum, half, i) => sum + half * Math.abs(dot(box.axes[i], axis)), 0);
  let least = Infinity;
  for (const axis of axes) {
    const square = dot(axis, axis);
    if (square < kParallel) continue;
    const overlap = (reachOf(a, axis) + reachOf(b, axis) - Math.abs(dot(between, axis))) / Math.sqrt(square);
    if (overlap <= 0) return 0;
    least = Math.min(least, overlap);
  }
  return least;
}

/** The deepest overlap of any two boxes of the scene, m; null when it has other shapes. */
export function deepestPenetration(scene, poses) {
  if (scene.bodies.some(({ shape }) => shape.type !== 'box')) return null;
  const statics = scene.statics.map((s) => placed(s.half, s.position, s.orientation));
  const moving = scene.bodies
    .flatMap((body, i) => (isFinitePose(poses, i) ? [placed(body.shape.half, positionOf(poses, i), orientationOf(poses, i))] : []))
    .sort((a, b) => a.center[0] - b.center[0]);
  const widest = moving.reduce((most, box) => Math.max(most, box.radius), 0);
  let deepest = 0;
  for (const [i, a] of moving.entries()) {
    for (const b of statics) deepest = Math.max(deepest, overlapDepth(a, b));
    for (let j = i + 1; j < moving.length && moving[j].center[0] - a.center[0] < a.radius + widest; j++) {
      const between = minus(moving[j].center, a.center),
        most = a.radius + moving[j].radius;
      if (dot(between, between) < most * most) deepest = Math.max(deepest, overlapDepth(a, moving[j]));
    }
  }
  return deepest;
}

/** How deep any body, of whatever shape, is in a box that never moves, m: by the axes of the box, which all lie along those of the world. */
export function deepestInStatics(scene, poses) {
  let deepest = 0;
  for (const [i, { shape }] of scene.bodies.entries()) {
    if (!isFinitePose(poses, i)) continue;
    const back = inverse(orientationOf(poses, i)),
      center = positionOf(poses, i);
    const ends = [0, 1, 2].map((axis) =>
      [-1, 1].map((sign) => {
        const direction = [0, 0, 0];
        direction[axis] = sign;
        return center[axis] + sign * reach(shape, rotated(back, direction));
      }),
    );
    for (const { half, position } of scene.statics) {
      const depths = ends.map(([low, high], axis) => Math.min(high - position[axis], position[axis] - low) + half[axis]);
      deepest = Math.max(deepest, Math.min(...depths));
    }
  }
  return deepest;
}

/** The farthest that one of the first `count` bodies is from where it began, m. */
export function drift(scene, poses, count = scene.bodies.length) {
  return Math.max(...scene.bodies.slice(0, count).map((body, i) => Math.hypot(...minus(positionOf(poses, i), body.position))));
}

/** How many bodies have come down by more than half their height. */
export function fallenCount(scene, poses) {
  return scene.bodies.filter((body, i) => body.position[1] - poses[7 * i + 1] > body.shape.half[1]).length;
}

/** How many bodies are where none can be: no numbers, below the ground, or outside the pit. */
export function escapedCount(scene, poses) {
  const outside = (x) => scene.pit !== undefined && Math.abs(x) > scene.pit + 1;
  return scene.bodies.filter((_, i) => {
    const [x, y, z] = positionOf(poses, i);
    return !isFinitePose(poses, i) || (scene.statics.length > 0 && y < -1) || outside(x) || outside(z);
  }).length;
}

/** The speed of the fastest body, m/s, from the poses of two steps. */
export function topSpeed(scene, poses, before, timeStep) {
  return Math.max(...scene.bodies.map((_, i) => Math.hypot(...minus(positionOf(poses, i), positionOf(before, i))))) / timeStep;
}
