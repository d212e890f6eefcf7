#include "world/fast_bodies.h"

#include "colliders/speculative_distance.h"
#include "tuning.h"
#include "world/lasting_forces.h"

namespace tumble {

void beginContinuous(World& world) {
  ContinuousCollision& continuous = world.continuous;
  continuous.fast.clear();
  if (world.part.ticksLeft == kTicksPerStep) continuous.queriesLeft = kImpactQueries;
  if (continuous.version == world.bodiesVersion + 1) return;
  continuous.version = world.bodiesVersion + 1;
  continuous.thinnest = 1e300;
  for (const Collider& c : world.colliders.colliders) {
    if (c.alive && !c.moves) continuous.thinnest = std::min(continuous.thinnest, static_cast<double>(speculativeLimitOf(c)));
  }
}

void recordFastBody(World& world, std::uint32_t index, const StepStart& start, bool free) {
  const Body& now = world.bodies.bodies[index];
  FastBody& fast = world.continuous.fast.extend();
  fast.index = index;
  fast.waypoints = 0;
  fast.flies = free && now.motion == MotionScheme::automatic && forcesOn(world, index).empty();
  fast.start = now;
  fast.start.x = start.x, fast.start.q = start.q, fast.start.v = start.v, fast.start.L = start.L;
}

}  // namespace tumble
