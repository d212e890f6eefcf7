#include "broad_phase/assert_pairs.h"

#include "assertion.h"
#include "containers/ascending.h"

namespace tumble {

void assertPairs(const BroadPhase& broadPhase, const ColliderStore& store) {
  const std::size_t count = store.colliders.size();
  TUMBLE_ASSERT(broadPhase.fatBoxes.size() == count && broadPhase.tracked.size() == count && broadPhase.removed.size() == count,
                "each collider has its place in the broad phase");
  for (std::size_t i = 0; i < count; ++i) {
    TUMBLE_ASSERT((broadPhase.tracked[i] != 0) == store.colliders[i].alive, "the colliders that live are tracked, and no others");
    TUMBLE_ASSERT(!broadPhase.tracked[i] || contains(broadPhase.fatBoxes[i], store.sweptBoxes[i]),
                  "a fat box contains the motion of its collider");
    TUMBLE_ASSERT(!broadPhase.removed[i] || broadPhase.anyRemoved, "removals are known");
  }
  TUMBLE_ASSERT(isAscending(broadPhase.pairs), "pairs are sorted, and none is there twice");
  for (const std::uint64_t key : broadPhase.pairs)
    TUMBLE_ASSERT(pairColliderA(key) < pairColliderB(key) && pairColliderB(key) < count, "a pair is of two colliders, the lower one first");
  const PairChanges& changes = broadPhase.changes;
  TUMBLE_ASSERT(isAscending(changes.begun) && isAscending(changes.ended), "changes of pairs are sorted, and none is there twice");
  TUMBLE_ASSERT(!changes.overload || changes.begun.empty(), "no pair begins when there are too many");
  for (const std::uint64_t key : changes.begun) {
    const std::uint32_t i = pairColliderA(key), j = pairColliderB(key);
    const Collider &a = store.colliders[i], &b = store.colliders[j];
    TUMBLE_ASSERT(a.alive && b.alive && a.body != b.body && (a.moves || b.moves),
                  "the colliders of a pair are of two bodies, one of them dynamic");
    TUMBLE_ASSERT(overlaps(broadPhase.fatBoxes[i], broadPhase.fatBoxes[j]), "the fat boxes of a pair overlap");
  }
}

}  // namespace tumble
