#include "collision/broad_phase.h"

#include "collision/reach.h"
#include "tuning.h"

namespace tumble {

namespace {

Aabb boxAround(const OrientedBox& box, Vec3f halfExtents, float margin, Vec3f motion) {
  const Vec3 grown = toDouble(halfExtents + Vec3f{margin, margin, margin}), move = toDouble(motion);
  Vec3 lower = box.center - grown, upper = box.center + grown;
  for (int i = 0; i < 3; ++i) {
    lower[i] += move[i] < 0 ? move[i] : 0.0;
    upper[i] += move[i] > 0 ? move[i] : 0.0;
  }
  return makeAabb(lower, upper);
}

/// The tight box of a collider where it is, grown by what it looks around and by what it can move in dt.
Aabb sweptBox(const OrientedBox& box, const ColliderMotion& motion, float dt) {
  const float margin = standingReach(box.halfExtents) + turningReach(motion, box.halfExtents, dt);
  return boxAround(box, aabbHalfExtents(box), margin, motion.velocity * dt);
}

/// What a collider gets when it left its fat box: room for the motion of the next steps, too, but not without limit, or what
/// is fast would pair with everything on its way.
Aabb fatBox(const OrientedBox& box, const ColliderMotion& motion, float dt) {
  if (motion.still) return sweptBox(box, motion, dt);
  const Vec3f h = box.halfExtents;
  const float ahead = dt * kFatSteps, radius = length(h), longest = 2 * middleHalfExtent(h);
  const float margin = standingReach(h) + turningReach(motion, h, dt) + fatSlack(h);
  // Turning reaches no farther than the sphere round the box.
  Vec3f half = aabbHalfExtents(box), move = motion.velocity * ahead;
  for (int i = 0; i < 3; ++i) {
    const float turned = half[i] + motion.turning * ahead;
    half[i] = turned < radius ? turned : half[i] > radius ? half[i] : radius;
  }
  const float distance = length(move), step = distance / kFatSteps, most = longest > step ? longest : step;
  return boxAround(box, half, margin, distance > most ? move * (most / distance) : move);
}

void renew(BroadPhase& broadPhase, const ColliderStore& store, float dt, std::uint32_t i) {
  broadPhase.fatBoxes[i] = fatBox(store.boxes[i], store.motions[i], dt);
  broadPhase.tracked[i] = 1;
  broadPhase.isMoved[i] = 1;
  broadPhase.moved.push_back(i);
  if (store.motions[i].still) broadPhase.sweep.staticTreeValid = false;
}

/// A collider that asks alone looks at twice as many cells as one in a sweep of all.
bool isWorthSweepingAll(const BroadPhase& broadPhase) {
  return broadPhase.incomplete || 3 * broadPhase.moved.size() > broadPhase.fatBoxes.size();
}

// Gives new fat boxes where they are needed and lists who got one. When all are swept in any case, all that move get one, so
// that they do not leave theirs one after the other in the next steps.
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
    if (!broadPhase.tracked[i] || !contains(broadPhase.fatBoxes[i], sweptBox(box, motion, dt))) renew(broadPhase, store, dt, i);
  }
  if (!isWorthSweepingAll(broadPhase)) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (store.colliders[i].alive && !broadPhase.isMoved[i] && !store.motions[i].still) renew(broadPhase, store, dt, i);
  }
}

bool isForgotten(const BroadPhase& broadPhase, std::uint64_t key) {
  return broadPhase.forgotten[pairColliderA(key)] || broadPhase.forgotten[pairColliderB(key)];
}

// The pairs found of the moved colliders, together with the old pairs that have none: the same list as a full sweep gives.
void mergeStanding(BroadPhase& broadPhase) {
  const List<std::uint8_t>&isMoved = broadPhase.isMoved, &forgotten = broadPhase.forgotten;
  const List<std::uint64_t>& found = broadPhase.sweep.found;
  List<std::uint64_t>& merged = broadPhase.merged;
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
void replacePairs(BroadPhase& broadPhase, List<std::uint64_t>& now) {
  const List<std::uint64_t>& old = broadPhase.pairs;
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

const StaticTree& staticTreeOf(BroadPhase& broadPhase, const ColliderStore& store) {
  PairSweep& sweep = broadPhase.sweep;
  if (!sweep.staticTreeValid) {
    sweep.statics.clear();
    for (std::uint32_t i = 0; i < broadPhase.tracked.size(); ++i) {
      if (broadPhase.tracked[i] && store.motions[i].still) sweep.statics.push_back(i);
    }
    buildStaticTree(sweep.staticTree, sweep.statics, broadPhase.fatBoxes);
    sweep.staticTreeValid = true;
  }
  return sweep.staticTree;
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
  const bool all = isWorthSweepingAll(broadPhase);
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
