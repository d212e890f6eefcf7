#include "world/divide_step.h"

#include <algorithm>
#include <cmath>

#include "colliders/pair_key.h"
#include "colliders/speculative_distance.h"
#include "containers/union_find.h"
#include "forces/evaluate.h"
#include "queries/time_of_impact.h"
#include "tuning.h"

namespace tumble {
namespace {

/// s. When the first corner of `a` could be through the plane that bounds `b`, whose normal n points from a to b. `gap`: of the plane from the
/// foremost corner, m; `speed`: m/s, of the plane towards a.
double timeToPlane(const OrientedBox& a, const ColliderMotion& motion, Vec3 n, double gap, double speed, double nearest) {
  const Mat3 axes{toDouble(a.axes.cx) * static_cast<double>(a.halfExtents.x), toDouble(a.axes.cy) * static_cast<double>(a.halfExtents.y),
                  toDouble(a.axes.cz) * static_cast<double>(a.halfExtents.z)};
  const Vec3 omega = a.isSphere ? Vec3{} : toDouble(motion.omega);
  const double foremost = std::abs(dot(axes.cx, n)) + std::abs(dot(axes.cy, n)) + std::abs(dot(axes.cz, n));
  double first = 1e300;
  for (int corner = 0; corner < (a.isSphere ? 1 : 8); ++corner) {
    const Vec3 r = axes.cx * (corner & 1 ? 1 : -1) + axes.cy * (corner & 2 ? 1 : -1) + axes.cz * (corner & 4 ? 1 : -1);
    const Vec3 turning = cross(omega, r);
    const double behind = a.isSphere ? 0 : foremost - dot(r, n), distance = std::max(gap + behind, nearest);
    const double closing = speed + dot(toDouble(motion.velocity) + turning, n), bend = length(cross(omega, turning));
    const double root = closing + std::sqrt(closing * closing + 2 * bend * distance);
    if (root > 0) first = std::min(first, 2 * distance / root);
  }
  return first;
}

/// m/s. How fast turning moves the foremost corner of a box along n at most.
double turningAlong(const OrientedBox& box, const ColliderMotion& motion, Vec3 n) {
  if (box.isSphere) return 0;
  const Vec3f way = cross(toFloat(n), motion.omega), h = box.halfExtents;
  return static_cast<double>(h.x * std::abs(dot(way, box.axes.cx)) + h.y * std::abs(dot(way, box.axes.cy)) + h.z * std::abs(dot(way, box.axes.cz)));
}

/// m. What is nearer than this has contact points that are good for the way through it.
float nearestSeen(const OrientedBox& a, const OrientedBox& b) {
  const auto thinnest = [](Vec3f h) { return std::min(h.x, std::min(h.y, h.z)); };
  return std::min(0.5f * std::min(speculativeLimit(a.halfExtents), speculativeLimit(b.halfExtents)),
                   std::min(thinnest(a.halfExtents), thinnest(b.halfExtents)));
}

/// s. For so long the solver sees all that may happen between the two.
double seenFor(const ColliderStore& store, std::uint32_t i, std::uint32_t j) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const auto nearest = static_cast<double>(nearestSeen(a, b));
  const Separation apart = separationOf(a, b);
  const Vec3 n = apart.axis;
  const double fromA = timeToPlane(a, p, n, apart.distance, turningAlong(b, q, n) - dot(toDouble(q.velocity), n), nearest);
  const double fromB = timeToPlane(b, q, -n, apart.distance, turningAlong(a, p, n) + dot(toDouble(p.velocity), n), nearest);
  return std::min(fromA, fromB);
}

/// s. Until a body has turned too far for the lever by which a spring holds it, where it, or something that springs join to it, is in a pair: the
/// solver has levers as they are in the middle of a substep.
double leversSeenFor(const World& world) {
  const auto& bodies = world.bodies.bodies;
  const auto isBody = [&](BodyId id) { return id != kNoBody && bodies[bodyIndex(id)].type == BodyType::dynamic; };
  double time = 1e300;
  const bool any = std::any_of(world.forces.begin(), world.forces.end(), isSpring);
  if (!any || world.contacts.keys.empty()) return time;
  UnionFind joined;
  joined.reset(static_cast<std::uint32_t>(bodies.size()));
  for (const Force& force : world.forces) {
    if (isSpring(force) && isBody(force.body) && isBody(force.other)) joined.unite(bodyIndex(force.body), bodyIndex(force.other));
  }
  List<std::uint8_t> isInPair(bodies.size());
  for (const std::uint64_t key : world.contacts.keys) {
    for (const std::uint32_t collider : {pairColliderA(key), pairColliderB(key)}) {
      isInPair[joined.find(world.colliders.colliders[collider].body)] = 1;
    }
  }
  const auto look = [&](BodyId id, Vec3 point) {
    if (!isBody(id) || point == bodies[bodyIndex(id)].centerOfMass || !isInPair[joined.find(bodyIndex(id))]) return;
    const double speed = length(angularVelocity(bodies[bodyIndex(id)]));
    if (speed * time > kLostTurn) time = kLostTurn / speed;
  };
  for (const Force& force : world.forces) {
    if (!isSpring(force)) continue;
    look(force.body, force.point);
    look(force.other, force.otherPoint);
  }
  return time;
}

/// True when the two come nearer by less than the solver looks ahead.
bool isSlow(const ColliderStore& store, std::uint32_t i, std::uint32_t j, float time) {
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  return (length(q.velocity - p.velocity) + p.turning + q.turning) * time <= nearestSeen(store.boxes[i], store.boxes[j]);
}

/// The shortest substep in which so many lasting forces can be taken.
int shortestSubstep(const World& world) {
  int ticks = 1;
  while (ticks < kTicksPerStep && world.forces.size() * static_cast<std::size_t>(kTicksPerStep / ticks) > kForceSteps) ticks *= 2;
  return ticks;
}

/// The longest part that a world with so much work takes.
int longestPart(const World& world, std::size_t work, int shortest) {
  int ticks = kTicksPerStep;
  if (work > kFineWork || world.contacts.keys.empty()) return ticks;
  while (ticks > 2 * shortest && world.settings.stepsPerSecond * (kTicksPerStep / ticks) < kFinePartsPerSecond) ticks /= 2;
  return ticks;
}

/// Impulses from now on belong to a substep of this share of the step.
void measureImpulses(World& world, float substep) {
  const float share = substep / world.part.substep;
  world.part.substep = substep;
  if (share == 1) return;
  for (Manifold& manifold : world.contacts.pool) scaleImpulses(manifold, share);
  world.contactSolver.groups.standing = false;  // rows hold impulses, and softness that goes with the substep
}

/// What is so fast that the step is divided for it rests on nothing: an impulse that it has left is a blow, and no guess for the next.
/// (One pass of soft rows would not take all of it back, from a stick that spins about its length with a thousandth of its inertia.)
void forgetBlows(World& world) {
  if (world.fastPairs.empty()) return;
  ContactStore& contacts = world.contacts;
  for (const std::uint32_t k : world.fastPairs) {
    if (k < contacts.records.size() && contacts.records[k].contact != kApart) scaleImpulses(contacts.pool[contacts.records[k].contact], 0);
  }
  world.contactSolver.groups.standing = false;
}

}  // namespace

