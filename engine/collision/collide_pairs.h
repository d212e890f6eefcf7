// The narrow phase of a step: manifolds of all pairs.
#pragma once
#include <cstdint>
#include <span>

#include "collision/collider.h"
#include "collision/contact_cache.h"
#include "collision/manifold.h"

namespace tumble {

/// Brings manifolds[i] of the pair keys[i] (pair_key.h; ascending) up to date. On entry it is the manifold of the same pair one
/// step before, or Manifold{} for a new pair. Boxes must be up to date (updateBoxes). A point is made where surfaces are closer
/// than kSpeculativeMargin, or than the two can approach in `dt` seconds; at most half the middle half side of the thinner box.
/// The cache belongs to these manifolds: use one for one world, and save and restore it with them.
void collidePairs(std::span<const std::uint64_t> keys, const ColliderStore& store, float dt, std::span<Manifold> manifolds, ContactCache& cache);

}  // namespace tumble
