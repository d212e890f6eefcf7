// Closed forms of free rotation (Landau & Lifshitz, Mechanics, §37), for predictions beside figures.

/** The complete elliptic integral K of modulus k, by the arithmetic-geometric mean. */
export function completeK(k) {
  let [a, b] = [1, Math.sqrt(1 - k * k)];
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

/** How fast a small error grows in a spin of 1 rad/s about the middle axis, 1/s: e-folds in a radian. `moments`: kg m², in any order. */
export function growthRate(moments) {
  const [least, middle, most] = [...moments].sort((a, b) => a - b);
  return Math.sqrt(((middle - least) * (most - middle)) / (least * most));
}

/** Seconds between two turns over: between the moments when the spin about the middle axis is 0. `moments` (kg m²) and `omega` (rad/s) in body axes. */
export function flipInterval(moments, omega) {
  const order = [0, 1, 2].sort((a, b) => moments[a] - moments[b]);
  const [i1, i2, i3] = order.map((axis) => moments[axis]);
  const [w1, w2, w3] = order.map((axis) => omega[axis]);
  const energy2 = i1 * w1 ** 2 + i2 * w2 ** 2 + i3 * w3 ** 2; // twice the energy
  const momentum2 = (i1 * w1) ** 2 + (i2 * w2) ** 2 + (i3 * w3) ** 2;
  const [low, high] = [momentum2 - energy2 * i1, energy2 * i3 - momentum2];
  const isAroundMost = momentum2 > energy2 * i2;
  const rate2 = (isAroundMost ? (i3 - i2) * low : (i2 - i1) * high) / (i1 * i2 * i3);
  const modulus2 = isAroundMost ? ((i2 - i1) * high) / ((i3 - i2) * low) : ((i3 - i2) * low) / ((i2 - i1) * high);
  return (2 * completeK(Math.sqrt(Math.max(0, modulus2)))) / Math.sqrt(rate2);
}
