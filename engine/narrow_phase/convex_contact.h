// Contact of capsules, cylinders and cones with each other, with boxes and with spheres: by their exact support functions, no polygons.
//
// The signed distance of two convex shapes is the greatest over the unit vectors n of
//     s(n) = n.(c_B - c_A) - h_A(n) - h_B(-n),   h the support function,
// of which the nearest points give n where they are apart (E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance
// between complex objects in three-dimensional space", 1988). Where they overlap, B is moved out along the best of a few candidate directions, and
// the nearest points of what is then apart give a better direction, until s no longer grows. The manifold is the feature of one, a
// face, cap, side line or point, clipped by the face or cap of the other.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// Whether one of the two is neither a box nor a sphere.
inline bool isConvex(const OrientedBox& a, const OrientedBox& b) {
  return a.shape > ColliderShape::sphere || b.shape > ColliderShape::sphere;
}

/// The point of the shape farthest along `direction` (any length but 0), from its centre, m, world axes.
Vec3 supportPoint(const OrientedBox& shape, Vec3 direction);

/// The signed distance of two shapes (m) and its direction, unit, from a to b.
struct ConvexDistance {
  Vec3 normal;
  double distance = 0;
};
ConvexDistance convexDistance(const OrientedBox& a, const OrientedBox& b);

/// The manifold of two such shapes; empty when they are farther apart than `speculative` (m). Impulses are those of `previous`, by feature.
Manifold collideConvex(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

}  // namespace tumble
