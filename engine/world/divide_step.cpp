#include "world/divide_step.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/pair_key.h"
#include "contacts/impacts/next_impact.h"
#include "contacts/joints/taut_time.h"
#include "containers/union_find.h"
#include "forces/evaluate.h"
#include "tuning.h"
#include "world/trusted_time.h"

namespace tumble {
namespace {

/// s. The time in which the fastest body on a spring with a lever turns by kLostTurn; 1e300 without one. Levers of the solver are constant over a
/// substep. Bodies count if springs join them, directly or through others, to one in a pair.
double trustedLeverTime(const World& world) {
  const auto& bodies = world.bodies.bodies;
  const auto isBody = [&](BodyId id) { return id != kNoBody && bodies[bodyIndex(id)].type == BodyType::dynamic; };
  double time = 1e300;
  const bool any = std::any_of(world.forces.begin(), world.forces.end(), isSpring);
  if (!any || world.contacts.keys.empty()) return time;
  UnionFind joined;
  joined.reset(static_cast<std::uint32_t>(bodies.size()));
  for (const Force& force : world.forces) {
    const BodyId other = otherBodyOf(force);
    if (isBody(force.body) && isBody(other)) joined.unite(bodyIndex(force.body), bodyIndex(other));
  }
  List<std::uint8_t> isInPair(bodies.size());
  for (const std::uint64_t key : world.contacts.keys) {
    for (const std::uint32_t collider : {pairColliderA(key), pairColliderB(key)}) {
      isInPair[joined.find(world.colliders.colliders[collider].body)] = 1;
    }
  }
  const auto addEnd = [&](BodyId id, Vec3 point) {
    if (!isBody(id) || point == bodies[bodyIndex(id)].centerOfMass || !isInPair[joined.find(bodyIndex(id))]) return;
    const double speed = length(angularVelocity(bodies[bodyIndex(id)]));
    if (speed * time > kLostTurn) time = kLostTurn / speed;
  };
  for (const Force& force : world.forces) {
    if (!isSpring(force)) continue;
    addEnd(force.body, *pointOf(force));
    if (const Spring* coupling = couplingOf(force)) addEnd(coupling->other, coupling->otherPoint);
  }
  return time;
}

/// s, at most `most`. The shortest time of a round contact that bears on one point.
double trustedRollingTime(const World& world, double most) {
  if (!world.colliders.anyLoaded) return most;
  const ContactStore& contacts = world.contacts;
  for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
    if (contacts.records[k].contactIndex == kApart) continue;
    const Manifold& manifold = contacts.pool[contacts.records[k].contactIndex];
    if (manifold.count != 1 || !(manifold.normalImpulse[0] > 0)) continue;
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
    most = trustedRollingTime(world.colliders, i, j, toDouble(manifold.normal), most);
  }
  return most;
}

/// Ticks of the shortest substep for which the lasting forces fit their budget, kForceSteps.
int shortestSubstep(const World& world) {
  int ticks = 1;
  while (ticks < kTicksPerStep && world.forces.size() * static_cast<std::size_t>(kTicksPerStep / ticks) > kForceSteps) ticks *= 2;
  return ticks;
}

/// Ticks of the longest part, for a world with so many bodies and pairs.
int longestPart(const World& world, std::size_t work, int shortest) {
  int ticks = kTicksPerStep;
  if (work > kFineWork || world.contacts.keys.empty()) return ticks;
  while (ticks > 2 * shortest && world.settings.stepsPerSecond * (kTicksPerStep / ticks) < kFinePartsPerSecond) ticks /= 2;
  return ticks;
}

/// Whether the next impact comes before the end of the part.
bool hasImpact(const StepPart& part) { return static_cast<float>(part.ticks) > part.untilImpact * kTicksPerStep; }

/// s
double shortestPart(const World& world) { return 1.0 / (kTicksPerStep * world.settings.stepsPerSecond); }

/// Share of a step, at most 1, that the time (s) is; never 0, so that an impact of now, too, is before the end of a part.
float shareOf(const World& world, double time) {
  return static_cast<float>(std::clamp(time * world.settings.stepsPerSecond, 1.0 / 4096, 1.0));
}

/// Scales impulses to the new length of a substep, as a share of the step.
void rescaleImpulses(World& world, float substep) {
  const float share = substep / world.part.substep;
  TUMBLE_ASSERT(substep > 0 && substep <= 1 && isFinite(share), "a substep is a share of the step");
  world.part.substep = substep;
  if (share == 1) return;
  for (Manifold& manifold : world.contacts.pool) scaleImpulses(manifold, share);
  world.contactSolver.batches.upToDate = false;  // rows have impulses and a softness of one substep length
}

/// Zeroes the impulses of the pairs for which the step is divided: they are those of an impact, not of rest, and a wrong warm start.
/// (One pass of soft constraints would not remove all of it from a stick, whose inertia about its length is a thousandth.)
void forgetImpactImpulses(World& world) {
  if (world.fastPairs.empty()) return;
  ContactStore& contacts = world.contacts;
  for (const std::uint32_t k : world.fastPairs) {
    if (k < contacts.records.size() && contacts.records[k].contactIndex != kApart)
      scaleImpulses(contacts.pool[contacts.records[k].contactIndex], 0);
  }
  world.contactSolver.batches.upToDate = false;
}

}  // namespace

