// Bodies with boxes for the tests of the broad and the narrow phase, without a world.
#pragma once
#include "bodies/body.h"
#include "broad_phase/broad_phase.h"

namespace tumble::test {

struct ColliderScene {
  List<Body> bodies;
  ColliderStore store;
  BroadPhase broadPhase;

  std::uint32_t addBody(Vec3 x, Quat q, BodyType type) {
    Body body;
    body.x = x;
    body.q = q;
    body.type = type;
    body.alive = true;
    if (type == BodyType::dynamic) {
      body.mass = body.inverseMass = 1;
      body.inertia = body.inverseInertia = {1, 1, 1};
    }
    bodies.push_back(body);
    return static_cast<std::uint32_t>(bodies.size() - 1);
  }
  std::uint32_t addCollider(std::uint32_t body, Vec3f half, Vec3 position = {}) {
    Collider collider;
    collider.body = body;
    collider.alive = true;
    collider.moves = bodies[body].type == BodyType::dynamic;
    collider.halfExtents = half;
    collider.position = position;
    const auto index = static_cast<std::uint32_t>(store.colliders.size());
    store.colliders.push_back(collider);
    if (bodies[body].colliderCount++ == 0) bodies[body].firstCollider = index;
    return index;
  }
  /// A body of one box. Returns its collider.
  std::uint32_t add(Vec3 x, Quat q, Vec3f half, BodyType type = BodyType::dynamic) { return addCollider(addBody(x, q, type), half); }
};

}  // namespace tumble::test
