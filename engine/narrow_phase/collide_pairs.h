// The narrow phase of a step: manifolds of all pairs.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// Updates the manifolds of all pairs from those of the step before. Colliders must be placed (placeColliders). Surfaces closer than the
/// speculative distance (colliders/speculative_distance.h, with the approach in `dt` seconds) get a contact point. The cache belongs to these
/// contacts and is saved and restored with them. False when kMostTouching or kSeamChecks is exceeded: then some pairs were not updated.
bool collidePairs(ContactStore& contacts, const ColliderStore& store, float dt, ContactCache& cache);

}  // namespace tumble