void beginPart(World& world) {
  StepPart& part = world.part;
  world.contactSolver.partStart = (kTicksPerStep - part.ticksLeft) / (static_cast<double>(kTicksPerStep) * world.settings.stepsPerSecond);
  part.ticks = kTicksPerStep;
  while (part.ticks > part.ticksLeft) part.ticks /= 2;
}

void choosePart(World& world) {
  StepPart& part = world.part;
  const std::size_t work = world.bodies.aliveCount + world.contacts.keys.size();
  const int shortest = shortestSubstep(world), longest = longestPart(world, work, shortest);
  int fewest = kTicksPerStep;
  while (fewest > 1 && 2 * (kTicksPerStep / fewest) * work <= kPartWork) fewest /= 2;
  fewest = std::max(fewest, shortest);
  if (fewest > kTicksPerStep / 4) fewest = kTicksPerStep;  // two parts are not worth a test of all pairs
  bool rolls = false;
  world.fastPairs.clear();
  part.ticks = std::min(part.ticks, longest);
  if (part.ticks > fewest) {
    const double whole = longest / (static_cast<double>(kTicksPerStep) * world.settings.stepsPerSecond);
    double time = whole;
    const ContactStore& contacts = world.contacts;
    for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
      const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
      if (isSlow(world.colliders, i, j, static_cast<float>(whole))) continue;
      time = std::min(time, trustedTime(world.colliders, i, j, time));
      world.fastPairs.push_back(k);
    }
    while (part.ticks > fewest && timeStep(world) > time) part.ticks /= 2;
    if (time >= whole) world.fastPairs.clear();
    const double leverTime = trustedLeverTime(world), rollingTime = trustedRollingTime(world, whole);
    while (part.ticks > fewest && timeStep(world) > leverTime) part.ticks /= 2;
    while (part.ticks > fewest && timeStep(world) > rollingTime) part.ticks /= 2, rolls = true;
    if (work <= kFineWork) {
      const double impact = timeToImpactOfBalls(contacts, world.colliders, world.settings.gravity, timeStep(world), shortestPart(world));
      part.untilImpact = std::min(part.untilImpact, shareOf(world, impact));
    }
    while (part.ticks > fewest && hasImpact(part)) part.ticks /= 2;
  }
  ContactSolver& solver = world.contactSolver;
  const bool wasShort = solver.isShortPart;
  solver.isShortPart = kShortPart * part.ticks <= longest;
  solver.expectsImpact = solver.isShortPart && hasImpact(part);
  if (solver.isShortPart || wasShort) solver.batches.upToDate = false;  // gaps that a short part closes are those of its start
  TUMBLE_ASSERT(part.ticks > 0 && part.ticks <= part.ticksLeft && (part.ticks & (part.ticks - 1)) == 0,
                "a part is a power of two of the ticks left");
  forgetImpactImpulses(world);
  SolverPreset preset = presetOf(world);
  int ticksPerSubstep = std::min(kTicksPerStep / preset.substeps, longest / kFewestSubsteps);
  // A disk that wobbles loses five times as much energy in parts of a single substep.
  if (rolls) ticksPerSubstep = std::min(ticksPerSubstep, part.ticks / kFewestSubsteps);
  if (work <= kFineWork) {
    const float taut = kTautShare * part.tautTime * kTicksPerStep;
    while (2 * ticksPerSubstep > fewest && ticksPerSubstep > 1 && static_cast<float>(ticksPerSubstep) > taut) ticksPerSubstep /= 2;
  }
  ticksPerSubstep = std::max(ticksPerSubstep, shortest);
  preset.substeps = solver.expectsImpact ? kFewestSubsteps : std::max(part.ticks / ticksPerSubstep, 1);
  choosePreset(solver, preset);
  rescaleImpulses(world, static_cast<float>(part.ticks) / static_cast<float>(preset.substeps * kTicksPerStep));
}

void recordForNextPart(World& world) {
  ContactSolver& solver = world.contactSolver;
  if (solver.expectsImpact) restoreWarmStart(solver, world.contacts);
  const bool isSmall = world.bodies.aliveCount + world.contacts.keys.size() <= kFineWork;
  world.part.tautTime = shareOf(world, isSmall ? tautTime(solver, timeStep(world)) : kNeverTaut);
  world.part.untilImpact = shareOf(world, isSmall ? timeToImpact(solver, shortestPart(world)) : kNoImpact);
}

bool endPart(World& world) {
  StepPart& part = world.part;
  forgetImpactImpulses(world);
  part.ticksLeft -= part.ticks;
  TUMBLE_ASSERT(part.ticksLeft >= 0, "the parts of a step are no longer than it");
  if (part.ticksLeft > 0) return true;
  part.ticks = part.ticksLeft = kTicksPerStep;
  return false;
}

}  // namespace tumble
