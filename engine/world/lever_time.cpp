#include "world/lever_time.h"

#include <algorithm>

#include "colliders/pair_key.h"
#include "containers/union_find.h"
#include "forces/evaluate.h"
#include "world/trusted_time.h"

namespace tumble {

double leverTimeOfSprings(const World& world) {
  const auto& bodies = world.bodies.bodies;
  const auto isBody = [&](BodyId id) { return id != kNoBody && bodies[bodyIndex(id)].type == BodyType::dynamic; };
  double time = 1e300;
  const bool any = std::any_of(world.forces.begin(), world.forces.end(), isSpring);
  if (!any || world.contacts.keys.empty()) return time;
  UnionFind joined;
  joined.reset(static_cast<std::uint32_t>(bodies.size()));
  for (const Force& force : world.forces) {
    const BodyId other = otherBodyOf(force);
    if (isBody(force.body) && isBody(other)) joined.unite(bodyIndex(force.body), bodyIndex(other));
  }
  List<std::uint8_t> isInPair(bodies.size());
  for (const std::uint64_t key : world.contacts.keys) {
    for (const std::uint32_t collider : {pairColliderA(key), pairColliderB(key)}) {
      isInPair[joined.find(world.colliders.colliders[collider].body)] = 1;
    }
  }
  const auto addEnd = [&](BodyId id, Vec3 point) {
    if (!isBody(id) || point == bodies[bodyIndex(id)].centerOfMass || !isInPair[joined.find(bodyIndex(id))]) return;
    const double speed = length(angularVelocity(bodies[bodyIndex(id)]));
    if (speed * time > kLostTurn) time = kLostTurn / speed;
  };
  for (const Force& force : world.forces) {
    if (!isSpring(force)) continue;
    addEnd(force.body, *pointOf(force));
    if (const Spring* coupling = couplingOf(force)) addEnd(coupling->other, coupling->otherPoint);
  }
  return time;
}

double leverTimeOfRolling(const World& world, double most) {
  if (!world.colliders.anyLoaded) return most;
  const ContactStore& contacts = world.contacts;
  for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
    if (contacts.records[k].contactIndex == kApart) continue;
    const Manifold& manifold = contacts.pool[contacts.records[k].contactIndex];
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    most = trustedRollingTime(world.colliders, i, j, manifold, most);
  }
  return most;
}

}  // namespace tumble
