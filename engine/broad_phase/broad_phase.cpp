#include "broad_phase/broad_phase.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/fat_box.h"
#include "containers/ascending.h"
#include "tuning.h"

namespace tumble {

namespace {

/// Updates owner and size class of a collider in the sweep.
void describe(BroadPhase& broadPhase, const ColliderStore& store, std::uint32_t i) {
  const Collider& collider = store.colliders[i];
  const bool still = store.motions[i].still;
  broadPhase.sweep.owner[i] = makeOwner(collider.body, still, collider.moves);
  broadPhase.sweep.level[i] = still || !broadPhase.tracked[i] ? 0 : sizeClass(broadPhase.fatBoxes[i], collider.halfExtents);
}

void renewFatBox(BroadPhase& broadPhase, const ColliderStore& store, float dt, std::uint32_t i) {
  if (store.motions[i].still) broadPhase.sweep.staticTreeValid = false;
  else if (!broadPhase.tracked[i]) broadPhase.sweep.gridsValid = false;
  broadPhase.fatBoxes[i] = fatBox(store.boxes[i], store.motions[i], dt);
  // By rounding it may lack a bit of the motion of a step, where that is kilometres.
  if (!contains(broadPhase.fatBoxes[i], store.sweptBoxes[i])) broadPhase.fatBoxes[i] = store.sweptBoxes[i];
  broadPhase.tracked[i] = 1;
  broadPhase.isMoved[i] = 1;
  broadPhase.moved.push_back(i);
  describe(broadPhase, store, i);
}

/// Removes the pairs of bodies that do not collide.
void dropJoined(BroadPhase& broadPhase) {
  if (broadPhase.joined.empty()) return;
  const std::uint32_t* const owner = broadPhase.sweep.owner.data();
  eraseIf(broadPhase.sweep.found,
          [&](std::uint64_t key) { return areJoined(broadPhase, owner[pairColliderA(key)] >> 2, owner[pairColliderB(key)] >> 2); });
}

/// A single query tests twice as many cells as a box in a sweep of all.
bool isWorthSweepingAll(const BroadPhase& broadPhase) {
  return broadPhase.incomplete || 3 * broadPhase.moved.size() > broadPhase.fatBoxes.size();
}

// Renews the fat boxes that no longer contain their swept boxes, and lists them. Before a sweep of all, all moving ones are renewed, so that they
// do not leave them one after the other in the next steps.
void updateFatBoxes(BroadPhase& broadPhase, const ColliderStore& store, float dt) {
  const auto count = static_cast<std::uint32_t>(store.colliders.size());
  PairSweep& sweep = broadPhase.sweep;
  broadPhase.fatBoxes.resize(count);
  broadPhase.tracked.resize(count, 0);
  broadPhase.removed.resize(count, 0);
  auto described = static_cast<std::uint32_t>(sweep.owner.size());
  sweep.owner.resize(count);
  sweep.level.resize(count, 0);
  for (; described < count; ++described) describe(broadPhase, store, described);
  broadPhase.isMoved.assign(broadPhase.removed);
  broadPhase.moved.clear();
  const Aabb *const fatBoxes = broadPhase.fatBoxes.data(), *const sweptBoxes = store.sweptBoxes.data();
  const std::uint8_t* const tracked = broadPhase.tracked.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool stays = tracked[i] ? contains(fatBoxes[i], sweptBoxes[i]) : !store.colliders[i].alive;
    if (!stays) renewFatBox(broadPhase, store, dt, i);
  }
  if (!isWorthSweepingAll(broadPhase)) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (sweep.level[i] != 0 && !broadPhase.isMoved[i]) renewFatBox(broadPhase, store, dt, i);
  }
}

bool isOfRemoved(const BroadPhase& broadPhase, std::uint64_t key) {
  return broadPhase.removed[pairColliderA(key)] || broadPhase.removed[pairColliderB(key)];
}

