#include "world/divide_step.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/pair_key.h"
#include "contacts/impacts/next_impact.h"
#include "contacts/joints/taut_time.h"
#include "tuning.h"
#include "world/edge_time.h"
#include "world/lever_time.h"
#include "world/trusted_time.h"

namespace tumble {
namespace {

/// Ticks of the shortest substep for which the lasting forces fit their budget, kForceSteps.
int shortestSubstep(const World& world) {
  int ticks = 1;
  while (ticks < kTicksPerStep && world.forces.size() * static_cast<std::size_t>(kTicksPerStep / ticks) > kForceSteps) ticks *= 2;
  return ticks;
}

std::size_t workOf(const World& world) { return world.bodies.aliveCount + pairWorkOf(world); }
bool isSmall(std::size_t work) { return work <= kFineWork; }

/// Ticks of the longest part of this world. `work`, here and below: workOf it.
int longestPart(const World& world, std::size_t work, int shortest) {
  int ticks = kTicksPerStep;
  if (!isSmall(work) || world.contacts.keys.empty()) return ticks;
  while (ticks > 2 * shortest && world.settings.stepsPerSecond * (kTicksPerStep / ticks) < kFinePartsPerSecond) ticks /= 2;
  return ticks;
}

/// Ticks of the shortest part that this world affords.
int shortestPart(std::size_t work, int shortestSubstep) {
  int ticks = kTicksPerStep;
  while (ticks > 1 && 2 * (kTicksPerStep / ticks) * work <= kPartWork) ticks /= 2;
  ticks = std::max(ticks, shortestSubstep);
  return ticks > kTicksPerStep / 4 ? kTicksPerStep : ticks;  // two parts are not worth a test of all pairs
}

/// Whether the next impact comes before the end of the part.
bool hasImpact(const StepPart& part) { return static_cast<float>(part.ticks) > part.untilImpact * kTicksPerStep; }

/// s
double oneTick(const World& world) { return 1.0 / (kTicksPerStep * world.settings.stepsPerSecond); }

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

/// s, at most `most`. The shortest trusted time of the pairs; records those that are faster.
double trustedPairTime(World& world, double most) {
  double time = most;
  for (std::uint32_t k = 0; k < world.contacts.keys.size(); ++k) {
    const std::uint32_t i = pairColliderA(world.contacts.keys[k]), j = pairColliderB(world.contacts.keys[k]);
    if (isSlow(world.colliders, i, j, static_cast<float>(most))) continue;
    time = std::min(time, trustedTime(world.colliders, i, j, time));
    world.fastPairs.push_back(k);
  }
  if (time >= most) world.fastPairs.clear();
  return time;
}

/// s, at most `most`. The shortest trustedTurningTime of the pairs that do not bear on each other: those that do go by their levers (leverTimeOfRolling).
double turningPairTime(const World& world, double most) {
  const ContactStore& contacts = world.contacts;
  for (std::size_t k = 0; k < contacts.keys.size(); ++k) {
    const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]), index = contacts.records[k].contactIndex;
    if (isSlow(world.colliders, i, j, static_cast<float>(most))) continue;
    if (index == kApart || !hasNormalImpulse(contacts.pool[index])) most = trustedTurningTime(world.colliders, i, j, most);
  }
  return most;
}

/// Watches the bodies of the fast pairs that are static or kinematic on one side, where the part is longer than the time (s) that is trusted: they
/// spin so fast that another side of them touches than the one with contacts.
void watchUntrusted(World& world, double trusted) {
  if (timeStep(world) <= trusted || world.fastPairs.empty()) return;
  List<std::uint8_t>& watched = world.continuous.watched;
  watched.assign(world.bodies.bodies.size(), 0);
  for (const std::uint32_t k : world.fastPairs) {
    const std::uint32_t a = world.colliders.colliders[pairColliderA(world.contacts.keys[k])].body,
                        b = world.colliders.colliders[pairColliderB(world.contacts.keys[k])].body;
    const bool dynamicA = world.bodies.bodies[a].type == BodyType::dynamic, dynamicB = world.bodies.bodies[b].type == BodyType::dynamic;
    if (dynamicA != dynamicB) watched[dynamicA ? a : b] = 1;
  }
}

