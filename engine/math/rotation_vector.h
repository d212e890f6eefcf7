// Rotation vectors: axis times angle, in radians.
//
// With the half vector u the rotation is the unit quaternion (u sin|u| / |u|, cos|u|), which lies along (u, |u| cot|u|). What is made
// unit anyway needs no more than that: one series in |u|^2, no root and no sine.
#pragma once
#include "math/quat.h"

namespace tumble {

/// rad/s or N m s. What turns slower stands still: the square of the length of a vector that short is no normal number, so that it has no direction.
constexpr double kStill = 1e-150;

/// x cot x in z = x^2, for z <= 1/16.
constexpr double cotangentSeries(double z) {
  return 1 + z * (-1.0 / 3 +
                  z * (-1.0 / 45 +
                       z * (-2.0 / 945 + z * (-1.0 / 4725 + z * (-2.0 / 93555 + z * (-1382.0 / 638512875 + z * (-4.0 / 18243225)))))));
}

/// q after the rotation by `angle`, rad, world axes; unit.
inline Quat rotatedBy(Quat q, Vec3 angle) {
  const Vec3 u = angle * 0.5;
  const double z = dot(u, u);
  if (z <= 1.0 / 16) return normalized(Quat{u.x, u.y, u.z, cotangentSeries(z)} * q);
  const double size = length(angle);
  return normalized(fromAxisAngle(angle * (1 / size), size) * q);
}

/// q after it has turned at `omega`, rad/s, world axes, for `time`, s; unit. Any number of times around.
inline Quat turnedAt(Vec3 omega, double time, Quat q) {
  const double rate = length(omega);
  return rate > kStill ? normalized(fromAxisAngle(omega * (1 / rate), rate * time) * q) : q;
}

}  // namespace tumble
