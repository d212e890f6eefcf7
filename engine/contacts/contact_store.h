// The contacts of a world: one manifold for each pair of colliders whose fat boxes overlap, sorted by pair, so that the
// order in which things happened leaves no trace in the order in which contacts are solved.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "collision/broad_phase.h"
#include "collision/manifold.h"
#include "collision/pair_key.h"

namespace tumble {

struct ContactStore {
  List<std::uint64_t> keys;   // of colliders (collision/pair_key.h), ascending
  List<Manifold> manifolds;   // same index

  List<std::uint64_t> scratchKeys;
  List<Manifold> scratchManifolds;
};

/// Takes out the ended pairs and puts in the begun ones with empty manifolds. Both lists are sorted.
void updateContacts(ContactStore& store, const PairChanges& changes);
/// Forgets every contact of a collider that is about to be removed.
void removeContactsOf(ContactStore& store, std::uint32_t collider);

}  // namespace tumble
