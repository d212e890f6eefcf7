// Contacts of pairs that are not of two boxes. Those of round bodies are placed where they are in the middle of the step (mid_step_contact.h).
#pragma once
#include <cstddef>

#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// Collides pair `index` of the contacts; anew in every step where one of the two is round. `speculative`: m, surfaces closer than this get a
/// contact point; `halfStep`: s.
void collideRoundPair(ContactStore& contacts, std::size_t index, const ColliderStore& store, ContactCache& cache, float speculative,
                      float halfStep);

}  // namespace tumble
