#include "contacts/constraints/disc_patch.h"

#include <cmath>

namespace tumble {
namespace {

constexpr float kOnRim = 0.02f;  // of the radius

/// `center`: of the shape, m, from the origin of the points.
bool isAroundFace(const OrientedBox& shape, Vec3f center, const Manifold& manifold) {
  if (shape.shape != ColliderShape::cylinder && shape.shape != ColliderShape::cone) return false;
  const float radius = shape.halfExtents.x;
  for (int i = 0; i < manifold.count; ++i) {
    const Vec3f r = manifold.points[i].position - center;
    if (!(std::abs(length(cross(shape.axes.cy, r)) - radius) < kOnRim * radius)) return false;
  }
  return true;
}

}  // namespace

bool isDisc(const OrientedBox& a, const OrientedBox& b, const Manifold& manifold) {
  if (manifold.count < 3) return false;  // two lie on a generator
  return isAroundFace(a, {}, manifold) || isAroundFace(b, toFloat(b.center - a.center), manifold);
}

}  // namespace tumble
