#include "islands/assert_sleepers.h"

#include "assertion.h"
#include "narrow_phase/assert_contacts.h"

namespace tumble {

void assertSleepers(const SleepScene& scene) {
  const Sleepers& sleepers = scene.sleepers;
  const List<Body>& bodies = scene.bodies.bodies;
  assertContacts(sleepers.contacts, scene.colliders);
  std::uint32_t asleep = 0;
  for (const Body& body : bodies) {
    if (!isAsleep(body)) continue;
    ++asleep;
    TUMBLE_ASSERT(body.alive && !body.frozen && body.v == Vec3{} && body.L == Vec3{}, "a sleeping body is at rest");
    TUMBLE_ASSERT(isAsleep(bodies[body.island]), "an island is named after one of its bodies");
  }
  TUMBLE_ASSERT(asleep == sleepers.count, "sleeping bodies are counted");
  for (const Body& body : bodies) TUMBLE_ASSERT(!sleepers.allAsleep || !isMover(body), "nothing moves in a world that skips its steps");
  if (sleepers.outdated) return;
  for (const std::uint64_t key : sleepers.contacts.keys) {
    for (const std::uint32_t collider : {pairColliderA(key), pairColliderB(key)})
      TUMBLE_ASSERT(!isMover(bodies[scene.colliders.colliders[collider].body]),
                    "a body that moves has its contacts in the store that is stepped");
  }
}

}  // namespace tumble
