// Vectors in three dimensions, in double (state, mass properties) and single precision (contacts).
#pragma once
#include <cmath>

namespace tumble {

template <class Scalar> struct Vector3 {
  Scalar x = 0, y = 0, z = 0;

  constexpr Scalar operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  constexpr Scalar& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};

using Vec3 = Vector3<double>;
using Vec3f = Vector3<float>;

template <class S> constexpr Vector3<S> operator+(Vector3<S> a, Vector3<S> b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
template <class S> constexpr Vector3<S> operator-(Vector3<S> a, Vector3<S> b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
template <class S> constexpr Vector3<S> operator-(Vector3<S> a) { return {-a.x, -a.y, -a.z}; }
inline constexpr Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline constexpr Vec3 operator*(double s, Vec3 a) { return a * s; }
inline constexpr Vec3f operator*(Vec3f a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline constexpr Vec3f operator*(float s, Vec3f a) { return a * s; }
template <class S> constexpr Vector3<S>& operator+=(Vector3<S>& a, Vector3<S> b) { return a = a + b; }
template <class S> constexpr Vector3<S>& operator-=(Vector3<S>& a, Vector3<S> b) { return a = a - b; }
template <class S> constexpr bool operator==(Vector3<S> a, Vector3<S> b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

template <class S> constexpr S dot(Vector3<S> a, Vector3<S> b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class S> constexpr Vector3<S> cross(Vector3<S> a, Vector3<S> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class S> constexpr S lengthSquared(Vector3<S> a) { return dot(a, a); }
inline double length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline float length(Vec3f a) { return std::sqrt(dot(a, a)); }
/// Component by component.
template <class S> constexpr Vector3<S> scaled(Vector3<S> a, Vector3<S> b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
/// a / |a|, or `fallback` where |a| is 0.
inline Vec3 normalized(Vec3 a, Vec3 fallback = {0, 0, 0}) {
  const double l = length(a);
  return l > 0 ? a * (1 / l) : fallback;
}
/// Unit, perpendicular to the unit vector n.
inline Vec3 perpendicularTo(Vec3 n) {
  const double x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y;
  return normalized(cross(n, x < y ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
}
inline Vec3f normalized(Vec3f a, Vec3f fallback = {0, 0, 0}) {
  const float l = length(a);
  return l > 0 ? a * (1 / l) : fallback;
}
// x - x is 0 for finite x and NaN otherwise: no library call, the same on every platform.
inline bool isFinite(float x) { return x - x == 0; }
inline bool isFinite(Vec3f v) { return isFinite(v.x) && isFinite(v.y) && isFinite(v.z); }
inline bool isFinite(Vec3 a) { return (a.x - a.x) + (a.y - a.y) + (a.z - a.z) == 0; }

constexpr Vec3f toFloat(Vec3 a) { return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)}; }
constexpr Vec3 toDouble(Vec3f a) { return {a.x, a.y, a.z}; }
/// The same for a result that is converted back to double precision at once, to compute the rounding error: g++ 12 elides the two conversions.
[[gnu::noinline]] inline Vec3f rounded(Vec3 a) { return toFloat(a); }

}  // namespace tumble