// Replaces the old pairs of colliders that moved by the pairs found: the result equals that of a full sweep. Records the changes. False: there are
// too many pairs.
bool replacePairs(BroadPhase& broadPhase) {
  const std::uint8_t* isMoved = broadPhase.isMoved.data();
  PairChanges& changes = broadPhase.changes;
  const List<std::uint64_t>& found = broadPhase.sweep.found;
  const std::uint64_t* next = found.begin();
  const auto anyMoved = [&](std::uint64_t key) { return isMoved[pairColliderA(key)] | isMoved[pairColliderB(key)]; };
  const std::uint64_t *old = broadPhase.pairs.begin(), *const end = broadPhase.pairs.end(), *four = old;
  for (; old < end; ++old) {
    // Most blocks of four have not moved.
    if (old == four) {
      while (end - old >= 4 && !(anyMoved(old[0]) | anyMoved(old[1]) | anyMoved(old[2]) | anyMoved(old[3]))) old += 4;
      if (old == end) break;
      four = old + 4;
    }
    const std::uint64_t key = *old;
    if (!anyMoved(key)) continue;
    while (next < found.end() && *next < key) changes.begun.push_back(*next++);
    const bool stands = next < found.end() && *next == key;
    next += stands;
    if (stands && !isOfRemoved(broadPhase, key)) continue;
    changes.ended.push_back(key);
    if (stands) changes.begun.push_back(key);
  }
  while (next < found.end()) changes.begun.push_back(*next++);
  if (broadPhase.pairs.size() + changes.begun.size() > kMaxPairs + changes.ended.size()) return false;
  Splice& splice = broadPhase.splice;
  planSplice(splice, broadPhase.pairs, changes.ended, changes.begun);
  broadPhase.pairs.moveRuns(splice.runs, splice.count);
  for (std::size_t k = 0; k < splice.comeTo.size(); ++k) broadPhase.pairs[splice.comeTo[k]] = changes.begun[k];
  return true;
}

// Ends the pairs of removed colliders only.
void dropPairsOfRemoved(BroadPhase& broadPhase) {
  PairChanges& changes = broadPhase.changes;
  changes.begun.clear();
  changes.ended.clear();
  std::size_t remaining = 0;
  for (const std::uint64_t key : broadPhase.pairs) {
    if (isOfRemoved(broadPhase, key)) changes.ended.push_back(key);
    else broadPhase.pairs[remaining++] = key;
  }
  broadPhase.pairs.resize(remaining);
}

}  // namespace

bool areJoined(const BroadPhase& broadPhase, std::uint32_t a, std::uint32_t b) {
  return std::binary_search(broadPhase.joined.begin(), broadPhase.joined.end(), pairOf(a, b));
}

void removeCollider(BroadPhase& broadPhase, std::uint32_t index) {
  if (index >= broadPhase.tracked.size() || !broadPhase.tracked[index]) return;
  broadPhase.fatBoxes[index] = {};
  broadPhase.tracked[index] = 0;
  broadPhase.removed[index] = 1;
  broadPhase.anyRemoved = true;
  discardDerived(broadPhase);
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

void discardDerived(BroadPhase& broadPhase) {
  broadPhase.sweep.staticTreeValid = broadPhase.sweep.gridsValid = false;
  broadPhase.sweep.owner.clear();
}

const PairChanges& updatePairs(BroadPhase& broadPhase, const ColliderStore& store, float dt) {
  PairChanges& changes = broadPhase.changes;
  changes.begun.clear();
  changes.ended.clear();
  changes.overload = false;
  TUMBLE_ASSERT(store.sweptBoxes.size() == store.colliders.size(), "colliders are placed before their pairs are searched");
  updateFatBoxes(broadPhase, store, dt);
  if (broadPhase.moved.empty() && !broadPhase.anyRemoved && !broadPhase.incomplete) return changes;

  PairSweep& sweep = broadPhase.sweep;
  staticTreeOf(broadPhase, store);
  const bool all = isWorthSweepingAll(broadPhase);
  if (all || !updateGrids(sweep, broadPhase.fatBoxes, broadPhase.moved)) buildGrids(sweep, broadPhase.fatBoxes);
  const bool found =
      all ? findAllPairs(sweep, broadPhase.fatBoxes) : findPairsOf(sweep, broadPhase.fatBoxes, broadPhase.moved, broadPhase.isMoved);
  if (found) dropJoined(broadPhase);
  broadPhase.incomplete = changes.overload = !(found && replacePairs(broadPhase));
  if (changes.overload) dropPairsOfRemoved(broadPhase);
  TUMBLE_ASSERT(isAscending(broadPhase.pairs) && broadPhase.pairs.size() <= kMaxPairs, "pairs are sorted, unique and not too many");
  if (broadPhase.anyRemoved) broadPhase.removed.assign(broadPhase.removed.size(), 0);
  broadPhase.anyRemoved = false;
  return changes;
}

}  // namespace tumble
