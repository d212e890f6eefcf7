// The contacts of a world: what is known of each pair of colliders whose fat boxes overlap, sorted by pair, so that the order in
// which things happened leaves no trace in the order in which contacts are solved.
//
// Most pairs are apart, and a manifold is large: only pairs that touch have one, in a pool where it stays while others come and
// go. Which place of the pool it has means nothing; now and then they are put into the order of the pairs, in which they are read.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "containers/splice.h"
#include "broad_phase/broad_phase.h"
#include "narrow_phase/manifold.h"
#include "colliders/pair_key.h"

namespace tumble {

/// A pair that touches.
struct TouchingPair {
  std::uint32_t contact;  // in the pool of the contact store
  std::uint32_t colliderA, colliderB;
};

/// PairRecord::contact of a pair that is apart.
constexpr std::uint32_t kApart = 0xffffffffu;

/// What is known of a pair, see contact_cache.h. All but `contact` matters only while the pair is apart.
struct PairRecord {
  std::uint32_t contact = kApart;  // its place in the pool
  Vec3f direction;     // unit, world axes, from A to B, along which they were found apart; 0: nothing is known
  double extent = 0;   // m, what both had along it from their centres, less the sum of their ColliderBound::turned then
};

/// Recycling::lane of a contact that has none yet.
constexpr std::uint32_t kNoLane = 0xffffffffu;

/// What tells whether a manifold is still good, and its separations then, see contact_cache.h. What follows a vector is read with it.
struct Recycling {
  float base[kMaxManifoldPoints] = {};  // m, the separations at the reference poses
  Vec3f armA;  // m, world axes, when the manifold was made: centre of mass of A -> centre of collider A, the origin of its points
  std::uint32_t versions = 0;  // of the two colliders then, their sum; 0: the manifold is made anew in the next step
  Vec3f armB;  // m: centre of mass of B -> the same point, or angular momentum would come from nothing
  float slack = 0;  // m, the speculative distance, beyond which points were left out, less what the colliders had moved by then
  std::uint32_t lane = kNoLane;  // among those of all groups of the solver, see Grouping
  bool isNew = false;  // the manifold was made in this step, and the solver has not seen it yet
};

/// How the contacts lie in the groups of four that are solved side by side (contacts/contact_groups.h). With the lanes of the contacts
/// it is state: the order in which contacts are solved.
struct Grouping {
  std::uint32_t groups = 0;
  std::uint32_t sorted = 0;  // so many of them, the first, are in the order of their colours; behind lie the contacts that came since
  std::uint32_t holes = 0;   // lanes left since
  bool outdated = true;      // the lanes mean nothing: all contacts get new ones in the next step
};

struct ContactStore {
  List<std::uint64_t> keys;     // of colliders (pair_key.h), ascending
  List<PairRecord> records;     // same index
  List<Manifold> pool;          // an empty one where nobody is
  List<Recycling> recycling;    // same index as the pool
  List<std::uint32_t> freePlaces;
  std::uint32_t misplaced = 0;  // contacts that came since the pool was in the order of the pairs

  Grouping grouping;
  // Of the present step only, until the solver has seen them.
  List<TouchingPair> renewed;   // whose manifolds were made
  List<std::uint32_t> vacated;  // lanes of contacts that are apart now
  bool tidied = false;          // the contacts have other places

  Splice splice;  // of the last update
  List<Manifold> scratchPool;
  List<Recycling> scratchRecycling;
};

/// The manifold of a pair; an empty one where it is apart.
const Manifold& manifoldOf(const ContactStore& store, std::size_t pair);
/// The manifold of a pair that touches, an empty one where it was apart. A new one moves the others of the pool.
Manifold& touch(ContactStore& store, PairRecord& record);
/// From now on the pair is apart.
void separate(ContactStore& store, PairRecord& record);
inline std::uint32_t touchingCount(const ContactStore& store) {
  return static_cast<std::uint32_t>(store.pool.size() - store.freePlaces.size());
}

/// Calls f(TouchingPair) for the pairs that touch, in their order.
template <class Function> void forEachTouching(const ContactStore& store, Function f) {
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    const std::uint32_t contact = store.records[i].contact;
    if (contact != kApart) f(TouchingPair{contact, pairColliderA(store.keys[i]), pairColliderB(store.keys[i])});
  }
}

/// From now on the lanes mean nothing.
void forgetLanes(ContactStore& store);

/// Takes out the ended pairs and puts in the begun ones, apart. Both lists are sorted.
void updateContacts(ContactStore& store, const PairChanges& changes);
/// The same of pairs that lie apart, of sleepers, where none begins: what moved before it fell asleep has left its neighbours only now.
void endContacts(ContactStore& store, const PairChanges& changes);
/// Forgets every contact of colliders that are about to be removed, [collider] 1.
void removeContactsOf(ContactStore& store, std::span<const std::uint8_t> leaves);
/// Forgets all pairs.
void clearContacts(ContactStore& store);
/// Appends a pair of another store, with its manifold.
void appendPair(ContactStore& to, const ContactStore& from, std::size_t pair);

}  // namespace tumble
