#include "world/divide_step.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/pair_key.h"
#include "colliders/speculative_distance.h"
#include "containers/union_find.h"
#include "forces/evaluate.h"
#include "queries/time_of_impact.h"
#include "tuning.h"

namespace tumble {
namespace {

/// s. When the first corner of `a` could cross the plane that bounds `b`, with the normal n from a to b. `gap`: m, between the plane and the nearest
/// corner; `speed`: m/s, of the plane towards a; `nearest`: m, lower bound of the distances.
double timeToPlane(const OrientedBox& a, const ColliderMotion& motion, Vec3 n, double gap, double speed, double nearest) {
  const Mat3 axes{toDouble(a.axes.cx) * static_cast<double>(a.halfExtents.x), toDouble(a.axes.cy) * static_cast<double>(a.halfExtents.y),
                  toDouble(a.axes.cz) * static_cast<double>(a.halfExtents.z)};
  const Vec3 omega = a.isSphere() ? Vec3{} : toDouble(motion.omega);
  const double foremost = std::abs(dot(axes.cx, n)) + std::abs(dot(axes.cy, n)) + std::abs(dot(axes.cz, n));
  double first = 1e300;
  for (int corner = 0; corner < (a.isSphere() ? 1 : 8); ++corner) {
    const Vec3 r = axes.cx * (corner & 1 ? 1 : -1) + axes.cy * (corner & 2 ? 1 : -1) + axes.cz * (corner & 4 ? 1 : -1);
    const Vec3 turning = cross(omega, r);
    const double behind = a.isSphere() ? 0 : foremost - dot(r, n), distance = std::max(gap + behind, nearest);
    const double closing = speed + dot(toDouble(motion.velocity) + turning, n), bend = length(cross(omega, turning));
    const double root = closing + std::sqrt(closing * closing + 2 * bend * distance);
    if (root > 0) first = std::min(first, 2 * distance / root);
  }
  return first;
}

/// m/s. Bound on the speed of corners along n by rotation.
double turningAlong(const OrientedBox& box, const ColliderMotion& motion, Vec3 n) {
  if (box.isSphere()) return 0;
  const Vec3f way = cross(toFloat(n), motion.omega), h = box.halfExtents;
  return static_cast<double>(h.x * std::abs(dot(way, box.axes.cx)) + h.y * std::abs(dot(way, box.axes.cy)) +
                             h.z * std::abs(dot(way, box.axes.cz)));
}

/// m. Surfaces closer than this have contact points that are valid until they touch.
float trustedDistance(const OrientedBox& a, const OrientedBox& b) {
  return std::min(0.5f * std::min(speculativeLimitOf(a), speculativeLimitOf(b)), std::min(thinnestHalfExtent(a), thinnestHalfExtent(b)));
}

/// s. Time for which the contact points of the pair cover every impact between the two.
double trustedTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const auto nearest = static_cast<double>(trustedDistance(a, b));
  const Separation apart = separationOf(a, b);
  const Vec3 n = apart.axis;
  const double fromA = timeToPlane(a, p, n, apart.distance, turningAlong(b, q, n) - dot(toDouble(q.velocity), n), nearest);
  const double fromB = timeToPlane(b, q, -n, apart.distance, turningAlong(a, p, n) + dot(toDouble(p.velocity), n), nearest);
  return std::min(fromA, fromB);
}

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

/// True when the approach of the two in `time` seconds is within the trusted distance.
bool isSlow(const ColliderStore& store, std::uint32_t i, std::uint32_t j, float time) {
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  return (length(q.velocity - p.velocity) + p.turning + q.turning) * time <= trustedDistance(store.boxes[i], store.boxes[j]);
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
  world.fastPairs.clear();
  part.ticks = std::min(part.ticks, longest);
  if (part.ticks > fewest) {
    double time = timeStep(world);
    const float whole = static_cast<float>(longest) / static_cast<float>(kTicksPerStep * world.settings.stepsPerSecond);
    const ContactStore& contacts = world.contacts;
    for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
      const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
      if (isSlow(world.colliders, i, j, whole)) continue;
      time = std::min(time, trustedTime(world.colliders, i, j));
      world.fastPairs.push_back(k);
    }
    while (part.ticks > fewest && timeStep(world) > time) part.ticks /= 2;
    if (part.ticks == longest) world.fastPairs.clear();
    const double leverTime = trustedLeverTime(world);
    while (part.ticks > fewest && timeStep(world) > leverTime) part.ticks /= 2;
  }
  TUMBLE_ASSERT(part.ticks > 0 && part.ticks <= part.ticksLeft && (part.ticks & (part.ticks - 1)) == 0,
                "a part is a power of two of the ticks left");
  forgetImpactImpulses(world);
  SolverPreset preset = presetOf(world);
  const int ticksPerSubstep = std::max(std::min(kTicksPerStep / preset.substeps, longest / kFewestSubsteps), shortest);
  preset.substeps = std::max(part.ticks / ticksPerSubstep, 1);
  choosePreset(world.contactSolver, preset);
  rescaleImpulses(world, static_cast<float>(part.ticks) / static_cast<float>(preset.substeps * kTicksPerStep));
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
