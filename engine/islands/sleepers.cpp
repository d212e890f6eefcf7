#include "islands/sleepers.h"

#include "assertion.h"

namespace tumble {
namespace {

const Body& bodyOf(const SleepScene& scene, std::uint32_t collider) {
  return scene.bodies.bodies[scene.colliders.colliders[collider].body];
}

/// Whether a pair belongs to the store of sleepers: one of the two sleeps and neither moves.
bool isAsleep(const SleepScene& scene, std::uint64_t key) {
  const Body &a = bodyOf(scene, pairColliderA(key)), &b = bodyOf(scene, pairColliderB(key));
  return (isAsleep(a) || isAsleep(b)) && !isMover(a) && !isMover(b);
}

/// Merges both stores, which are sorted, and divides the pairs again.
void divide(const SleepScene& scene) {
  Sleepers& sleepers = scene.sleepers;
  clearContacts(sleepers.awake);
  clearContacts(sleepers.asleep);
  const ContactStore &p = scene.contacts, &q = sleepers.contacts;
  std::size_t i = 0, j = 0;
  while (i < p.keys.size() || j < q.keys.size()) {
    const bool first = j == q.keys.size() || (i < p.keys.size() && p.keys[i] < q.keys[j]);
    const ContactStore& from = first ? p : q;
    std::size_t& next = first ? i : j;
    appendPair(isAsleep(scene, from.keys[next]) ? sleepers.asleep : sleepers.awake, from, next);
    ++next;
  }
  std::swap(scene.contacts, sleepers.awake);
  std::swap(sleepers.contacts, sleepers.asleep);
  scene.batches.layout = {};
  sleepers.outdated = false;
}

}  // namespace

bool isMover(const Body& body) {
  if (!body.alive || body.frozen) return false;
  if (body.type == BodyType::dynamic) return !isAsleep(body);
  return body.type == BodyType::kinematic && !(body.v == Vec3{} && body.kinematicOmega == Vec3{});
}

void wakeBody(Sleepers& sleepers, BodyStore& bodies, std::uint32_t body) {
  const std::uint32_t island = bodies.bodies[body].island;
  if (island == kAwake) return;
  for (Body& other : bodies.bodies) {
    if (other.island != island) continue;
    other.island = kAwake;
    restartStillSteps(other);
    TUMBLE_ASSERT(sleepers.count > 0, "a body that wakes was counted as a sleeper");
    --sleepers.count;
  }
  sleepers.outdated = true;
  sleepers.allAsleep = false;
}

void wakeIslands(Sleepers& sleepers, BodyStore& bodies, std::span<const std::uint8_t> islands) {
  for (Body& body : bodies.bodies) {
    if (body.island == kAwake || !islands[body.island]) continue;
    body.island = kAwake;
    restartStillSteps(body);
    TUMBLE_ASSERT(sleepers.count > 0, "a body that wakes was counted as a sleeper");
    --sleepers.count;
    sleepers.outdated = true;
    sleepers.allAsleep = false;
  }
}

void markNeighbours(const SleepScene& scene, std::span<const std::uint8_t> bodies, List<std::uint8_t>& islands) {
  for (const std::uint64_t key : scene.sleepers.contacts.keys) {
    const std::uint32_t a = scene.colliders.colliders[pairColliderA(key)].body, b = scene.colliders.colliders[pairColliderB(key)].body;
    const auto mark = [&](std::uint32_t body) {
      if (isAsleep(scene.bodies.bodies[body])) islands[scene.bodies.bodies[body].island] = 1;
    };
    if (bodies[a]) mark(b);
    if (bodies[b]) mark(a);
  }
}

void wakeNeighbours(const SleepScene& scene, std::uint32_t body) {
  List<std::uint8_t> self(scene.bodies.bodies.size()), islands(scene.bodies.bodies.size());
  self[body] = 1;
  markNeighbours(scene, self, islands);
  wakeIslands(scene.sleepers, scene.bodies, islands);
}

void wakeTouched(const SleepScene& scene) {
  if (scene.sleepers.count == 0) return;
  forEachTouching(scene.contacts, [&](const TouchingPair& pair) {
    for (const std::uint32_t collider : {pair.colliderA, pair.colliderB}) {
      wakeBody(scene.sleepers, scene.bodies, scene.colliders.colliders[collider].body);
    }
  });
  divideContacts(scene);
}

void divideContacts(const SleepScene& scene) {
  if (scene.sleepers.outdated) divide(scene);
}

void countSleepers(Sleepers& sleepers, const BodyStore& bodies) {
  sleepers.count = 0;
  for (const Body& body : bodies.bodies) sleepers.count += isAsleep(body);
}

}  // namespace tumble
