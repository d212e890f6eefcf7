// Which bodies moved so far in a step that continuous collision has to look at them: asked of every body, answered no for most.
#pragma once
#include <algorithm>

#include "world/world.h"

namespace tumble {

/// Prepares a step.
void beginContinuous(World& world);

/// True if the body, on its way of `time` seconds from `startX` to where it is now, may have gone through something.
inline bool isFast(const World& world, Vec3 startX, const Body& now, double time) {
  const double limit = now.continuous ? 0.25 * now.thinness : std::min(now.thinness, world.continuous.thinnest);
  const Vec3 moved = now.x - startX, i = now.inverseInertia;
  const double inverse = std::max(i.x, std::max(i.y, i.z)) * time * now.radius;
  if (!(2 * (dot(moved, moved) + dot(now.L, now.L) * inverse * inverse) > limit * limit)) return false;  // (a + b)^2 <= 2 (a^2 + b^2)
  return now.type == BodyType::dynamic && now.colliderCount > 0 && world.settings.collisions;
}

/// Notes the body for stopAtImpacts. `free`: no contact and no spring to another body had a part in its way from `start`.
void noteFast(World& world, std::uint32_t index, const StepStart& start, bool free);

}  // namespace tumble
