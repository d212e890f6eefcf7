// The tesseract, turned in four dimensions and drawn in three as we draw a cube in two: by perspective. Corners (+-1, +-1, +-1, +-1)
// turn in the planes xw and yz at once; an eye on the w axis at distance d sees a corner at (x, y, z) / (d - w). The near cube
// (w = 1) so looks larger than the far one, as 1 / (d - 1) to 1 / (d + 1).
// Source: E. Abbott, "Flatland", 1884, for the analogy; A. M. Noll, "Computer animation and the fourth dimension", 1968.

/** Of the eye, in half edges. */
export const eyeDistance = 3;

/** Index of corner: bit 0 is the sign of x, bit 1 of y, bit 2 of z, bit 3 of w. */
export const cornerCount = 16;

/** Pairs of corners of a cube of so many dimensions that differ in one sign, those along the last axis last: n 2^(n - 1). */
export const cubeEdges = (dimensions: number): readonly (readonly [number, number])[] =>
  Array.from({ length: dimensions }, (_, axis) => axis).flatMap((axis) =>
    Array.from({ length: 1 << dimensions }, (_, corner) => [corner, corner | (1 << axis)] as const).filter(([from, to]) => from !== to),
  );

/** Those of the tesseract: 8 along each of the four axes. */
export const edges = cubeEdges(4);

/** x, y, z and scale 1 of the corners of a square (2) or a cube (3) of half edge 1, numbered as those of the tesseract. */
export function cornersOfCube(dimensions: 2 | 3): Float32Array {
  const sign = (corner: number, axis: number): number => (axis >= dimensions ? 0 : corner & (1 << axis) ? 1 : -1);
  return Float32Array.from(
    Array.from({ length: 1 << dimensions }, (_, corner) => [sign(corner, 0), sign(corner, 1), sign(corner, 2), 1]).flat(),
  );
}

/** Writes x, y, z and the scale of every corner, when it has turned by `xw` and `yz` (rad): 4 numbers a corner, the near cube
 *  of half edge 1 where nothing has turned. */
export function projectCorners(xw: number, yz: number, out: Float32Array | number[]): void {
  const [cosXw, sinXw, cosYz, sinYz] = [Math.cos(xw), Math.sin(xw), Math.cos(yz), Math.sin(yz)];
  for (let corner = 0; corner < cornerCount; corner += 1) {
    const sign = (bit: number): number => (corner & (1 << bit) ? 1 : -1);
    const [x, y, z, w] = [sign(0), sign(1), sign(2), sign(3)];
    const scale = (eyeDistance - 1) / (eyeDistance - (sinXw * x + cosXw * w));
    out[4 * corner] = scale * (cosXw * x - sinXw * w);
    out[4 * corner + 1] = scale * (cosYz * y - sinYz * z);
    out[4 * corner + 2] = scale * (sinYz * y + cosYz * z);
    out[4 * corner + 3] = scale;
  }
}
