// Boxes that lie flush side by side are one solid. Between them are faces, edges and corners that its surface has not: what slides or
// rolls over a floor of tiles must not feel them. This owns who lies beside whom, and takes such features out of the narrow phase.
//
// A contact at a point p with the outward normal n is one of the solid only if n leads away from all of it: n.d <= 0 for every direction
// d that leads from p into it (n lies in the polar of the tangent cone of the set: R. T. Rockafellar, R. Wets, "Variational Analysis",
// 1998, chapter 6; the Voronoi regions of C. Ericson, "Real-Time Collision Detection", 2005, say the same of one box). The cone of a
// union is the union of the cones, so each neighbour that has p is asked by itself; of a box the cone at p is spanned by those of its
// +-axes along which p is not on its surface. A hidden face, an edge of a seam that a ball would climb and a corner that another box
// covers fall under the same law.
//
// In a concave corner the point where wall and floor meet belongs to both, and n.d > 0 although the floor is felt there. So a contact
// is internal only if it is so at all of its points, at their middle, and at points a little farther on the same face or edge. The
// boxes then touch along their next best axis, or not at all.
#pragma once
#include <cstdint>

#include "narrow_phase/box_box.h"
#include "colliders/collider.h"
#include "broad_phase/static_tree.h"

namespace tumble {

/// Follows from the colliders that no impulse moves. What moves as one is one: the boxes of kinematic bodies of the same motion, and with
/// what is static those that stand still.
struct InternalEdges {
  std::uint32_t version = 0;    // of the tree it was made from
  List<std::uint8_t> joined;    // [collider] 1: a box that stands still, beside another such
  StaticTree tree;              // of these
  List<std::uint32_t> driven;   // the boxes of kinematic and frozen bodies, in their order
  bool isParked = false;        // one of them stands still: then all static boxes count as joined
  mutable List<std::uint32_t> beside;  // scratch
  mutable std::size_t looks = 0;  // of this part of the step, at manifolds beside other boxes (kSeamLooks)
};

/// Call when colliders may have come, gone, or been put elsewhere. `statics` is the tree of those that do not move.
void updateInternalEdges(InternalEdges& edges, const StaticTree& statics, const ColliderStore& store);

/// Two colliders of different bodies, and where they are: in the present step as placed, or at a moment of it.
struct ColliderPair {
  const InternalEdges& edges;
  const ColliderStore& store;
  std::uint32_t i, j;
  const OrientedBox &a, &b;
  bool forAll = false;  // they have been found to touch, and stand for all the flush faces across the seams, wherever they go
};

/// Whether one of the two can have internal edges: mostly none has.
bool mayBeInternal(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i, std::uint32_t j);

/// Whether the contact is with features that the surface of the solid has not.
bool isInternal(const ColliderPair& colliders, const Manifold& manifold);

/// Makes the manifold of two boxes, found with `sat` in `lane` from `previous`, anew along other axes for as long as it is internal.
void leaveInternal(const ColliderPair& colliders, const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous,
                   Manifold& manifold);

/// The manifold of a box that lies across seams becomes one with the whole of the flush faces below it, which the tile under its centre
/// gets; with the others it has none. Else its corners would land, and rub, one tile after the other.
void spanSeams(const ColliderPair& colliders, float speculative, const Manifold& previous, Manifold& manifold);

/// collideShapes, but for internal contacts.
Manifold collideExposed(const ColliderPair& colliders, float speculative, const Manifold& previous);
/// The same, across seams.
Manifold collideSolids(const ColliderPair& colliders, float speculative, const Manifold& previous);

}  // namespace tumble
