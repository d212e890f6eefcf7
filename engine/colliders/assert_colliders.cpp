#include "colliders/assert_colliders.h"

#include "assertion.h"
#include "math/unit.h"

namespace tumble {
namespace {

[[maybe_unused]] bool isBox(const Aabb& box) {
  return box.lower.x <= box.upper.x && box.lower.y <= box.upper.y && box.lower.z <= box.upper.z;
}

void assertCollider(const ColliderStore& store, const Collider& collider, std::size_t i, const Body& body) {
  TUMBLE_ASSERT(body.alive && i - body.firstCollider < body.colliderCount, "a collider is one of those of its body");
  TUMBLE_ASSERT(collider.moves == (body.type == BodyType::dynamic), "a collider moves when its body is dynamic");
  const Vec3f h = collider.halfExtents;
  TUMBLE_ASSERT(h.x > 0 && h.y > 0 && h.z > 0 && isFinite(h), "a collider has a size");
  TUMBLE_ASSERT(!collider.isSphere() || (h.x == h.y && h.x == h.z), "a sphere has one radius");
  TUMBLE_ASSERT(isUnit(collider.orientation) && isFinite(collider.position), "the pose of a collider on its body is finite");
  TUMBLE_ASSERT(collider.friction >= 0 && collider.restitution >= 0 && collider.restitution <= 1 && collider.rollingFriction >= 0,
                "the surface of a collider is proper");
  const ContactSide& side = store.sides[i];
  TUMBLE_ASSERT(side.body == collider.body && side.first == body.firstCollider, "a contact side is that of its collider");
  TUMBLE_ASSERT(side.mover == kImmovable || (side.mover == side.body && body.type == BodyType::dynamic),
                "only dynamic bodies yield to impulses");
  const OrientedBox& box = store.boxes[i];
  TUMBLE_ASSERT(isFinite(box.center) && isUnit(box.axes.cx) && isUnit(box.axes.cy) && isUnit(box.axes.cz),
                "a placed collider has unit axes");
  TUMBLE_ASSERT(isBox(store.sweptBoxes[i]), "a swept box has its lower corner below its upper one");
}

}  // namespace

void assertColliders(const ColliderStore& store, const BodyStore& bodies) {
  const std::size_t count = store.colliders.size();
  TUMBLE_ASSERT(
      store.boxes.size() == count && store.motions.size() == count && store.sides.size() == count && store.sweptBoxes.size() == count,
      "lists of colliders have one length");
  for (std::size_t i = 0; i < count; ++i) {
    const Collider& collider = store.colliders[i];
    if (collider.alive) assertCollider(store, collider, i, bodies.bodies[collider.body]);
  }
  List<std::uint8_t> free(count);
  for (const ColliderRun& run : store.freeRuns) {
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
      TUMBLE_ASSERT(!store.colliders[i].alive && !free[i], "a free run holds no collider, and no index of another run");
      free[i] = 1;
    }
  }
}

}  // namespace tumble
