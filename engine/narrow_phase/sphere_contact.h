// Contact of a sphere with a box or with another sphere, in closed form: one point.
//
// Sphere and sphere: n = (c_B - c_A) / d, s = d - r_A - r_B. Sphere and box: the point of the box nearest to the centre of the
// sphere is the centre, in the axes of the box, with each coordinate clamped to the half extents; n points from one to the
// other and s is their distance less r. A centre inside the box leaves by the nearest face.
// Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.3.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// The manifold of two colliders, at least one of which is a sphere; empty when they are farther apart than `speculative` (m).
/// Impulses are those of `previous`.
Manifold collideSphere(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// The manifold of any two colliders: collideSphere, collideBoxes, collideConvex or collideTriangle.
Manifold collideShapes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

}  // namespace tumble
