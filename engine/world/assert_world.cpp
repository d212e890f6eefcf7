#include "world/assert_world.h"

#include <algorithm>

#include "assertion.h"
#include "bodies/assert_bodies.h"
#include "colliders/assert_colliders.h"
#include "contacts/batches/assert_batches.h"
#include "islands/assert_sleepers.h"
#include "narrow_phase/assert_contacts.h"

namespace tumble {
namespace {

void assertForces(const World& world) {
  for (const Force& force : world.forces) {
    const bool isOfAll = typeOf(force) == ForceType::field && force.body == kNoBody;
    [[maybe_unused]] const BodyId other = otherBodyOf(force);
    [[maybe_unused]] const Vec3* point = pointOf(force);
    TUMBLE_ASSERT(isOfAll || findBody(world.bodies, force.body), "a lasting force acts on a living body");
    TUMBLE_ASSERT(other == kNoBody || (other != force.body && findBody(world.bodies, other)), "a spring joins two living bodies");
    TUMBLE_ASSERT(!point || isFinite(*point), "a lasting force acts at a finite point");
  }
  for (const PointerSpring& spring : world.pointerSprings) {
    [[maybe_unused]] const Body* body = findBody(world.bodies, spring.body);
    TUMBLE_ASSERT(body && body->type == BodyType::dynamic && isFinite(spring.target), "a pointer holds a living dynamic body");
  }
}

void assertCommands(const World& world) {
  TUMBLE_ASSERT(
      std::is_sorted(world.commands.begin(), world.commands.end(), [](const Command& a, const Command& b) { return a.step < b.step; }),
      "commands wait in the order of their steps");
  TUMBLE_ASSERT(world.commands.empty() || world.commands.front().step >= world.stepCount, "commands of past steps are done");
}

}  // namespace

void assertWorld(World& world) {
  TUMBLE_ASSERT(world.stepCount > 0 && world.settings.stepsPerSecond > 0, "steps are counted");
  TUMBLE_ASSERT(world.part.ticks == kTicksPerStep && world.part.ticksLeft == kTicksPerStep, "between two steps the part is a whole one");
  TUMBLE_ASSERT(world.part.substep > 0 && world.part.substep <= 1, "a substep is a share of the step");
  assertBodies(world.bodies);
  assertColliders(world.colliders, world.bodies);
  assertContacts(world.contacts, world.colliders);
  assertLayout(world.contactSolver.batches.layout, world.contacts);
  World& stores = const_cast<World&>(world);
  assertSleepers(sleepSceneOf(stores));
  assertForces(world);
  assertCommands(world);
  for (const Appearance& appearance : world.appearances)
    TUMBLE_ASSERT(world.bodies.bodies[appearance.body].alive, "what is drawn is on a living body");
}

}  // namespace tumble
