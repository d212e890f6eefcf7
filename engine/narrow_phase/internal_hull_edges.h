// Internal edges (internal_edges.h) of static hulls and of triangles at the rim of their mesh: where the surface of another static shape goes on flush, they
// are no obstacle.
#pragma once
#include "narrow_phase/internal_edges.h"

namespace tumble {

/// Whether one of the two is a static hull or a triangle that may lie flush with another static shape: most are not.
bool touchesFlushHull(const ColliderPair& colliders);

/// collideShapes without internal contacts, for such a pair.
Manifold collideExposedHull(const ColliderPair& colliders, float speculative, const Manifold& previous);

/// Whether the manifold touches only what the surface of another static shape hides of it.
bool isInternalToHull(const ColliderPair& colliders, const Manifold& manifold);

}  // namespace tumble
