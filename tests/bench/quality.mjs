// How well a scene was simulated, from the poses alone, so that every engine is judged alike. Poses are 7 numbers a body:
// position, orientation (x, y, z, w).

/** The axes of a box in world coordinates: the columns of the rotation matrix of its quaternion. */
function axesOf([x, y, z, w]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const placed = (half, center, orientation) => ({ half, center, axes: axesOf(orientation), radius: Math.hypot(...half) });

const kParallel = 1e-6; // squared sine below which the cross product of two edges is no axis of its own

/** How deep two boxes overlap, m; 0 when apart. S. Gottschalk et al., "OBBTree" (1996): the least overlap over 15 axes. */
export function overlapDepth(a, b) {
  const between = minus(b.center, a.center);
  const axes = [...a.axes, ...b.axes];
  for (const p of a.axes) for (const q of b.axes) axes.push(cross(p, q));
  const reach = (box, axis) => box.half.reduce((sum, half, i) => sum + half * Math.abs(dot(box.axes[i], axis)), 0);
  let least = Infinity;
  for (const axis of axes) {
    const square = dot(axis, axis);
    if (square < kParallel) continue;
    const overlap = (reach(a, axis) + reach(b, axis) - Math.abs(dot(between, axis))) / Math.sqrt(square);
    if (overlap <= 0) return 0;
    least = Math.min(least, overlap);
  }
  return least;
}

const positionOf = (poses, i) => [poses[7 * i], poses[7 * i + 1], poses[7 * i + 2]];
const orientationOf = (poses, i) => {
  const q = [poses[7 * i + 3], poses[7 * i + 4], poses[7 * i + 5], poses[7 * i + 6]],
    length = Math.hypot(...q);
  return q.map((x) => x / length);
};
const isFinitePose = (poses, i) => poses.subarray(7 * i, 7 * i + 7).every(Number.isFinite);

/** The deepest overlap of any two boxes of the scene, m. */
export function deepestPenetration(scene, poses) {
  const statics = scene.statics.map((s) => placed(s.half, s.position, s.orientation));
  const moving = scene.bodies
    .flatMap((body, i) => (isFinitePose(poses, i) ? [placed(body.half, positionOf(poses, i), orientationOf(poses, i))] : []))
    .sort((a, b) => a.center[0] - b.center[0]);
  const widest = moving.reduce((most, box) => Math.max(most, box.radius), 0);
  let deepest = 0;
  for (const [i, a] of moving.entries()) {
    for (const b of statics) deepest = Math.max(deepest, overlapDepth(a, b));
    for (let j = i + 1; j < moving.length && moving[j].center[0] - a.center[0] < a.radius + widest; j++) {
      const between = minus(moving[j].center, a.center),
        reach = a.radius + moving[j].radius;
      if (dot(between, between) < reach * reach) deepest = Math.max(deepest, overlapDepth(a, moving[j]));
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
  return scene.bodies.filter((body, i) => body.position[1] - poses[7 * i + 1] > body.half[1]).length;
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
