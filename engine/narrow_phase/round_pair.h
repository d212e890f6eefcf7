// Contacts of pairs that are not of two boxes. A round body does not take its contact points along as it turns: they are placed where they are
// in the middle of the step.
#pragma once
#include <cstddef>

#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// Collides pair `index` of the contacts; anew in every step where one of the two is round. `speculative`: m, surfaces closer than this get a
/// contact point; `halfStep`: s.
void collideRoundPair(ContactStore& contacts, std::size_t index, const ColliderStore& store, const ContactCache& cache, float speculative,
                      float halfStep);

}  // namespace tumble