/// Shortens the part to what is trusted, in ticks from `longest` to `shortest`. True when a round contact asks for it.
bool shortenPart(World& world, std::size_t work, int longest, int shortest) {
  StepPart& part = world.part;
  world.fastPairs.clear();
  part.ticks = std::min(part.ticks, longest);
  world.continuous.watched.clear();
  if (part.ticks <= shortest) return false;
  const double whole = longest / (static_cast<double>(kTicksPerStep) * world.settings.stepsPerSecond);
  const auto shortenTo = [&](double time) {
    while (part.ticks > shortest && timeStep(world) > time) part.ticks /= 2;
  };
  const double trusted = trustedPairTime(world, whole);
  shortenTo(trusted);
  shortenTo(leverTimeOfSprings(world));
  const int before = part.ticks;
  shortenTo(leverTimeOfRolling(world, whole));
  const bool rolls = part.ticks < before;
  shortenTo(turningPairTime(world, whole));
  if (isSmall(work)) {
    shortenTo(timeToEdge(world, whole, oneTick(world)));
    const double impact = timeToFirstImpact(world.contacts, world.colliders, world.contactCache.flushSolids, world.settings.gravity,
                                            timeStep(world), oneTick(world));
    part.untilImpact = std::min(part.untilImpact, shareOf(world, impact));
  }
  while (part.ticks > shortest && hasImpact(part)) part.ticks /= 2;
  watchUntrusted(world, trusted);
  return rolls;
}

/// Ticks of a substep, in a world whose parts are from `longest` to `shortest` ticks.
int ticksPerSubstep(const World& world, std::size_t work, int longest, int shortest, bool rolls) {
  const StepPart& part = world.part;
  int ticks = std::min(kTicksPerStep / presetOf(world).substeps, longest / kFewestSubsteps);
  // A disk that wobbles loses five times as much energy in parts of a single substep.
  if (rolls) ticks = std::min(ticks, part.ticks / kFewestSubsteps);
  if (!isSmall(work)) return ticks;
  const float most = part.longestSubstep * kTicksPerStep;
  while (2 * ticks > shortest && ticks > 1 && static_cast<float>(ticks) > most) ticks /= 2;
  return ticks;
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
  ContactSolver& solver = world.contactSolver;
  const std::size_t work = workOf(world);
  const int shortest = shortestSubstep(world), longest = longestPart(world, work, shortest), fewest = shortestPart(work, shortest);
  world.contactCache.recyclesRound = !isSmall(work);
  const bool rolls = shortenPart(world, work, longest, fewest);
  TUMBLE_ASSERT(part.ticks > 0 && part.ticks <= part.ticksLeft && (part.ticks & (part.ticks - 1)) == 0,
                "a part is a power of two of the ticks left");
  const bool wasShort = solver.isShortPart;
  solver.isShortPart = kShortPart * part.ticks <= longest;
  solver.expectsImpact = solver.isShortPart && hasImpact(part);
  if (solver.isShortPart || wasShort) solver.batches.upToDate = false;  // gaps that a short part closes are those of its start
  forgetImpactImpulses(world);
  SolverPreset preset = presetOf(world);
  const int ticks = std::max(ticksPerSubstep(world, work, longest, fewest, rolls), shortest);
  preset.substeps = solver.expectsImpact ? kFewestSubsteps : std::max(part.ticks / ticks, 1);
  choosePreset(solver, preset);
  rescaleImpulses(world, static_cast<float>(part.ticks) / static_cast<float>(preset.substeps * kTicksPerStep));
}

void recordForNextPart(World& world) {
  ContactSolver& solver = world.contactSolver;
  if (solver.expectsImpact) restoreWarmStart(solver, world.contacts);
  const bool small = isSmall(workOf(world));
  const double taut = kTautShare * tautTime(solver, timeStep(world)), springs = kSpringAngleInContact * springTime(solver.network);
  // What would need the shortest substeps of all has ordinary ones, with its springs implicit.
  const double substep = springs < 2 * oneTick(world) ? taut : std::min(taut, springs);
  world.part.longestSubstep = shareOf(world, small ? substep : kNeverTaut);
  world.part.untilImpact = shareOf(world, small ? timeToImpact(solver, oneTick(world)) : kNoImpact);
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
