#include "world/explosion.h"

#include "math/trigonometry.h"

namespace tumble {
namespace {

/// Integral of the direction over the solid angle of a rectangle; corners relative to the centre of the blast.
Vec3 fluxOf(const Vec3 (&corners)[4]) {
  Vec3 sum;
  for (int i = 0; i < 4; ++i) {
    const Vec3 from = corners[i], to = corners[(i + 1) % 4], normal = cross(from, to);
    const double size = length(normal);
    if (size > 0) sum += normal * (0.5 * arcTangent2(size, dot(from, to)) / size);
  }
  return dot(sum, corners[0] + corners[2]) < 0 ? -sum : sum;
}

/// That integral for a collider, and the distance of its nearest point.
struct Exposure {
  Vec3 flux;
  double distance;  // m
};

/// `center`: of the blast, m, in the frame of the collider.
Exposure exposureOf(const Collider& collider, Vec3 center) {
  const Vec3 half = toDouble(collider.halfExtents);
  if (collider.isSphere()) {
    const double d = length(center), a = half.x;
    if (d <= a) return {{}, 0};
    return {center * (-kPi * a * a / (d * d * d)), d - a};
  }
  Vec3 flux, beyond;
  for (int i = 0; i < 3; ++i) {
    const double outside = (center[i] < 0 ? -center[i] : center[i]) - half[i];
    if (!(outside > 0)) continue;  // neither face of this axis is visible
    beyond[i] = outside;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Vec3 corners[4];
    for (int c = 0; c < 4; ++c) {
      corners[c][i] = center[i] < 0 ? outside : -outside;
      corners[c][j] = (c == 1 || c == 2 ? half[j] : -half[j]) - center[j];
      corners[c][k] = (c >= 2 ? half[k] : -half[k]) - center[k];
    }
    flux += fluxOf(corners);
  }
  return {flux, length(beyond)};
}

}  // namespace

void explode(World& world, const Explosion& explosion) {
  const auto& [center, momentum, radius] = explosion;
  if (momentum == 0) return;
  List<std::uint8_t> islands(world.bodies.bodies.size());
  bool any = false;
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i) {
    Body& body = world.bodies.bodies[i];
    if (!body.alive || body.type != BodyType::dynamic || body.frozen) continue;
    Vec3 impulse;
    for (std::uint32_t k = body.firstCollider; k < body.firstCollider + body.colliderCount; ++k) {
      const Collider& collider = world.colliders.colliders[k];
      const Quat q = body.q * collider.orientation;
      const Vec3 position = body.x + rotate(body.q, collider.position);
      const Exposure exposure = exposureOf(collider, inverseRotate(q, center - position));
      if (exposure.distance < radius) impulse += rotate(q, exposure.flux) * (momentum / (4 * kPi) * (1 - exposure.distance / radius));
    }
    if (impulse == Vec3{}) continue;
    any = true;
    if (isAsleep(body)) islands[body.island] = 1;
    applyImpulse(body, impulse, center);
  }
  if (!any) return;
  wakeIslands(world.sleepers, world.bodies, islands);
  world.sleepers.allAsleep = false;
}

}  // namespace tumble
