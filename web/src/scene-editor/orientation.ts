// Orientations as a scene may give them: a quaternion, an axis with an angle, or a rotation matrix.

const rounded = (parts: readonly number[]): number[] => parts.map((part) => Number(part.toFixed(9)));

// A rotation matrix by rows. Of four ways to the quaternion the one with the largest divisor.
function quaternionOfRows([[a, b, c], [d, e, f], [g, h, i]]: readonly (readonly number[])[]): number[] {
  const ways = [
    [1 + a! - e! - i!, b! + d!, c! + g!, h! - f!],
    [b! + d!, 1 - a! + e! - i!, f! + h!, c! - g!],
    [c! + g!, f! + h!, 1 - a! - e! + i!, d! - b!],
    [h! - f!, c! - g!, d! - b!, 1 + a! + e! + i!],
  ].sort((one, other) => Math.hypot(...other) - Math.hypot(...one));
  const best = ways[0]!;
  return rounded(best.map((part) => part / Math.hypot(...best)));
}

/** As x, y, z, w. What is no orientation stays as it is: the engine refuses it. */
export function quaternionOf(value: unknown): unknown {
  const { axis, angleDegrees, matrix } = (value ?? {}) as { axis?: unknown; angleDegrees?: unknown; matrix?: number[][] };
  if (Array.isArray(matrix)) return quaternionOfRows(matrix);
  if (!Array.isArray(axis)) return value;
  const half = (Number(angleDegrees) * Math.PI) / 360;
  const scale = Math.sin(half) / Math.hypot(...axis.map(Number));
  return rounded([...axis.map((part) => Number(part) * scale), Math.cos(half)]);
}
