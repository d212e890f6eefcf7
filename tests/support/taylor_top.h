// The free top by the power series of its equations, as an oracle for tests: nothing of the engine's methods is used, and no
// moment is special to it. With l = R^T L and w = l / I,
//     l' = l x w,      q' = q w / 2
// are polynomials, so the coefficients follow from each other (Cauchy products). 24 of them over a fifth of a radian are exact.
#pragma once
#include <cmath>

#include "math/quat.h"

namespace tumble::test {

/// Orientation after `time` of a body with principal moments I and angular momentum L (world axes).
inline Quat taylorTop(Quat q, Vec3 L, Vec3 I, double time) {
  constexpr int kOrder = 24;
  const Vec3 l = inverseRotate(q, L);
  const double fastest = length(Vec3{l.x / I.x, l.y / I.y, l.z / I.z}) + length(l) / std::fmin(I.x, std::fmin(I.y, I.z));
  const int steps = static_cast<int>(std::ceil(std::fabs(time) * fastest * 5)) + 1;
  const double h = time / steps;
  for (int step = 0; step < steps; ++step) {
    Vec3 spin[kOrder + 1], moment[kOrder + 1];
    Quat turn[kOrder + 1];
    moment[0] = inverseRotate(q, L), turn[0] = q;
    for (int n = 0; n < kOrder; ++n) {
      spin[n] = {moment[n].x / I.x, moment[n].y / I.y, moment[n].z / I.z};
      Vec3 m{};
      Quat p{0, 0, 0, 0};
      for (int j = 0; j <= n; ++j) {
        m += cross(moment[j], spin[n - j]);
        const Vec3 w = spin[n - j];
        const Quat product = turn[j] * Quat{w.x, w.y, w.z, 0};
        p = {p.x + product.x, p.y + product.y, p.z + product.z, p.w + product.w};
      }
      const double share = 1.0 / (n + 1);
      moment[n + 1] = m * share;
      turn[n + 1] = {0.5 * share * p.x, 0.5 * share * p.y, 0.5 * share * p.z, 0.5 * share * p.w};
    }
    Quat sum = turn[kOrder];
    for (int n = kOrder - 1; n >= 0; --n) {
      sum = {turn[n].x + h * sum.x, turn[n].y + h * sum.y, turn[n].z + h * sum.z, turn[n].w + h * sum.w};
    }
    q = normalized(sum);
  }
  return q;
}

}  // namespace tumble::test
