// Which bodies moved so far in a step that continuous collision checks them: tested for every body, false for most.
#pragma once
#include <algorithm>

#include "world/world.h"

namespace tumble {

/// Prepares a step.
void beginContinuous(World& world);

/// Whether contacts of the body may fail to stop it in this part of the step (divide_step.h).
inline bool isWatched(const ContinuousCollision& continuous, std::uint32_t index) {
  return index < continuous.watched.size() && continuous.watched[index] != 0;
}

/// Whether the motion of the body, in `time` seconds from `startX` to now, exceeds its speculative distance, or it is watched.
inline bool isFast(const World& world, std::uint32_t index, Vec3 startX, const Body& now, double time) {
  if (isWatched(world.continuous, index)) return true;
  const double limit = now.continuous ? 0.25 * now.thinness : std::min(now.thinness, world.continuous.thinnest);
  const Vec3 moved = now.x - startX, i = now.inverseInertia;
  const double inverse = std::max(i.x, std::max(i.y, i.z)) * time * now.radius;
  if (!(2 * (dot(moved, moved) + dot(now.L, now.L) * inverse * inverse) > limit * limit)) return false;  // (a + b)^2 <= 2 (a^2 + b^2)
  return now.type == BodyType::dynamic && now.colliderCount > 0 && world.settings.collisions;
}

/// Records the body for stopAtImpacts. `free`: no contact and no spring to another body acted on it since `start`.
void recordFastBody(World& world, std::uint32_t index, const StepStart& start, bool free);

}  // namespace tumble
