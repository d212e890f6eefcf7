// Axis-aligned bounds of shapes.
#pragma once
#include <span>

#include "shapes/shape.h"

namespace tumble {

struct Bounds {
  Vec3 low, high;  // m
};

/// True when the two share more than a face.
constexpr bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y && a.low.z < b.high.z && b.low.z < a.high.z;
}
Bounds enclosing(const Bounds& a, const Bounds& b);

/// Smallest axis-aligned box around a shape whose body frame is placed at `position` (m) and turned by `orientation`.
Bounds boundsOf(const Shape& shape, Vec3 position = {}, Quat orientation = {});
/// Around all shapes of a body; a point at `position` when there are none.
Bounds boundsOf(std::span<const Shape> shapes, Vec3 position = {}, Quat orientation = {});

}  // namespace tumble
