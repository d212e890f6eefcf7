// Unit quaternions as orientations: q turns local into world axes. Order x, y, z, w as in three.js.
// q and -q are the same rotation.
#pragma once
#include "assertion.h"
#include "math/mat3.h"

namespace tumble {

struct Quat {
  double x = 0, y = 0, z = 0, w = 1;
};

constexpr bool operator==(Quat a, Quat b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }
/// Hamilton product: first b, then a.
constexpr Quat operator*(Quat a, Quat b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
constexpr Quat conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }
constexpr double dot(Quat a, Quat b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
inline Quat normalized(Quat q) {
  TUMBLE_ASSERT(dot(q, q) != 0, "a quaternion that is made unit has a length");
  const double s = 1 / std::sqrt(dot(q, q));
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
/// v from local into world axes: v + 2 w (u x v) + 2 u x (u x v), with u the vector part.
constexpr Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = cross(u, v) * 2.0;
  return v + t * q.w + cross(u, t);
}
constexpr Vec3 inverseRotate(Quat q, Vec3 v) { return rotate(conjugate(q), v); }
/// Rotation matrix local -> world.
constexpr Mat3 toMatrix(Quat q) {
  const double x = 2 * q.x, y = 2 * q.y, z = 2 * q.z;
  const double xx = q.x * x, yy = q.y * y, zz = q.z * z, xy = q.x * y, xz = q.x * z, yz = q.y * z;
  const double wx = q.w * x, wy = q.w * y, wz = q.w * z;
  return {{1 - (yy + zz), xy + wz, xz - wy}, {xy - wz, 1 - (xx + zz), yz + wx}, {xz + wy, yz - wx, 1 - (xx + yy)}};
}
/// Quaternion of a rotation matrix (Shepperd 1978: pivots on the largest component, so it never divides by a small number).
Quat fromMatrix(const Mat3& m);
/// Rotation by `angle` radians about the unit vector `axis`.
Quat fromAxisAngle(Vec3 axis, double angle);
inline bool isFinite(Quat q) { return (q.x - q.x) + (q.y - q.y) + (q.z - q.z) + (q.w - q.w) == 0; }

}  // namespace tumble
