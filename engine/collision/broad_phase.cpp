#include "collision/broad_phase.h"

#include "collision/reach.h"
#include "tuning.h"

namespace tumble {

namespace {

// The tight box of a collider where it is, grown by what it looks around and by what it can move in dt.
Aabb sweptBox(const OrientedBox& box, const ColliderMotion& motion, float dt, float slack) {
  const float margin = standingReach(box.halfExtents) + turningReach(motion, box.halfExtents, dt) + slack;
  const Vec3 grown = toDouble(aabbHalfExtents(box) + Vec3f{margin, margin, margin}), move = toDouble(motion.velocity * dt);
  Vec3 lower = box.center - grown, upper = box.center + grown;
  for (int i = 0; i < 3; ++i) {
    lower[i] += move[i] < 0 ? move[i] : 0.0;
    upper[i] += move[i] > 0 ? move[i] : 0.0;
  }
  return makeAabb(lower, upper);
}

// Gives new fat boxes where they are needed and lists who got one.
void updateFatBoxes(BroadPhase& broadPhase, const ColliderStore& store, float dt) {
  const std::size_t count = store.colliders.size();
  broadPhase.fatBoxes.resize(count);
  broadPhase.tracked.resize(count, 0);
  broadPhase.forgotten.resize(count, 0);
  broadPhase.sweep.owner.resize(count);
  broadPhase.isMoved.assign(count, 0);
  broadPhase.moved.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Collider& collider = store.colliders[i];
    if (!collider.alive) {
      removeCollider(broadPhase, i);
      continue;
    }
    const OrientedBox& box = store.boxes[i];
    const ColliderMotion& motion = store.motions[i];
    broadPhase.sweep.owner[i] = makeOwner(collider.body, motion.still, collider.moves);
    if (broadPhase.tracked[i] && contains(broadPhase.fatBoxes[i], sweptBox(box, motion, dt, 0))) continue;
    broadPhase.fatBoxes[i] = sweptBox(box, motion, dt, motion.still ? 0 : fatSlack(box.halfExtents));
    broadPhase.tracked[i] = 1;
    broadPhase.isMoved[i] = 1;
    broadPhase.moved.push_back(i);
    if (motion.still) broadPhase.sweep.staticTreeValid = false;
  }
}

bool isForgotten(const BroadPhase& broadPhase, std::uint64_t key) {
  return broadPhase.forgotten[pairColliderA(key)] || broadPhase.forgotten[pairColliderB(key)];
}

// The pairs found of the moved colliders, together with the old pairs that have none: the same list as a full sweep gives.
void mergeStanding(BroadPhase& broadPhase) {
  const std::vector<std::uint8_t>&isMoved = broadPhase.isMoved, &forgotten = broadPhase.forgotten;
  const std::vector<std::uint64_t>& found = broadPhase.sweep.found;
  std::vector<std::uint64_t>& merged = broadPhase.merged;
  merged.resize(broadPhase.pairs.size() + found.size());
  std::size_t j = 0, out = 0;
  for (const std::uint64_t key : broadPhase.pairs) {
    const std::uint32_t a = pairColliderA(key), b = pairColliderB(key);
    if (isMoved[a] | isMoved[b] | forgotten[a] | forgotten[b]) continue;
    while (j < found.size() && found[j] < key) merged[out++] = found[j++];
    merged[out++] = key;
  }
  while (j < found.size()) merged[out++] = found[j++];
  merged.resize(out);
}

// Takes the new sorted pairs and writes down what is new and what is gone.
void replacePairs(BroadPhase& broadPhase, std::vector<std::uint64_t>& now) {
  const std::vector<std::uint64_t>& old = broadPhase.pairs;
  PairChanges& changes = broadPhase.changes;
  std::size_t i = 0, j = 0;
  while (i < old.size() || j < now.size()) {
    if (j == now.size() || (i < old.size() && old[i] < now[j])) {
      changes.ended.push_back(old[i++]);
    } else if (i == old.size() || now[j] < old[i]) {
      changes.begun.push_back(now[j++]);
    } else {
      if (isForgotten(broadPhase, old[i])) {
        changes.ended.push_back(old[i]);
        changes.begun.push_back(old[i]);
      }
      ++i, ++j;
    }
  }
  broadPhase.pairs.swap(now);
}

// Only the pairs of removed colliders end.
void dropForgotten(BroadPhase& broadPhase) {
  std::size_t kept = 0;
  for (const std::uint64_t key : broadPhase.pairs) {
    if (isForgotten(broadPhase, key)) broadPhase.changes.ended.push_back(key);
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
  broadPhase.sweep.staticTreeValid = false;
}

void forgetDerived(BroadPhase& broadPhase) { broadPhase.sweep.staticTreeValid = false; }

const PairChanges& updatePairs(BroadPhase& broadPhase, const ColliderStore& store, std::span<const Body>, float dt) {
  PairChanges& changes = broadPhase.changes;
  changes.begun.clear();
  changes.ended.clear();
  changes.overload = false;
  updateFatBoxes(broadPhase, store, dt);
  if (broadPhase.moved.empty() && !broadPhase.anyForgotten && !broadPhase.incomplete) return changes;

  PairSweep& sweep = broadPhase.sweep;
  // A collider that asks alone looks at twice as many cells as one in a sweep of all.
  const bool all = broadPhase.incomplete || 3 * broadPhase.moved.size() > store.colliders.size();
  bool complete = true;
  sweep.found.clear();
  if (all || !broadPhase.moved.empty()) {
    placeBoxes(sweep, broadPhase.fatBoxes, broadPhase.tracked, store);
    complete = all ? findAllPairs(sweep, broadPhase.fatBoxes) : findPairsOf(sweep, broadPhase.fatBoxes, broadPhase.moved, broadPhase.isMoved);
  }
  if (complete && !all) {
    mergeStanding(broadPhase);
    complete = broadPhase.merged.size() <= kMaxPairs;
  }
  if (complete) replacePairs(broadPhase, all ? sweep.found : broadPhase.merged);
  else dropForgotten(broadPhase);
  broadPhase.incomplete = changes.overload = !complete;
  if (broadPhase.anyForgotten) broadPhase.forgotten.assign(broadPhase.forgotten.size(), 0);
  broadPhase.anyForgotten = false;
  return changes;
}

}  // namespace tumble
