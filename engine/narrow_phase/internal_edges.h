// Internal edges: faces, edges and corners between flush boxes (flush_solids.h), which the surface of their solid does not have. A body that slides
// or rolls over a floor of tiles must not collide with them. This replaces contacts with such features.
//
// A contact at a point p with the outward normal n is one of the solid only if n.d <= 0 for every direction d from p into the solid (n lies in
// the polar of the tangent cone of the set: R. T. Rockafellar, R. Wets, "Variational Analysis", 1998, chapter 6; for one box these are the
// Voronoi regions of C. Ericson, "Real-Time Collision Detection", 2005). The tangent cone of a union is the union of the cones, so each
// neighbour that contains p is tested on its own; the cone of a box at p is spanned by those of its +-axes along which p is not on its
// surface. This holds for a hidden face, for the edge of a seam and for a corner below another box alike.
//
// In a concave corner the point where wall and floor meet belongs to both, and n.d > 0 although the contact with the floor is real. Therefore
// a contact is internal only if the condition fails at all of its points, at their middle, and at points a little farther on the same face or
// edge. The boxes then touch along their next best axis, or not at all.
#pragma once
#include <cstdint>

#include "narrow_phase/box_box.h"
#include "narrow_phase/flush_solids.h"

namespace tumble {

/// Two colliders of different bodies at their poses in the store, or at a later moment of the step.
struct ColliderPair {
  const FlushSolids& flush;
  const ColliderStore& store;
  std::uint32_t i, j;
  const OrientedBox &a, &b;
  bool forAll = false;  // the pair touches, and its manifold is that with the whole solid, also beyond the sides of this tile
};

/// False for a pair without internal edges: most have none.
bool mayBeInternal(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, std::uint32_t j);

/// In a concave corner of two walls each wall covers the contact points of the other, and no further axis belongs to a visible face. Such an axis shows by
/// its depth (m), of its points or of both shapes along it, which exceeds half the thickness of the thinner shape; then `first`, which is internal, stays.
bool isConcaveCorner(const ColliderPair& colliders, const Manifold& first, double depth);

/// Whether the manifold touches only internal features of one of the two.
bool isInternal(const ColliderPair& colliders, const Manifold& manifold);

/// While the manifold of two boxes, made from lane `lane` of `sat` and from `previous`, is internal: remakes it along the next best axis.
void leaveInternal(const ColliderPair& colliders, const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous,
                   Manifold& manifold);

/// supportAt (flush_solids.h) for p from the centre of the box and n, at the moment of the pair.
std::uint32_t supportAt(const ColliderPair& colliders, std::uint32_t i, const OrientedBox& box, Vec3 p, Vec3 n, double tolerance);

/// collideShapes without internal contacts.
Manifold collideExposed(const ColliderPair& colliders, float speculative, const Manifold& previous);

}  // namespace tumble
