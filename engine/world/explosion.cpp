#include "world/explosion.h"

namespace tumble {
namespace {

/// Of the collider, the point nearest to p (world).
Vec3 nearestPoint(const Collider& collider, const Body& body, Vec3 p) {
  const OrientedBox box = orientedBoxOf(collider, body.x, body.q);
  const Vec3 offset = p - box.center;
  if (box.isSphere) {
    const double r = static_cast<double>(box.halfExtents.x), d = length(offset);
    return d > r ? box.center + offset * (r / d) : p;
  }
  const Quat q = body.q * collider.orientation;
  Vec3 local = inverseRotate(q, offset);
  for (int i = 0; i < 3; ++i) {
    const double half = static_cast<double>(box.halfExtents[i]);
    local[i] = local[i] < -half ? -half : local[i] > half ? half : local[i];
  }
  return box.center + rotate(q, local);
}

Vec3 nearestPoint(const World& world, const Body& body, Vec3 p) {
  Vec3 best = body.x;
  for (std::uint32_t i = body.firstCollider; i < body.firstCollider + body.colliderCount; ++i) {
    const Vec3 point = nearestPoint(world.colliders.colliders[i], body, p);
    if (i == body.firstCollider || lengthSquared(point - p) < lengthSquared(best - p)) best = point;
  }
  return best;
}

}  // namespace

void explode(World& world, Vec3 center, double strength, double radius) {
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i) {
    Body& body = world.bodies.bodies[i];
    if (!body.alive || body.type != BodyType::dynamic || body.frozen) continue;
    const Vec3 nearest = nearestPoint(world, body, center);
    const double distance = length(nearest - center);
    if (distance >= radius) continue;
    wake(world, idOf(world.bodies, i));
    const Vec3 point = distance > 0 ? nearest : body.x;
    const Vec3 direction = normalized(point - center, {0, 1, 0});
    applyImpulse(body, direction * (strength * (1 - distance / radius)), point);
  }
}

}  // namespace tumble
