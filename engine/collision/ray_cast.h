// What a ray meets first: picking with the pointer, sensors.
#pragma once
#include <cstdint>
#include <span>

#include "collision/collider.h"

namespace tumble {

constexpr std::uint32_t kNoHit = 0xffffffffu;

struct RayHit {
  std::uint32_t body = kNoHit;      // index in the body store; kNoHit: nothing
  std::uint32_t collider = kNoHit;  // index in the collider store
  double distance = 0;              // m, along the ray
  Vec3 point;                       // m, world
  Vec3 normal;                      // unit, outward, world axes
};

/// Nearest collider that the ray enters within maxDistance (m). `direction` need not be a unit vector; a zero or non-finite one
/// hits nothing. A box in which the ray starts is not hit: a camera inside it looks out. Uses the present poses of the bodies,
/// not store.boxes. Of boxes at the same distance the lower collider index is taken.
RayHit rayCast(const ColliderStore& store, std::span<const Body> bodies, Vec3 origin, Vec3 direction, double maxDistance);

}  // namespace tumble
