// Which bodies moved so far in a step that continuous collision has to look at them: asked of every body, answered no for most.
#include <algorithm>

#include "collision/reach.h"
#include "world/continuous_collision.h"
#include "world/lasting_forces.h"
#include "world/world.h"

namespace tumble {
namespace {

bool isFast(const World& world, const StepStart& start, const Body& now) {
  if (now.type != BodyType::dynamic || now.colliderCount == 0 || !world.settings.collisions) return false;
  const double limit = now.continuous ? 0.25 * now.thinness : std::min(now.thinness, world.continuous.thinnest);
  const Vec3 moved = now.x - start.x, i = now.inverseInertia;
  const double inverse = std::max(i.x, std::max(i.y, i.z)) * timeStep(world) * now.radius;
  return 2 * (dot(moved, moved) + dot(now.L, now.L) * inverse * inverse) > limit * limit;  // (a + b)^2 <= 2 (a^2 + b^2)
}

}  // namespace

void beginContinuous(World& world) {
  ContinuousCollision& continuous = world.continuous;
  continuous.fast.clear();
  if (continuous.version == world.bodiesVersion + 1) return;
  continuous.version = world.bodiesVersion + 1;
  continuous.thinnest = 1e300;
  for (const Collider& c : world.colliders.colliders) {
    if (c.alive && !c.moves) continuous.thinnest = std::min(continuous.thinnest, static_cast<double>(speculativeLimit(c.halfExtents)));
  }
}

void noteIfFast(World& world, std::uint32_t index, const StepStart& start, bool free) {
  const Body& now = world.bodies.bodies[index];
  if (!isFast(world, start, now)) return;
  FastBody& fast = world.continuous.fast.extend();
  fast.index = index;
  fast.flies = free && now.motion == MotionScheme::automatic && forcesOn(world, index).empty();
  fast.start = now;
  fast.start.x = start.x, fast.start.q = start.q, fast.start.v = start.v, fast.start.L = start.L;
}

}  // namespace tumble
