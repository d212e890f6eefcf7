// Which colliders may touch: pairs whose fat boxes overlap.
//
// Every collider has a fat box, its bounds with a margin. While its swept box is inside, nothing changes, so a settled world costs one box test
// per collider; otherwise it gets a new fat box, and its pairs are searched again. The pairs are exactly the overlapping fat boxes, independent of
// how and in what order they were found.
#pragma once
#include <cstdint>

#include "broad_phase/pair_sweep.h"
#include "colliders/collider.h"
#include "colliders/pair_key.h"
#include "containers/list.h"
#include "containers/splice.h"

namespace tumble {

/// The changes of an update, sorted keys. A key is in both lists when a collider was removed and another one has its index: handle `ended` first.
struct PairChanges {
  List<std::uint64_t> begun, ended;
  bool overload = false;  // more than kMaxPairs: the pairs are the previous ones, without those of removed colliders
};

struct BroadPhase {
  // State: later pairs depend on it.
  List<Aabb> fatBoxes;         // [collider], zero where not tracked
  List<std::uint8_t> tracked;  // [collider] 1: has a fat box
  List<std::uint8_t> removed;  // [collider] 1: removed since the last update
  bool anyRemoved = false;
  List<std::uint64_t> pairs;  // sorted keys (pair_key.h)
  bool incomplete = false;    // there were too many pairs, or other bodies may collide now: all are searched in the next update

  // Follows from the state.
  List<std::uint64_t> joined;  // sorted pairs of bodies that do not collide with each other (pairOf); set by the owner before an update
  PairChanges changes;         // of the last update
  PairSweep sweep;
  List<std::uint8_t> isMoved;  // [collider] got a new fat box in this update, or was removed before it
  List<std::uint32_t> moved;   // indices of colliders with a new fat box
  Splice splice;
};

/// Updates fat boxes and pairs from store.sweptBoxes (placeColliders first, with the same `dt`, s). The two colliders of a pair belong to different
/// bodies, and one of them is dynamic. The result is valid until the next call.
const PairChanges& updatePairs(BroadPhase& broadPhase, const ColliderStore& store, float dt);

/// Whether joints keep two bodies (indices) from colliding, as of the last update.
bool areJoined(const BroadPhase& broadPhase, std::uint32_t a, std::uint32_t b);

/// Removes a collider, before or after the store does. The next update reports its pairs as ended, even if its index has a new collider by then.
void removeCollider(BroadPhase& broadPhase, std::uint32_t index);

/// The tree of the static colliders as they were in the last update.
const StaticTree& staticTreeOf(BroadPhase& broadPhase, const ColliderStore& store);

/// Discards what follows from the state. Call after the state was restored from a snapshot.
void discardDerived(BroadPhase& broadPhase);

}  // namespace tumble
