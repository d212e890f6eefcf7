// The direction of the signed distance of two convex shapes from one that is near it, by Newton's method.
//
// s(n) (convex_distance.h) is greatest where the vector w(n) between the support points is along n. The support point of what is round turns with n:
// its derivative, the second derivative of the support function, is the matrix of the radii of curvature (R. Schneider, "Convex Bodies: The
// Brunn-Minkowski Theory", 1993, section 2.5). With the sum C of both the step d in the plane at right angles to n solves
//     (C + s) d = w - s n,
// and where a straight edge e touches, not a point, n + d is at right angles to e, and the equation tells where along the edge.
#pragma once
#include "colliders/convex_distance.h"

namespace tumble {

/// Improves the direction `found.normal` (unit, from a to b) until s is greatest for the directions around it, and its distance (m) with it; stops where
/// they are farther apart than `most` (m) along it. False: no point or edge is so found, and `found` is undefined.
bool refineDistance(const OrientedBox& a, const OrientedBox& b, double most, ConvexDistance& found);

}  // namespace tumble
