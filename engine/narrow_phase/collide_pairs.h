// The narrow phase of a step: manifolds of all pairs.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// Brings the manifolds of all pairs up to date; they still hold what they were one step before. Boxes must be up to date
/// (placeColliders). A point is made where surfaces are closer than kSpeculativeMargin, or than the two can approach in `dt` seconds; at
/// most half the middle half side of the thinner box. The cache belongs to these contacts: use one for one world, and save and
/// restore it with them. False when more touch than kMostTouching allows, or more lie along seams than kSeamChecks: then not all were looked at.
bool collidePairs(ContactStore& contacts, const ColliderStore& store, float dt, ContactCache& cache);

}  // namespace tumble
