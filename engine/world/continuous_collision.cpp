#include "world/continuous_collision.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/speculative_distance.h"
#include "contacts/impacts/flight_state.h"
#include "math/unit.h"
#include "motion/free_motion.h"
#include "narrow_phase/internal_edges.h"
#include "narrow_phase/sphere_contact.h"
#include "narrow_phase/triangle_contact.h"
#include "queries/time_of_impact.h"
#include "tuning.h"
#include "world/body_path.h"
#include "world/fast_bodies.h"
#include "world/guard.h"
#include "world/jointed_stops.h"
#include "world/world.h"

namespace tumble {
namespace {

double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

/// The position of the point p of a box at the pose `from` when it is at the pose `to`.
Vec3 moved(Vec3 p, const OrientedBox& from, const OrientedBox& to) {
  return to.center + toDouble(to.axes) * transposeTimes(toDouble(from.axes), p - from.center);
}

/// Whether the impact is with internal edges: the point is not on the surface of the solid, or the two slide along it without approaching.
bool isInternalImpact(const World& world, std::uint32_t i, const BoxPath& own, std::uint32_t j, const BoxPath& other, double time,
                      double gap) {
  const FlushSolids& flush = world.contactCache.flushSolids;
  const bool isTriangle = world.colliders.colliders[j].shape == ColliderShape::triangle;
  if (!isTriangle && !mayBeInternal(flush, world.colliders, i, j)) return false;
  const OrientedBox a = own.boxAt(own.context, time), b = other.boxAt(other.context, time);
  const float speculative = static_cast<float>(kSeamSearchGaps * gap);
  const Manifold manifold = collideExposed({flush, world.colliders, i, j, a, b}, speculative, {});
  if (manifold.count == 0 && !isTriangle && collideShapes(a, b, speculative, {}).count == 0)
    return false;  // edges that pass near each other
  const double before = larger(0, time - kSeamApproachGaps * gap / length(own.end - other.end));
  const OrientedBox a0 = own.boxAt(own.context, before), b0 = other.boxAt(other.context, before);
  for (int k = 0; k < manifold.count; ++k) {
    const ManifoldPoint& point = manifold.points[k];
    const Vec3 p = a.center + toDouble(point.position);
    const double closed = dot(toDouble(manifold.normal), moved(p, b, b0) - moved(p, a, a0));
    if (closed > 0.5 * gap) return false;
  }
  return true;
}

/// The first impact of a collider of the fast body with the other one.
TimeOfImpact impactOf(World& world, const BodyPath& own, std::uint32_t index, std::uint32_t otherIndex, const BoxPath& otherPath) {
  const Collider &collider = world.colliders.colliders[index], &other = world.colliders.colliders[otherIndex];
  const double thinnest = static_cast<double>(std::min(thinnestHalfExtent(collider), thinnestHalfExtent(other)));
  const double limit = isWatched(world.continuous, collider.body)
                           ? thinnest
                           : static_cast<double>(std::min(speculativeLimitOf(collider), speculativeLimitOf(other)));
  const ColliderPath path{own, &collider};
  const BoxPath box = boxPathOf(path);
  const double farthest = larger(length(box.start - otherPath.start), length(box.end - otherPath.end)) +
                          (box.turnSize + length(box.turn)) * box.radius + (otherPath.turnSize + length(otherPath.turn)) * otherPath.radius;
  if (farthest <= limit) return {};  // within the speculative distance
  int& queries = world.continuous.queriesLeft;
  if (queries <= 0) return {};
  const double depth = kDeepest * thinnest, gap = smaller(kImpactGap, 0.1 * limit);
  if (other.shape == ColliderShape::triangle && isBehind(box.boxAt(box.context, 0), otherPath.boxAt(otherPath.context, 0))) return {};
  const TimeOfImpact m = timeOfImpact(box, otherPath, {gap, limit, depth}, queries);
  if (m.happens && isInternalImpact(world, index, box, otherIndex, otherPath, m.time, gap)) return centerEnters(box, otherPath, gap);
  return m;
}

BodyPath pathOf(const World& world, const FastBody& fast) {
  const Body* waypoints = fast.waypoints != 0 ? world.continuous.waypoints.data() + (fast.waypoints - 1) : nullptr;
  return {&fast.start, &world.bodies.bodies[fast.index], fast.flies, world.settings.gravity, timeStep(world), waypoints};
}

/// Stores waypoints of a body with unequal moments of inertia: integrating its rotation takes many substeps, and is done once.
void storeWaypoints(World& world, FastBody& fast) {
  const Vec3 i = fast.start.inverseInertia;  // decides the substeps of free rotation (motion/free_rotation.cpp)
  const double uneven = larger(i.x, larger(i.y, i.z)) - smaller(i.x, smaller(i.y, i.z));
  if (!fast.flies || fast.start.type != BodyType::dynamic || uneven * length(fast.start.L) * timeStep(world) < kLongTurn) return;
  fast.waypoints = static_cast<std::uint32_t>(world.continuous.waypoints.size()) + 1;
  Body body = fast.start;
  for (int k = 0; k < kWaypoints; ++k) {
    world.continuous.waypoints.push_back(body);
    moveFreely(body, world.settings.gravity, timeStep(world) * (1.0 / kWaypoints), true);
  }
}

BodyPath slowPathOf(const World& world, const Body& start, const Body& end) {
  return {&start, &end, end.type == BodyType::kinematic, world.settings.gravity, timeStep(world)};
}

/// Updates the stop of continuous.fast[fastIndex] by its impact with a collider, if that is earlier.
void updateStop(World& world, std::uint32_t fastIndex, std::uint32_t other, const BoxPath& path, std::uint32_t otherBody) {
  ContinuousCollision& continuous = world.continuous;
  const FastBody& body = continuous.fast[fastIndex];
  const BodyPath own = pathOf(world, body);
  Stop& stop = continuous.stops[fastIndex];
  for (std::uint32_t i = 0; i < body.start.colliderCount; ++i) {
    const TimeOfImpact m = impactOf(world, own, body.start.firstCollider + i, other, path);
    if (m.happens && m.time < stop.time) stop.time = m.time, stop.other = otherBody, stop.face = m.face;
  }
}

/// With a collider that does not move.
void updateStopAtRest(World& world, std::uint32_t fastIndex, std::uint32_t collider) {
  if (world.continuous.queriesLeft <= 0) return;
  if (areJoined(world.broadPhase, world.continuous.fast[fastIndex].index, world.colliders.colliders[collider].body)) return;
  updateStop(world, fastIndex, collider, stillPathOf(world.colliders.boxes[collider]), kNoBody);
}

/// With the other collider of a pair: always with kinematic ones, with dynamic ones on request.
void updateStopInPair(World& world, std::uint32_t fastIndex, std::uint32_t collider) {
  const ContinuousCollision& continuous = world.continuous;
  const Collider& other = world.colliders.colliders[collider];
  const Body& body = world.bodies.bodies[other.body];
  const std::uint32_t otherFast = continuous.fastOf[other.body];
  const bool asked = continuous.fast[fastIndex].start.continuous || (otherFast != 0 && continuous.fast[otherFast - 1].start.continuous);
  if (body.type == BodyType::fixed || (body.type == BodyType::dynamic && !asked)) return;
  if (!isMover(body)) return updateStopAtRest(world, fastIndex, collider);
  const Body start = startOf(body, timeStep(world));
  const BodyPath otherPath = otherFast != 0 ? pathOf(world, continuous.fast[otherFast - 1]) : slowPathOf(world, start, body);
  const ColliderPath path{otherPath, &other};
  updateStop(world, fastIndex, collider, boxPathOf(path), other.body);
}

/// Bounds of the volume swept by the body.
Aabb sweptBounds(const FastBody& fast, const Body& end, double time) {
  const double bend = 0.125 * time * length(end.v - fast.start.v), margin = end.radius + (fast.flies ? bend : 0);
  Vec3 lower, upper;
  for (int i = 0; i < 3; ++i) {
    lower[i] = smaller(fast.start.x[i], end.x[i]) - margin;
    upper[i] = larger(fast.start.x[i], end.x[i]) + margin;
  }
  return makeAabb(lower, upper);
}

/// Sets the orientation and rotates L with the body. With L fixed in the world a rod would get a component along its length, where its inertia is
/// small, and gain energy.
void rotateTo(Body& body, Quat q) {
  body.L = rotate(q, inverseRotate(body.q, body.L));
  body.q = q;
}

void putBack(World& world, std::uint32_t index, const BodyPath& path, double t) {
  TUMBLE_ASSERT(t >= 0 && t < 1, "a body is put back to a moment of the step");
  if (putBackJointed(world, index, t)) return;
  Body& body = world.bodies.bodies[index];
  if (path.flies) {
    const Body flown = flownBody(path, t);
    body.x = flown.x, body.q = flown.q, body.v = flown.v, body.L = flown.L;
  } else {
    const ContactSolver& solver = world.contactSolver;
    const std::uint32_t i = wasTouched(solver, index) ? solver.bodies.indexOf[index] : 0;
    if (i != 0 && isInFreeFlight(solver.bodies, i, body)) {  // in closed form between impacts
      Body flown = *path.start;
      if (t * path.time < solver.bodies.flightStarts[solver.bodies.marks[i].flightIndex].time)
        moveFreely(flown, path.gravity, t * path.time);
      else continueFlight(solver, flown, i, t * path.time);
      body.x = flown.x, body.q = flown.q, body.v = flown.v, body.L = flown.L;
    } else {
      const Pose pose = poseAt(path, t);
      rotateTo(body, pose.q);
      body.x = pose.x;
    }
  }
  syncSchemeOrientation(body);
  world.continuous.stopped[index] = 1;
  acceptPose(world, index);
}

void stopVelocity(Body& body, Vec3 face) { body.v += face * larger(0, -dot(face, body.v)); }

/// Stops the motion of the body through a face, but not along it. A body that overlaps a static one, and is pushed out by the contact solver, would
/// otherwise hang there. What joints hold goes back: in one body alone they would pull at the gap, and draw it through the face.
void stopAtFace(World& world, std::uint32_t index, const BodyPath& path, const Stop& stop) {
  TUMBLE_ASSERT(isUnit(toFloat(stop.face)), "a face has a unit normal");  // an axis of a box, which has single precision
  Body& body = world.bodies.bodies[index];
  if (putBackJointed(world, index, stop.time)) return stopVelocity(body, stop.face);
  body.x += stop.face * dot(stop.face, poseAt(path, stop.time).x - body.x);
  stopVelocity(body, stop.face);
  world.continuous.stopped[index] = 1;
  acceptPose(world, index);
}

/// Moves the body with a kinematic one from the pose of that at the impact to the end of the step.
void moveWith(World& world, std::uint32_t index, const Pose& atImpact, const Body& kinematic) {
  Body& body = world.bodies.bodies[index];
  const Quat turn = kinematic.q * conjugate(atImpact.q);
  body.x = kinematic.x + rotate(turn, body.x - atImpact.x);
  rotateTo(body, normalized(turn * body.q));
  syncSchemeOrientation(body);
  acceptPose(world, index);
}

}  // namespace

void stopAtImpacts(World& world) {
  ContinuousCollision& continuous = world.continuous;
  if (continuous.fast.empty()) return;
  const auto fastCount = static_cast<std::uint32_t>(continuous.fast.size());
  continuous.fastOf.assign(world.bodies.bodies.size(), 0);
  continuous.stops.clear();
  continuous.waypoints.clear();
  for (FastBody& fast : continuous.fast) {
    if (continuous.waypoints.size() < kMostWaypoints) storeWaypoints(world, fast);
  }
  const StaticTree& statics = staticTreeOf(world.broadPhase, world.colliders);
  for (std::uint32_t i = 0; i < fastCount; ++i) {
    const FastBody& fast = continuous.fast[i];
    continuous.stops.push_back({2, i, kNoBody, {}});
    if (world.bodies.bodies[fast.index].frozen) continue;
    continuous.fastOf[fast.index] = i + 1;
    const Aabb bounds = sweptBounds(fast, world.bodies.bodies[fast.index], timeStep(world));
    visitOverlapping(statics, bounds, [&](std::uint32_t collider) { updateStopAtRest(world, i, collider); });
  }
  for (const std::uint64_t key : world.contacts.keys) {
    if (continuous.queriesLeft <= 0) break;
    const std::uint32_t a = pairColliderA(key), b = pairColliderB(key);
    const std::uint32_t fastA = continuous.fastOf[world.colliders.colliders[a].body],
                        fastB = continuous.fastOf[world.colliders.colliders[b].body];
    if (fastA != 0) updateStopInPair(world, fastA - 1, b);
    if (fastB != 0) updateStopInPair(world, fastB - 1, a);
  }
  if (continuous.queriesLeft <= 0) world.report.flags |= kImpactsUnseen;
  // The earliest first. A body that was stopped ignores its later stops; the other body of such a stop stops all the same.
  const auto isEarlier = [](const Stop& p, const Stop& q) { return p.time != q.time ? p.time < q.time : p.fast < q.fast; };
  std::make_heap(continuous.stops.begin(), continuous.stops.end(), isEarlier);  // a fraction of the code of std::sort
  std::sort_heap(continuous.stops.begin(), continuous.stops.end(), isEarlier);
  continuous.stopped.assign(world.bodies.bodies.size(), 0);
  for (const Stop& stop : continuous.stops) {
    if (stop.time >= 1) break;
    const FastBody& fast = continuous.fast[stop.fast];
    if (continuous.stopped[fast.index]) continue;
    // A limb that others draw into a face is left to the contact solver: its whole assembly would stay where it is, in every step from now on.
    if (stop.time <= 0 && stop.face != Vec3{} && !jointsOn(world.jointGraph, fast.index).empty()) continue;
    if (stop.other == kNoBody && stop.face != Vec3{}) {
      stopAtFace(world, fast.index, pathOf(world, fast), stop);
      continue;
    }
    putBack(world, fast.index, pathOf(world, fast), stop.time);
    if (stop.other == kNoBody || continuous.stopped[stop.other]) continue;
    const Body end = world.bodies.bodies[stop.other], start = startOf(end, timeStep(world));
    const std::uint32_t otherFast = continuous.fastOf[stop.other];
    const BodyPath path = otherFast != 0 ? pathOf(world, continuous.fast[otherFast - 1]) : slowPathOf(world, start, end);
    if (end.type == BodyType::dynamic) putBack(world, stop.other, path, stop.time);
    else moveWith(world, fast.index, poseAt(path, stop.time), end);
  }
  settleStopped(world);
}

}  // namespace tumble
