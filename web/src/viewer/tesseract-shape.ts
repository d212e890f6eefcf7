// The tesseract, turned in four dimensions and drawn in three as we draw a cube in two: by perspective. Corners (+-1, +-1, +-1, +-1)
// turn in the planes xw and yz at once; an eye on the w axis at distance d sees a corner at (x, y, z) / (d - w). The near cube
// (w = 1) so looks larger than the far one, as 1 / (d - 1) to 1 / (d + 1).
// Source: E. Abbott, "Flatland", 1884, for the analogy; A. M. Noll, "Computer animation and the fourth dimension", 1968.

/** Of the eye, in half edges. */
export const eyeDistance = 3;

/** Index of corner: bit 0 is the sign of x, bit 1 of y, bit 2 of z, bit 3 of w. */
export const cornerCount = 16;

/** Pairs of corners that differ in one sign: 8 along each of the four axes, those along w last. */
export const edges: readonly (readonly [number, number])[] = [0, 1, 2, 3].flatMap((axis) =>
  Array.from({ length: cornerCount }, (_, corner) => [corner, corner | (1 << axis)] as const).filter(([from, to]) => from !== to),
);

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
