// Principal moments and axes of a symmetric 3x3 tensor, by Jacobi's rotations (C. G. J. Jacobi, 1846): each one turns the
// largest product of inertia away. For drawing; the engine has its own.

export type PrincipalAxes = {
  readonly moments: readonly [number, number, number]; // rising
  readonly axes: readonly (readonly [number, number, number])[]; // unit, body frame, right-handed
};

const kSweeps = 12; // three are enough for double precision; the rest costs nothing

export function principalAxes(tensor: readonly number[]): PrincipalAxes {
  const a = [
    [tensor[0]!, tensor[1]!, tensor[2]!],
    [tensor[3]!, tensor[4]!, tensor[5]!],
    [tensor[6]!, tensor[7]!, tensor[8]!],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < kSweeps; sweep += 1) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      rotate(a, v, p, q);
  }
  const order = [0, 1, 2].sort((i, j) => a[i]![i]! - a[j]![j]!);
  const column = (i: number): [number, number, number] => [v[0]![i]!, v[1]![i]!, v[2]![i]!];
  const [x, y] = [column(order[0]!), column(order[1]!)];
  const z: [number, number, number] = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  const moment = (i: number): number => a[order[i]!]![order[i]!]!;
  return { moments: [moment(0), moment(1), moment(2)], axes: [x, y, z] };
}

function rotate(a: number[][], v: number[][], p: 0 | 1, q: 1 | 2): void {
  const off = a[p]![q]!;
  if (Math.abs(off) < 1e-15 * (Math.abs(a[p]![p]!) + Math.abs(a[q]![q]!))) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * off);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k += 1) {
    const [kp, kq] = [a[k]![p]!, a[k]![q]!];
    a[k]![p] = c * kp - s * kq;
    a[k]![q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k += 1) {
    const [pk, qk] = [a[p]![k]!, a[q]![k]!];
    a[p]![k] = c * pk - s * qk;
    a[q]![k] = s * pk + c * qk;
    const [vp, vq] = [v[k]![p]!, v[k]![q]!];
    v[k]![p] = c * vp - s * vq;
    v[k]![q] = s * vp + c * vq;
  }
}
