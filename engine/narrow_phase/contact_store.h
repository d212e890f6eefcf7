// The contacts of a world: a record for each pair of colliders whose fat boxes overlap, sorted by pair, so that the order in which contacts
// are solved does not depend on history.
//
// Most pairs are apart, and a manifold is large: only pairs that touch have one, in a pool. Its index there is constant while it exists and
// has no meaning; now and then the pool is sorted by pair, the order in which it is read.
#pragma once
#include <cstdint>

#include "broad_phase/broad_phase.h"
#include "colliders/pair_key.h"
#include "containers/list.h"
#include "containers/splice.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// A pair that touches.
struct TouchingPair {
  std::uint32_t contactIndex;  // in the pool of the contact store
  std::uint32_t colliderA, colliderB;
};

/// PairRecord::contactIndex of a pair that is apart.
constexpr std::uint32_t kApart = 0xffffffffu;

/// The record of a pair, see contact_cache.h. All but `contactIndex` is used only while the pair is apart.
struct PairRecord {
  std::uint32_t contactIndex = kApart;  // in the pool
  Vec3f direction;                      // unit, world axes, from A to B: they were last found apart along it; 0: not yet
  double extent = 0;                    // m, half extents of both along it, less the sum of their ColliderBound::turned at that time
};

/// Recycling::batchSlot of a contact that has none yet.
constexpr std::uint32_t kNoBatchSlot = 0xffffffffu;

/// The data of a manifold for recycling, see contact_cache.h. A vector and the number after it are read as
/// four floats at once.
struct Recycling {
  float base[kMaxManifoldPoints] = {};  // m, the separations at the reference poses
  Vec3f leverA;  // m, world axes, when the manifold was made: centre of mass of A -> centre of collider A, the origin of its points
  std::uint32_t versions = 0;  // sum of the versions of the two colliders when it was made; 0: it is remade in the next step
  Vec3f leverB;                // m: centre of mass of B -> the same point, or angular momentum would come from nothing
  float slack = 0;             // m, the speculative distance of its points, less ColliderBound::moved of the colliders at that time
  std::uint32_t batchSlot = kNoBatchSlot;  // assigned by the solver (contacts/batches/contact_batches.h)
  bool isNew = false;                      // in ContactChanges::renewed
};

/// Changes since the solver read the contacts (updateBatches).
struct ContactChanges {
  List<TouchingPair> renewed;        // pairs whose manifolds were made
  List<std::uint32_t> vacatedSlots;  // batch slots of contacts that ended
  bool poolSorted = false;           // contacts have new indices
};

struct ContactStore {
  List<std::uint64_t> keys;            // of colliders (pair_key.h), ascending
  List<PairRecord> records;            // same index
  List<Manifold> pool;                 // [contactIndex]; unused ones are empty
  List<Recycling> recycling;           // [contactIndex]
  List<std::uint32_t> freeContacts;    // indices of unused contacts
  std::uint32_t unsortedContacts = 0;  // contacts added since the pool was sorted
  ContactChanges changes;

  Splice splice;  // of the last update
  List<Manifold> scratchPool;
  List<Recycling> scratchRecycling;
};

/// The manifold of a pair; an empty one where it is apart.
const Manifold& manifoldOf(const ContactStore& store, std::size_t pair);
/// The manifold of a pair, added to the pool if the pair was apart; adding one may move the pool.
Manifold& touch(ContactStore& store, PairRecord& record);
/// Removes the manifold of a pair: it is apart.
void separate(ContactStore& store, PairRecord& record);
inline std::uint32_t touchingCount(const ContactStore& store) {
  return static_cast<std::uint32_t>(store.pool.size() - store.freeContacts.size());
}

/// Calls f(TouchingPair) for all touching pairs, in the order of their keys.
template <class Function> void forEachTouching(const ContactStore& store, Function f) {
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    const std::uint32_t contactIndex = store.records[i].contactIndex;
    if (contactIndex != kApart) f(TouchingPair{contactIndex, pairColliderA(store.keys[i]), pairColliderB(store.keys[i])});
  }
}

/// Discards both lists: all contacts get new batch slots.
inline void discardChanges(ContactChanges& changes) {
  changes.renewed.clear();
  changes.vacatedSlots.clear();
}

/// Removes the ended pairs and adds the begun ones as apart. Both lists are sorted.
void updateContacts(ContactStore& store, const PairChanges& changes);
/// Removes the ended pairs only: in the store of sleepers no pair begins.
void endContacts(ContactStore& store, const PairChanges& changes);
/// Removes all pairs of the colliders that are about to be removed, [collider] 1.
void removeContactsOf(ContactStore& store, std::span<const std::uint8_t> removed);
/// Removes all pairs.
void clearContacts(ContactStore& store);
/// Appends a copy of a pair of another store, with its manifold.
void appendPair(ContactStore& to, const ContactStore& from, std::size_t pair);

}  // namespace tumble
