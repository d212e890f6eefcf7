#include "world/finalize_poses.h"

#include <algorithm>

#include "assertion.h"
#include "bodies/planar.h"
#include "contacts/joints/floating_groups.h"
#include "forces/evaluate.h"
#include "islands/sleepers.h"
#include "motion/schemes.h"
#include "world/coupled_motion.h"
#include "world/fast_bodies.h"
#include "world/guard.h"
#include "world/jointed_motion.h"
#include "world/jointed_stops.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

bool moves(const Body& body) { return body.alive && body.type != BodyType::fixed && !body.frozen && !isAsleep(body); }

/// m/s. What moves as fast is being pushed out of an overlap, if not by its velocity. Smaller: small things under a great mass, which are pushed at 0.03, stay
/// awake.
constexpr double kPushedOut = 0.05;

/// Ends the part of the step of a body, in the plane of one that is planar. What moves without a velocity, pushed out of an overlap, is not still.
void endMotion(World& world, std::uint32_t index, Body& body) {
  const double still = kPushedOut * timeStep(world);
  if (lengthSquared(body.x - body.lastGoodX) > still * still) restartStillSteps(body);
  if (body.planar) {
    constrainToPlane(body);
    body.x.z = body.lastGoodX.z;
  }
  acceptPose(world, index);
}

/// s. Time by which a body of another scheme advances in this part of the step. A body without a pair advances by the whole step in the last
/// part, so that its error is that of the step of the scene.
double advanceOf(World& world, std::uint32_t index, const Body& body) {
  const StepPart& part = world.part;
  if (part.ticks == kTicksPerStep) return timeStep(world);
  std::uint8_t& ticksWaited = world.ticksWaited[index];
  ticksWaited = static_cast<std::uint8_t>(ticksWaited + part.ticks);
  TUMBLE_ASSERT(ticksWaited <= kTicksPerStep, "a body waits for no more than the step");
  const bool alone = body.colliderCount == 0 || !world.contactCache.paired[body.firstCollider];
  if (alone && part.ticksLeft > part.ticks) return 0;
  const double advance = timeStep(world) * ticksWaited / part.ticks;
  ticksWaited = 0;
  return advance;
}

/// For forces that depend on time.
void driveIn(FlightForces& flight, World& world) {
  flight.signals = &world.signals;
  flight.driven = {world.activeForces.data() + (flight.lasting.data() - world.activeForces.data()), flight.lasting.size()};
  flight.time = startOfPart(world);
}

void moveUntouched(World& world, std::uint32_t index, Body& body) {
  const std::span<const Force> forces = forcesOn(world, index);
  FlightForces flight{world.settings.gravity, forces};
  if (std::any_of(forces.begin(), forces.end(), isDriven)) driveIn(flight, world);
  const bool onSprings = std::any_of(forces.begin(), forces.end(), isSpring);
  if (body.motion != MotionScheme::automatic && !(onSprings && isAutomaticOnSprings(body.motion))) {
    const double advance = advanceOf(world, index, body);
    flight.time += timeStep(world) - advance;
    if (advance > 0) methodOf(body.motion).move(body, flight, advance);
  } else if (forces.empty() || body.type != BodyType::dynamic) {
    moveFreely(body, world.settings.gravity, timeStep(world), world.bodies.aliveCount > kManyBodies);
  } else {
    double& left = world.contactSolver.network.flightWorkLeft;
    left -= moveUnderForces(body, flight, timeStep(world), world.bodies.aliveCount > kManyBodies, left);
  }
}

}  // namespace

void finalizePoses(World& world) {
  auto& bodies = world.bodies.bodies;
  const double time = timeStep(world);
  if (world.part.ticksLeft == kTicksPerStep) world.ticksWaited.assign(bodies.size(), 0);
  beginContinuous(world);
  recordJointedStarts(world);
  touchJointed(world.contactSolver);
  touchGroups(world.contactSolver);
  const std::vector<FloatingGroup> floating = floatingGroupsOf(world.contactSolver, bodies);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    if (!moves(body)) continue;
    const StepStart start{body.x, body.q, body.v, body.L};
    const bool touched = wasTouched(world.contactSolver, i);
    if (touched) {
      finalizeTouchedBody(world.contactSolver, body, i, time);
    } else if (isCoupled(world, i)) {
      continue;
    } else {
      moveUntouched(world, i, body);
    }
    if (isFast(world, i, start.x, body, time)) recordFastBody(world, i, start, !touched);
    if (!world.hasCouplings) endMotion(world, i, body);
  }
  if (!world.hasCouplings) return;
  settleJointed(world);
  for (const FloatingGroup& group : floating) restoreMomentum(group.bodies, bodies, group.before, world.settings.gravity, time);
  moveCoupledBodies(world);
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    if (!moves(body)) continue;
    if (isCoupled(world, i) && !wasTouched(world.contactSolver, i) && isFast(world, i, body.lastGoodX, body, time)) {
      recordFastBody(world, i, {body.lastGoodX, body.lastGoodQ, body.v, body.L}, false);
    }
    endMotion(world, i, body);
  }
}

void countContacts(World& world) {
  StepReport& report = world.report;
  report.bodyCount = world.bodies.aliveCount;
  report.sleeperCount = world.sleepers.count;
  for (const ContactStore* store : {&world.contacts, &world.sleepers.contacts}) {
    report.pairCount += static_cast<std::uint32_t>(store->keys.size());
    report.contactCount += touchingCount(*store);
  }
}

std::uint32_t contactPointCount(const World& world) {
  std::uint32_t count = 0;
  for (const ContactStore* store : {&world.contacts, &world.sleepers.contacts}) {
    for (const Manifold& manifold : store->pool) count += manifold.count;
  }
  return count;
}

}  // namespace tumble
