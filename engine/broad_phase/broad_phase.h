// Which colliders may touch: pairs whose fat boxes overlap.
//
// Every collider has a fat box, larger than it by a margin; while it stays inside, nothing changes, so a settled world costs
// one box test per collider. When one leaves its fat box it gets a new one and its pairs are looked for again. The pairs are
// exactly the overlapping fat boxes: they depend on nothing else, not on how or in what order they were found.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "containers/splice.h"
#include "colliders/collider.h"
#include "colliders/pair_key.h"
#include "broad_phase/pair_sweep.h"

namespace tumble {

/// What an update changed. Keys are sorted. A key can be in both when a collider was removed and another took its index:
/// handle `ended` first.
struct PairChanges {
  List<std::uint64_t> begun, ended;
  bool overload = false;  // more than kMaxPairs: the pairs are those of before, without those of removed colliders
};

struct BroadPhase {
  // State: what the pairs of later steps depend on.
  List<Aabb> fatBoxes;           // [collider], zero where not tracked
  List<std::uint8_t> tracked;    // [collider] 1: has a fat box
  List<std::uint8_t> forgotten;  // [collider] 1: removed since the last update
  bool anyForgotten = false;
  List<std::uint64_t> pairs;     // sorted keys (pair_key.h)
  bool incomplete = false;              // there were too many pairs: the list above lacks some

  // Follows from the state and is only kept to save work.
  PairChanges changes;  // of the last update
  PairSweep sweep;
  List<std::uint8_t> isMoved;  // [collider] got a new fat box in this update, or was removed before it
  List<std::uint32_t> moved;   // who got one
  Splice splice;
};

/// Brings fat boxes and pairs up to date with store.sweptBoxes (placeColliders first, with the same `dt`, in seconds). Pairs have
/// at least one collider that moves and belong to two bodies. The answer stays valid until the next call.
const PairChanges& updatePairs(BroadPhase& broadPhase, const ColliderStore& store, float dt);

/// Forgets a collider, before or after the store does. Its pairs are reported as ended by the next update, also when the
/// index has a new collider by then.
void removeCollider(BroadPhase& broadPhase, std::uint32_t index);

/// The tree of the static colliders as they were in the last update.
const StaticTree& staticTreeOf(BroadPhase& broadPhase, const ColliderStore& store);

/// Call after the state above was restored from a snapshot: what is derived from it is made anew.
void forgetDerived(BroadPhase& broadPhase);

}  // namespace tumble
