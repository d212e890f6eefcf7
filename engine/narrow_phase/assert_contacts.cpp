#include "narrow_phase/assert_contacts.h"

#include "assertion.h"
#include "containers/ascending.h"
#include "math/unit.h"

namespace tumble {
namespace {

void assertPair(std::uint64_t key, const ColliderStore& colliders) {
  const Collider &a = colliders.colliders[pairColliderA(key)], &b = colliders.colliders[pairColliderB(key)];
  TUMBLE_ASSERT(pairColliderA(key) < pairColliderB(key), "the collider with the lower index is A of a contact");
  TUMBLE_ASSERT(a.alive && b.alive && a.body != b.body && (a.moves || b.moves), "a contact is of two bodies, one of them dynamic");
}

void assertManifold(const Manifold& manifold) {
  TUMBLE_ASSERT(manifold.count >= 1 && manifold.count <= kMaxManifoldPoints, "a manifold has one to four points");
  TUMBLE_ASSERT(isAxis(manifold.axis), "the axis of a manifold is one of the separating-axis test");
  TUMBLE_ASSERT(isFinite(manifold.normal) && isFinite(manifold.frictionImpulse) && isFinite(manifold.twistImpulse), "a manifold is finite");
  for (int i = 0; i < manifold.count; ++i) {
    TUMBLE_ASSERT(isFinite(manifold.points[i].separation) && isFinite(manifold.points[i].position), "a contact point is somewhere");
    TUMBLE_ASSERT(isFinite(manifold.normalImpulse[i]), "a normal impulse is finite");
  }
}

void assertRecycling(const Recycling& recycling, int points) {
  TUMBLE_ASSERT(isFinite(recycling.leverA) && isFinite(recycling.leverB) && isFinite(recycling.slack),
                "the levers of a contact are finite");
  for (int i = 0; i < points; ++i) TUMBLE_ASSERT(isFinite(recycling.base[i]), "a separation at the reference poses is finite");
}

}  // namespace

void assertContacts(const ContactStore& store, const ColliderStore& colliders) {
  TUMBLE_ASSERT(store.records.size() == store.keys.size() && store.recycling.size() == store.pool.size(), "lists of contacts go together");
  TUMBLE_ASSERT(isAscending(store.keys), "contacts are sorted by pair, and none is there twice");
  List<std::uint8_t> used(store.pool.size());
  std::size_t touching = 0;
  for (std::size_t i = 0; i < store.keys.size(); ++i) {
    assertPair(store.keys[i], colliders);
    const PairRecord& record = store.records[i];
    if (record.contactIndex == kApart) {
      TUMBLE_ASSERT(record.extent - record.extent == 0 && isFinite(record.direction), "the direction of a gap is finite");
      continue;
    }
    TUMBLE_ASSERT(!used[record.contactIndex], "no two pairs have the same manifold");
    used[record.contactIndex] = 1;
    ++touching;
    assertManifold(store.pool[record.contactIndex]);
    assertRecycling(store.recycling[record.contactIndex], store.pool[record.contactIndex].count);
  }
  TUMBLE_ASSERT(touching == touchingCount(store), "unused manifolds are listed as free");
  for (const std::uint32_t index : store.freeContacts) TUMBLE_ASSERT(store.pool[index].count == 0, "a free manifold has no points");
  for (const TouchingPair& pair : store.changes.renewed) {
    TUMBLE_ASSERT(store.recycling[pair.contactIndex].isNew, "a renewed contact is marked as new");
    TUMBLE_ASSERT(isUnit(store.pool[pair.contactIndex].normal), "a normal is a unit vector when it is made");
  }
}

}  // namespace tumble
