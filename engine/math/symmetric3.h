// Symmetric 3x3 matrices: inertia tensors and their roots in world axes.
#pragma once
#include "math/mat3.h"

namespace tumble {

template <class Scalar> struct SymmetricMatrix3 {
  Vector3<Scalar> diagonal, offDiagonal;  // xx, yy, zz; yz, zx, xy
};

using SymmetricMat3 = SymmetricMatrix3<double>;
using SymmetricMat3f = SymmetricMatrix3<float>;

template <class S> constexpr Vector3<S> operator*(const SymmetricMatrix3<S>& m, Vector3<S> v) {
  const Vector3<S> d = m.diagonal, o = m.offDiagonal;
  return {d.x * v.x + o.z * v.y + o.y * v.z, o.z * v.x + d.y * v.y + o.x * v.z, o.y * v.x + o.x * v.y + d.z * v.z};
}
/// A diag(d) A^T.
template <class S> constexpr SymmetricMatrix3<S> similarity(const Matrix3<S>& a, Vector3<S> d) {
  const auto mixed = [](Vector3<S> u, Vector3<S> v) { return Vector3<S>{u.y * v.z, u.z * v.x, u.x * v.y}; };
  const Vector3<S> x = a.cx * d.x, y = a.cy * d.y, z = a.cz * d.z;
  return {scaled(x, a.cx) + scaled(y, a.cy) + scaled(z, a.cz), mixed(x, a.cx) + mixed(y, a.cy) + mixed(z, a.cz)};
}
template <class S> constexpr Matrix3<S> toMatrix(const SymmetricMatrix3<S>& m) {
  const Vector3<S> d = m.diagonal, o = m.offDiagonal;
  return {{d.x, o.z, o.y}, {o.z, d.y, o.x}, {o.y, o.x, d.z}};
}
constexpr SymmetricMat3f toFloat(const SymmetricMat3& m) { return {toFloat(m.diagonal), toFloat(m.offDiagonal)}; }

}  // namespace tumble