void beginPart(World& world) {
  StepPart& part = world.part;
  if (part.ticksLeft == kTicksPerStep) world.contactSolver.blows.clear();
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
  if (fewest > kTicksPerStep / 4) fewest = kTicksPerStep;  // two parts are not worth the look at all pairs
  world.fastPairs.clear();
  part.ticks = std::min(part.ticks, longest);
  if (part.ticks > fewest) {
    double time = timeStep(world);
    const float whole = static_cast<float>(longest) / static_cast<float>(kTicksPerStep * world.settings.stepsPerSecond);
    const ContactStore& contacts = world.contacts;
    for (std::uint32_t k = 0; k < contacts.keys.size(); ++k) {
      const std::uint32_t i = pairColliderA(contacts.keys[k]), j = pairColliderB(contacts.keys[k]);
      if (isSlow(world.colliders, i, j, whole)) continue;
      time = std::min(time, seenFor(world.colliders, i, j));
      world.fastPairs.push_back(k);
    }
    while (part.ticks > fewest && timeStep(world) > time) part.ticks /= 2;
    if (part.ticks == longest) world.fastPairs.clear();
    const double seen = leversSeenFor(world);
    while (part.ticks > fewest && timeStep(world) > seen) part.ticks /= 2;
  }
  forgetBlows(world);
  SolverPreset preset = presetOf(world);
  const int ticksPerSubstep = std::max(std::min(kTicksPerStep / preset.substeps, longest / kFewestSubsteps), shortest);
  preset.substeps = std::max(part.ticks / ticksPerSubstep, 1);
  choosePreset(world.contactSolver, preset);
  measureImpulses(world, static_cast<float>(part.ticks) / static_cast<float>(preset.substeps * kTicksPerStep));
}

bool endPart(World& world) {
  StepPart& part = world.part;
  forgetBlows(world);
  part.ticksLeft -= part.ticks;
  if (part.ticksLeft > 0) return true;
  part.ticks = part.ticksLeft = kTicksPerStep;
  return false;
}

}  // namespace tumble
