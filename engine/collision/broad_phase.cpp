#include "collision/broad_phase.h"

#include "collision/fat_box.h"
#include "tuning.h"

namespace tumble {

namespace {

/// What the sweeps need to know of a collider beside its fat box.
void describe(BroadPhase& broadPhase, const ColliderStore& store, std::uint32_t i) {
  const Collider& collider = store.colliders[i];
  const bool still = store.motions[i].still;
  broadPhase.sweep.owner[i] = makeOwner(collider.body, still, collider.moves);
  broadPhase.sweep.level[i] = still || !broadPhase.tracked[i] ? 0 : sizeClass(broadPhase.fatBoxes[i], collider.halfExtents);
}

void renew(BroadPhase& broadPhase, const ColliderStore& store, float dt, std::uint32_t i) {
  if (store.motions[i].still) broadPhase.sweep.staticTreeValid = false;
  else if (!broadPhase.tracked[i]) broadPhase.sweep.gridsValid = false;
  broadPhase.fatBoxes[i] = fatBox(store.boxes[i], store.motions[i], dt);
  broadPhase.tracked[i] = 1;
  broadPhase.isMoved[i] = 1;
  broadPhase.moved.push_back(i);
  describe(broadPhase, store, i);
}

/// A collider that asks alone looks at twice as many cells as one in a sweep of all.
bool isWorthSweepingAll(const BroadPhase& broadPhase) {
  return broadPhase.incomplete || 3 * broadPhase.moved.size() > broadPhase.fatBoxes.size();
}

// Gives new fat boxes where they are needed and lists who got one. When all are swept in any case, all that move get one, so
// that they do not leave theirs one after the other in the next steps.
void updateFatBoxes(BroadPhase& broadPhase, const ColliderStore& store, float dt) {
  const auto count = static_cast<std::uint32_t>(store.colliders.size());
  PairSweep& sweep = broadPhase.sweep;
  broadPhase.fatBoxes.resize(count);
  broadPhase.tracked.resize(count, 0);
  broadPhase.forgotten.resize(count, 0);
  auto described = static_cast<std::uint32_t>(sweep.owner.size());
  sweep.owner.resize(count);
  sweep.level.resize(count, 0);
  for (; described < count; ++described) describe(broadPhase, store, described);
  broadPhase.isMoved.assign(broadPhase.forgotten);
  broadPhase.moved.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool stays = broadPhase.tracked[i] ? contains(broadPhase.fatBoxes[i], store.sweptBoxes[i]) : !store.colliders[i].alive;
    if (!stays) renew(broadPhase, store, dt, i);
  }
  if (!isWorthSweepingAll(broadPhase)) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (sweep.level[i] != 0 && !broadPhase.isMoved[i]) renew(broadPhase, store, dt, i);
  }
}

bool isForgotten(const BroadPhase& broadPhase, std::uint64_t key) {
  return broadPhase.forgotten[pairColliderA(key)] || broadPhase.forgotten[pairColliderB(key)];
}

// The old pairs of which neither moved, and among them those found of the colliders that moved: the same list as a full sweep
// gives. Writes down what is new and what is gone. False: there are too many.
bool replacePairs(BroadPhase& broadPhase) {
  const List<std::uint8_t>& isMoved = broadPhase.isMoved;
  const List<std::uint64_t>&old = broadPhase.pairs, &found = broadPhase.sweep.found;
  PairChanges& changes = broadPhase.changes;
  broadPhase.merged.resize(old.size() + found.size());
  std::uint64_t* out = broadPhase.merged.data();
  const std::uint64_t* next = found.begin();
  const auto begin = [&] {
    changes.begun.push_back(*next);
    *out++ = *next++;
  };
  for (const std::uint64_t key : old) {
    while (next < found.end() && *next < key) begin();
    if (isMoved[pairColliderA(key)] | isMoved[pairColliderB(key)]) {
      const bool stands = next < found.end() && *next == key;
      if (!stands || isForgotten(broadPhase, key)) {
        changes.ended.push_back(key);
        if (stands) begin();
        continue;
      }
      ++next;
    }
    *out++ = key;
  }
  while (next < found.end()) begin();
  broadPhase.merged.resize(static_cast<std::size_t>(out - broadPhase.merged.data()));
  if (broadPhase.merged.size() > kMaxPairs) return false;
  broadPhase.pairs.swap(broadPhase.merged);
  return true;
}

// Only the pairs of removed colliders end.
void dropForgotten(BroadPhase& broadPhase) {
  PairChanges& changes = broadPhase.changes;
  changes.begun.clear();
  changes.ended.clear();
  std::size_t kept = 0;
  for (const std::uint64_t key : broadPhase.pairs) {
    if (isForgotten(broadPhase, key)) changes.ended.push_back(key);
    else broadPhase.pairs[kept++] = key;
  }
  broadPhase.pairs.resize(kept);
}

}  // namespace

void removeCollider(BroadPhase& broadPhase, std::uint32_t index) {
  if (index >= broadPhase.tracked.size() || !broadPhase.tracked[index]) return;
  broadPhase.fatBoxes[index] = {};
  broadPhase.tracked[index] = 0;
  broadPhase.forgotten[index] = 1;
  broadPhase.anyForgotten = true;
  forgetDerived(broadPhase);
}

const StaticTree& staticTreeOf(BroadPhase& broadPhase, const ColliderStore& store) {
  PairSweep& sweep = broadPhase.sweep;
  if (!sweep.staticTreeValid) {
    List<std::uint32_t> statics;
    for (std::uint32_t i = 0; i < broadPhase.tracked.size(); ++i) {
      if (broadPhase.tracked[i] && store.motions[i].still) statics.push_back(i);
    }
    buildStaticTree(sweep.staticTree, statics, broadPhase.fatBoxes);
    sweep.staticTreeValid = true;
  }
  return sweep.staticTree;
}

void forgetDerived(BroadPhase& broadPhase) {
  broadPhase.sweep.staticTreeValid = broadPhase.sweep.gridsValid = false;
  broadPhase.sweep.owner.clear();
}

const PairChanges& updatePairs(BroadPhase& broadPhase, const ColliderStore& store, float dt) {
  PairChanges& changes = broadPhase.changes;
  changes.begun.clear();
  changes.ended.clear();
  changes.overload = false;
  updateFatBoxes(broadPhase, store, dt);
  if (broadPhase.moved.empty() && !broadPhase.anyForgotten && !broadPhase.incomplete) return changes;

  PairSweep& sweep = broadPhase.sweep;
  staticTreeOf(broadPhase, store);
  const bool all = isWorthSweepingAll(broadPhase);
  if (all || !followMoved(sweep, broadPhase.fatBoxes, broadPhase.moved)) placeBoxes(sweep, broadPhase.fatBoxes);
  const bool found = all ? findAllPairs(sweep, broadPhase.fatBoxes) : findPairsOf(sweep, broadPhase.fatBoxes, broadPhase.moved, broadPhase.isMoved);
  broadPhase.incomplete = changes.overload = !(found && replacePairs(broadPhase));
  if (changes.overload) dropForgotten(broadPhase);
  if (broadPhase.anyForgotten) broadPhase.forgotten.assign(broadPhase.forgotten.size(), 0);
  broadPhase.anyForgotten = false;
  return changes;
}

}  // namespace tumble
