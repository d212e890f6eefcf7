// 3x3 matrices, stored by columns: column i is the image of the i-th unit vector.
#pragma once
#include "assertion.h"
#include "math/vec3.h"

namespace tumble {

template <class Scalar> struct Matrix3 {
  Vector3<Scalar> cx{1, 0, 0}, cy{0, 1, 0}, cz{0, 0, 1};

  constexpr const Vector3<Scalar>& column(int i) const { return i == 0 ? cx : i == 1 ? cy : cz; }
  constexpr Vector3<Scalar>& column(int i) { return i == 0 ? cx : i == 1 ? cy : cz; }
};

using Mat3 = Matrix3<double>;
using Mat3f = Matrix3<float>;

template <class S> constexpr Vector3<S> operator*(const Matrix3<S>& m, Vector3<S> v) {
  return {m.cx.x * v.x + m.cy.x * v.y + m.cz.x * v.z, m.cx.y * v.x + m.cy.y * v.y + m.cz.y * v.z,
          m.cx.z * v.x + m.cy.z * v.y + m.cz.z * v.z};
}
template <class S> constexpr Matrix3<S> operator*(const Matrix3<S>& a, const Matrix3<S>& b) { return {a * b.cx, a * b.cy, a * b.cz}; }
template <class S> constexpr Matrix3<S> operator+(const Matrix3<S>& a, const Matrix3<S>& b) {
  return {a.cx + b.cx, a.cy + b.cy, a.cz + b.cz};
}
template <class S> constexpr Matrix3<S> operator-(const Matrix3<S>& a, const Matrix3<S>& b) {
  return {a.cx - b.cx, a.cy - b.cy, a.cz - b.cz};
}
template <class S> constexpr Matrix3<S> operator*(const Matrix3<S>& a, S s) { return {a.cx * s, a.cy * s, a.cz * s}; }
template <class S> constexpr Matrix3<S> transpose(const Matrix3<S>& m) {
  return {{m.cx.x, m.cy.x, m.cz.x}, {m.cx.y, m.cy.y, m.cz.y}, {m.cx.z, m.cy.z, m.cz.z}};
}
/// Transpose of m times v, without forming the transpose.
template <class S> constexpr Vector3<S> transposeTimes(const Matrix3<S>& m, Vector3<S> v) {
  return {dot(m.cx, v), dot(m.cy, v), dot(m.cz, v)};
}
template <class S> constexpr Matrix3<S> diagonal(Vector3<S> d) { return {{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}; }
template <class S> constexpr S determinant(const Matrix3<S>& m) { return dot(m.cx, cross(m.cy, m.cz)); }
/// Inverse by cofactors; the caller makes sure that the determinant is not 0.
template <class S> constexpr Matrix3<S> inverse(const Matrix3<S>& m) {
  TUMBLE_ASSERT(determinant(m) != 0, "a matrix that is inverted has a determinant");
  const S d = 1 / determinant(m);
  return transpose(Matrix3<S>{cross(m.cy, m.cz) * d, cross(m.cz, m.cx) * d, cross(m.cx, m.cy) * d});
}
/// The tilde operator (Hecker 1997, part 4): tilde(a) b = a x b.
template <class S> constexpr Matrix3<S> tilde(Vector3<S> a) { return {{0, a.z, -a.y}, {-a.z, 0, a.x}, {a.y, -a.x, 0}}; }
/// Similarity transform B' = A B A^T: a tensor from local into world axes.
template <class S> constexpr Matrix3<S> similarity(const Matrix3<S>& a, const Matrix3<S>& b) { return a * b * transpose(a); }

/// Gram-Schmidt as D. Fleck has it ("3D Physics", course slides): X made unit, Z = X x Y made unit, Y = Z x X. It keeps the
/// direction of the first column and so favours it.
inline Mat3 orthonormalized(const Mat3& m) {
  const Vec3 x = normalized(m.cx), z = normalized(cross(x, m.cy));
  return {x, cross(z, x), z};
}
/// Frobenius norm of A^T A - 1: 0 for an orthogonal matrix.
inline double orthogonalityDefect(const Mat3& a) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double d = dot(a.column(i), a.column(j)) - (i == j ? 1 : 0);
      sum += d * d;
    }
  }
  return std::sqrt(sum);
}

constexpr Mat3 toDouble(const Mat3f& m) { return {toDouble(m.cx), toDouble(m.cy), toDouble(m.cz)}; }
constexpr Mat3f toFloat(const Mat3& m) { return {toFloat(m.cx), toFloat(m.cy), toFloat(m.cz)}; }

}  // namespace tumble
