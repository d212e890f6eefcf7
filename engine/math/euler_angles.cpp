#include "math/euler_angles.h"

#include "math/trigonometry.h"

namespace tumble {

Quat fromEulerAngles(Vec3 a) { return fromAxisAngle({0, 1, 0}, a.x) * fromAxisAngle({1, 0, 0}, a.y) * fromAxisAngle({0, 0, 1}, a.z); }

Vec3 eulerAngles(Quat q) {
  // The z column of R is (sin yaw cos pitch, -sin pitch, cos yaw cos pitch), its y row ( cos pitch sin roll, cos pitch cos roll, . ).
  const Mat3 r = toMatrix(q);
  const double cosine = std::sqrt(r.cz.x * r.cz.x + r.cz.z * r.cz.z);
  const double pitch = arcTangent2(-r.cz.y, cosine);
  if (cosine > kSmallestCosine) return {arcTangent2(r.cz.x, r.cz.z), pitch, arcTangent2(r.cx.y, r.cy.y)};
  // Locked: only the sum of yaw and roll is determined; roll is set to 0.
  return {arcTangent2(-r.cx.z, r.cx.x), pitch, 0};
}

Vec3 eulerRates(Vec3 a, Vec3 omega) {
  const SineCosine yaw = sineCosine(a.x), pitch = sineCosine(a.y);
  const Vec3 w{yaw.cosine * omega.x - yaw.sine * omega.z, omega.y, yaw.sine * omega.x + yaw.cosine * omega.z};
  const double size = pitch.cosine < 0 ? -pitch.cosine : pitch.cosine;
  const double cosine = size < kSmallestCosine ? (pitch.cosine < 0 ? -kSmallestCosine : kSmallestCosine) : pitch.cosine;
  const double roll = w.z / cosine;
  return {w.y + roll * pitch.sine, w.x, roll};
}

}  // namespace tumble
