// Contact of hulls whose sides are folded: made of several nearly coplanar faces. No one face is the side: clipped by one of them the other shape may have no
// point where the two are deepest in each other, and nothing would push it out.
#pragma once
#include "colliders/convex_distance.h"
#include "narrow_phase/clip_feature.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// m. Points of a manifold that are less deep than the shapes by more than this miss the deepest place.
constexpr double kMissedDepth = 1e-5;

/// Manifold::axis of a contact of folded sides.
constexpr std::uint8_t foldedAxis(bool ofB) { return axisCode(ofB ? 4 : 1, false); }
/// Whether the manifold of two convex shapes, one of them a hull, is such a contact.
constexpr bool isFolded(const Manifold& manifold) {
  return manifold.count > 0 && (manifold.axis == foldedAxis(false) || manifold.axis == foldedAxis(true));
}

/// Up to four points, midway from the centre of a, the deepest first, and their gaps along the normal, m.
struct FoldedContact {
  ShortList<ClippedPoint, kMaxManifoldPoints> points;
  ShortList<double, kMaxManifoldPoints> gaps;
};

/// The gaps of two polyhedra along nearest.normal at the corners of the parts that their faces towards each other share, up to `most` (m).
FoldedContact collideFoldedSides(const OrientedBox& a, const OrientedBox& b, const ConvexDistance& nearest, double most);

}  // namespace tumble
