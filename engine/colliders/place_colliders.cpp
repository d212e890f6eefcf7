#include "colliders/place_colliders.h"

#include "assertion.h"
#include "colliders/fat_box.h"

namespace tumble {
namespace {

void placeCollider(ColliderStore& store, std::size_t i, const Body& body, float dt) {
  const Collider& collider = store.colliders[i];
  OrientedBox& box = store.boxes[i];
  ColliderMotion& motion = store.motions[i];
  const bool centred = collider.position == Vec3{};  // most are: the lever and its velocity are 0
  const Vec3 lever = centred ? Vec3{} : rotate(body.q, collider.position);
  // Field by field: a temporary would be written twice.
  box.center = body.x + lever;
  box.axes = axesOf(collider, body.q);
  box.halfExtents = collider.halfExtents;
  box.shape = collider.shape;
  box.hull = collider.hull;
  motion.still = body.type == BodyType::fixed;
  motion.yields = body.type == BodyType::dynamic && !body.frozen;
  if (motion.still) {
    motion.velocity = {};
    motion.turning = 0;
    motion.omega = {};
  } else {
    const Vec3 omega = angularVelocity(body);
    motion.velocity = toFloat(centred ? body.v : body.v + cross(omega, lever));
    motion.omega = collider.isSphere() && centred && body.colliderCount == 1 ? Vec3f{} : toFloat(omega);
    motion.turning = collider.isSphere() ? 0 : std::sqrt(dot(motion.omega, motion.omega) * dot(collider.halfExtents, collider.halfExtents));
  }
  ContactSide& side = store.sides[i];
  side.lever = toFloat(lever);
  side.friction = collider.friction;
  side.restitution = collider.restitution;
  store.anyBounces |= collider.restitution > 0;
  store.anyRollingFriction |= collider.rollingFriction > 0;
  store.anyDriven |= !motion.still && !motion.yields;
  store.anyLoaded |= collider.shape > ColliderShape::sphere || (collider.isSphere() && !centred);
  side.body = collider.body;
  side.first = body.firstCollider;
  side.mover = motion.yields ? collider.body : kImmovable;
  store.sweptBoxes[i] = sweptBox(box, motion, dt);
}

}  // namespace

void makeRoom(ColliderStore& store) {
  const std::size_t count = store.colliders.size();
  store.boxes.resize(count);
  store.motions.resize(count);
  store.sides.resize(count);
  store.sweptBoxes.resize(count);
}

void placeColliders(ColliderStore& store, const Body& body, float dt) {
  TUMBLE_ASSERT(body.alive && store.boxes.size() == store.colliders.size(), "colliders are placed with a living body, after makeRoom");
  store.hasCompounds |= body.colliderCount > 1;
  for (std::uint32_t i = body.firstCollider; i < body.firstCollider + body.colliderCount; ++i) placeCollider(store, i, body, dt);
}

}  // namespace tumble
