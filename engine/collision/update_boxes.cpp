#include "collision/update_boxes.h"

namespace tumble {

void placeCollider(ColliderStore& store, std::size_t i, const Body& body) {
  const Collider& collider = store.colliders[i];
  const Vec3 arm = rotate(body.q, collider.position);
  store.arms[i] = {{static_cast<float>(arm.x), static_cast<float>(arm.y), static_cast<float>(arm.z), 0}};
  store.boxes[i] = {body.x + arm, axesOf(collider, body.q), collider.halfExtents, collider.isSphere};
  if (body.type == BodyType::fixed) {
    store.motions[i] = {{}, 0, true};
    return;
  }
  const Vec3 omega = angularVelocity(body);
  const Vec3 velocity = body.v + cross(omega, arm);
  store.motions[i] = {toFloat(velocity), collider.isSphere ? 0 : length(toFloat(omega)) * length(collider.halfExtents), false};
}

void updateBoxes(ColliderStore& store, std::span<const Body> bodies) {
  store.boxes.resize(store.colliders.size());
  store.motions.resize(store.colliders.size());
  store.arms.resize(store.colliders.size());
  for (std::size_t i = 0; i < store.colliders.size(); ++i) {
    const Collider& collider = store.colliders[i];
    if (!collider.alive) continue;
    const Body& body = bodies[collider.body];
    if (!isAsleep(body)) placeCollider(store, i, body);
  }
}

}  // namespace tumble
