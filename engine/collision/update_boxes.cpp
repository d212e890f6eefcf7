#include "collision/update_boxes.h"

#include "collision/fat_box.h"

namespace tumble {

void placeCollider(ColliderStore& store, std::size_t i, const Body& body, float dt) {
  const Collider& collider = store.colliders[i];
  OrientedBox& box = store.boxes[i];
  ColliderMotion& motion = store.motions[i];
  const bool centred = collider.position == Vec3{};  // most are: arm and what turning does to it are 0
  const Vec3 arm = centred ? Vec3{} : rotate(body.q, collider.position);
  store.arms[i] = {{static_cast<float>(arm.x), static_cast<float>(arm.y), static_cast<float>(arm.z), 0}};
  box = {body.x + arm, axesOf(collider, body.q), collider.halfExtents, collider.isSphere};
  if (body.type == BodyType::fixed) {
    motion = {{}, 0, true};
  } else {
    const Vec3 omega = angularVelocity(body);
    motion.velocity = toFloat(centred ? body.v : body.v + cross(omega, arm));
    motion.turning = collider.isSphere ? 0 : length(toFloat(omega)) * length(collider.halfExtents);
    motion.still = false;
  }
  store.sweptBoxes[i] = sweptBox(box, motion, dt);
}

void updateBoxes(ColliderStore& store, std::span<const Body> bodies, float dt) {
  const std::size_t count = store.colliders.size();
  store.boxes.resize(count);
  store.motions.resize(count);
  store.arms.resize(count);
  store.sweptBoxes.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Collider& collider = store.colliders[i];
    if (!collider.alive) continue;
    const Body& body = bodies[collider.body];
    if (!isAsleep(body)) placeCollider(store, i, body, dt);
  }
}

}  // namespace tumble
