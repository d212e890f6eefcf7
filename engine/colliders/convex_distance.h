// The signed distance of two convex colliders of any shape, by their exact support functions: no polygons for what is round.
//
// The signed distance is the greatest over the unit vectors n of
//     s(n) = n.(c_B - c_A) - h_A(n) - h_B(-n),   h the support function,
// of which the nearest points give n where they are apart (E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance
// between complex objects in three-dimensional space", 1988). A sphere and a capsule are a point and a segment with a ball around, whose nearest
// points are exact. Where shapes overlap, B is moved out along the best of a few candidate directions, among them the normals of all faces,
// and the nearest points of what is then apart give a better direction, until s no longer grows.
#pragma once
#include "colliders/collider.h"

namespace tumble {

constexpr double kUnlimitedDistance = 1e300;  // m

/// Whether one of the two is neither a box nor a sphere.
inline bool isConvex(const OrientedBox& a, const OrientedBox& b) {
  return a.shape > ColliderShape::sphere || b.shape > ColliderShape::sphere;
}

/// m. An overlap of the two up to which the last direction alone is looked at, as long as it holds.
double shallowOverlapOf(const OrientedBox& a, const OrientedBox& b);

/// The point of the shape farthest along `direction` (any length but 0), from its centre, m, in the axes of the shape.
Vec3 localSupport(const OrientedBox& shape, Vec3 direction);
/// The same in world axes.
Vec3 supportPoint(const OrientedBox& shape, Vec3 direction);

/// The signed distance of two shapes (m) and its direction, unit, from a to b. `hint`: the direction of a moment before, where the search begins; 0:
/// none. `most`: m; of shapes that are farther apart any direction along which they are so, with the distance along it.
struct ConvexDistance {
  Vec3 normal;
  double distance = 0;
};
ConvexDistance convexDistance(const OrientedBox& a, const OrientedBox& b, Vec3 hint = {}, double most = kUnlimitedDistance);

}  // namespace tumble
