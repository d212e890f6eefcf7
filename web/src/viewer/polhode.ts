// The polhode: the closed curve that omega draws in a body that turns freely, where the ellipsoid of energy and that of
// angular momentum meet (L. Poinsot, "Theorie nouvelle de la rotation des corps", 1834; Landau, Lifshitz, "Mechanics",
// section 37). In principal axes, I1 <= I2 <= I3:
//     I1 w1^2 + I2 w2^2 + I3 w3^2 = 2T        I1^2 w1^2 + I2^2 w2^2 + I3^2 w3^2 = L^2
// With L^2 above 2T I2 it runs around the third axis: without w3 the two give the ellipse
//     I1 (I3 - I1) w1^2 + I2 (I3 - I2) w2^2 = 2T I3 - L^2,
// otherwise around the first: I3 (I3 - I1) w3^2 + I2 (I2 - I1) w2^2 = L^2 - 2T I1.

export const polhodePoints = 128;

/** Semi-axis of the ellipse; 0 where the curve has shrunk to a point. */
const semiAxis = (rest: number, weight: number): number => (rest > 0 && weight > 0 ? Math.sqrt(rest / weight) : 0);

/** Writes polhodePoints points (rad/s, principal axes, 3 numbers each) through `omega`, which says on which side it runs. */
export function writePolhode(
  moments: readonly [number, number, number],
  omega: readonly [number, number, number],
  out: Float32Array,
): void {
  const [I1, I2, I3] = moments;
  const energy = I1 * omega[0] ** 2 + I2 * omega[1] ** 2 + I3 * omega[2] ** 2; // 2T
  const square = (I1 * omega[0]) ** 2 + (I2 * omega[1]) ** 2 + (I3 * omega[2]) ** 2; // L^2
  const aroundThird = square >= energy * I2;
  const [axis, other, own] = aroundThird ? ([2, 0, I1] as const) : ([0, 2, I3] as const);
  const rest = aroundThird ? energy * I3 - square : square - energy * I1;
  const wide = semiAxis(rest, own * (I3 - I1));
  const high = semiAxis(rest, aroundThird ? I2 * (I3 - I2) : I2 * (I2 - I1));
  const side = omega[axis] < 0 ? -1 : 1;
  for (let point = 0; point < polhodePoints; ++point) {
    const angle = (2 * Math.PI * point) / polhodePoints;
    const across = wide * Math.cos(angle);
    const middle = high * Math.sin(angle);
    const left = energy - own * across * across - I2 * middle * middle;
    out[3 * point + other] = across;
    out[3 * point + 1] = middle;
    out[3 * point + axis] = side * Math.sqrt(Math.max(0, left) / moments[axis]);
  }
}
