// Whether vectors and quaternions have the length 1.
#pragma once
#include "math/quat.h"
#include "tuning.h"

namespace tumble {

/// Of |v|^2 in single precision: the rounding of a few products.
constexpr float kUnitSquareFloat = 1e-5f;

inline bool isUnit(Vec3f v) { return std::abs(dot(v, v) - 1) < kUnitSquareFloat; }
inline bool isUnit(Vec3 v) { return std::abs(dot(v, v) - 1) < kUnitSquare; }
inline bool isUnit(Quat q) { return std::abs(dot(q, q) - 1) < kUnitSquare; }

}  // namespace tumble
