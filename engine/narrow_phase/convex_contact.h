// Contact of capsules, cylinders, cones, ellipsoids and hulls with each other, with boxes and with spheres. The normal is that of the signed distance
// (colliders/convex_distance.h); the manifold is the feature of one, a face, cap, side line or point, clipped by the face or cap of the other.
#pragma once
#include "colliders/convex_distance.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// The manifold of two such shapes; when they are farther apart than `speculative` (m) it has no points, but the normal along which they are.
/// Impulses are those of `previous`, by feature.
Manifold collideConvex(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// The same with a given normal and the signed distance along it.
Manifold collideAlong(const OrientedBox& a, const OrientedBox& b, const ConvexDistance& nearest, float speculative,
                      const Manifold& previous);

}  // namespace tumble
