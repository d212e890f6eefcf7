// From the axes of the body to those of the world, and back, as 4x4 matrices: a homogeneous transform. With R, the matrix of rotation, and x, the
// place of the centre of mass:
//
//   T = | R  x |    P = T (p, 1)         T⁻¹ = | R⁻¹  −R⁻¹x |    p = T⁻¹ (P, 1)
//       | 0  1 |                               |  0      1  |
//
// p from the centre of mass in body axes, P in the world, both m. R is the matrix that the scheme of motion keeps, which need not be a rotation; where
// it is one, R⁻¹ is Rᵀ.
import type { BodyState, Vector } from '../simulation/protocol';

type Matrix3 = readonly number[]; // by rows

const determinantOf = ([a, b, c, d, e, f, g, h, i]: Matrix3): number =>
  a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!);

function inverseOf(matrix: Matrix3): number[] {
  const [a, b, c, d, e, f, g, h, i] = matrix as [number, number, number, number, number, number, number, number, number];
  const adjugate = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f];
  adjugate.push(d * h - e * g, b * g - a * h, a * e - b * d);
  const determinant = determinantOf(matrix);
  return adjugate.map((part) => part / determinant);
}

const rows = (r: Matrix3, [x, y, z]: Vector): number[] => [
  r[0]!,
  r[1]!,
  r[2]!,
  x,
  r[3]!,
  r[4]!,
  r[5]!,
  y,
  r[6]!,
  r[7]!,
  r[8]!,
  z,
  0,
  0,
  0,
  1,
];

/** Body to world and world to body, 4x4 by rows, and the determinant of R. */
export function transformsOf({ matrix, position }: Pick<BodyState, 'matrix' | 'position'>) {
  const back = inverseOf(matrix);
  const [x, y, z] = position;
  const away = [0, 3, 6].map((at) => -(back[at]! * x + back[at + 1]! * y + back[at + 2]! * z)) as unknown as Vector;
  return { toWorld: rows(matrix, position), toBody: rows(back, away), determinant: determinantOf(matrix) };
}
