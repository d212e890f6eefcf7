// Contact of a triangle of a mesh with any convex shape.
//
// A mesh has one outside: what is behind a triangle by more than kSheet does not touch it. Where the lowest point of the shape is above the
// triangle, the normal is that of the triangle. Elsewhere it is that of the signed distance, if the surface has it there (exposedNormal); if it
// has not, the shape is nearer to another triangle: then this one only adds the points of the shape above it, along the nearest normal that it has.
// Over a hollow edge the plane of the next triangle is in front of the shape already; the contact with it is there before the shape is above it
// (collideAhead). Met only then it would have been crossed, and a ball in a bowl was lifted out of it for nothing.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// m. A shape whose centre is this far behind a triangle is still pushed to its front.
constexpr double kSheet = 0.01;

/// Whether the centre of the shape is behind the triangle.
bool isBehind(const OrientedBox& shape, const OrientedBox& triangle);

/// The manifold of two colliders, one of which is a triangle. Without points its normal is a direction to look along for a gap.
Manifold collideTriangle(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// The points above the triangle, or above a flush gap beside it, along its own normal.
Manifold collideOnTriangle(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// Of a triangle that the lowest point of the other shape comes above within `reach` (m), over a hollow edge: the surface rises there, so that the shape is in
/// front of the plane of the triangle already. No points otherwise.
Manifold collideAhead(const OrientedBox& a, const OrientedBox& b, float reach, float speculative, const Manifold& previous);

}  // namespace tumble
