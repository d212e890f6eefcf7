#include "world/continuous_collision.h"

#include <algorithm>

#include "collision/internal_edges.h"
#include "collision/reach.h"
#include "collision/sphere_contact.h"
#include "collision/time_of_impact.h"
#include "contacts/flight_state.h"
#include "motion/free_motion.h"
#include "tuning.h"
#include "world/lasting_forces.h"
#include "world/world.h"

namespace tumble {
namespace {

double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

/// A body on its way through the step.
struct BodyPath {
  const Body* start;
  const Body* end;
  bool flies;
  Vec3 gravity;
  double time;  // s, of the step
};

struct Pose {
  Vec3 x;
  Quat q;
};

Body flownBody(const BodyPath& path, double t) {
  Body body = *path.start;
  moveFreely(body, path.gravity, t * path.time);
  return body;
}

/// In flight the closed form; else straight, turning about one axis.
Pose poseAt(const BodyPath& path, double t) {
  if (path.flies) {
    const Body body = flownBody(path, t);
    return {body.x, body.q};
  }
  const Quat p = path.start->q, q = path.end->q;
  const double b = dot(p, q) < 0 ? -t : t, a = 1 - t;
  return {path.start->x + (path.end->x - path.start->x) * t, normalized(Quat{a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z, a * p.w + b * q.w})};
}

struct ColliderPath {
  BodyPath body;
  const Collider* collider;
};

OrientedBox movingBoxAt(const void* context, double t) {
  const auto& path = *static_cast<const ColliderPath*>(context);
  const Pose pose = poseAt(path.body, t);
  return orientedBoxOf(*path.collider, pose.x, pose.q);
}

OrientedBox stillBoxAt(const void* context, double) { return *static_cast<const OrientedBox*>(context); }

/// m. How far points of the collider are at most from the line along the unit vector u through the centre of mass, in the frame of u. The
/// turning of a sphere about its own centre moves nothing.
double distanceFromAxis(const Collider& collider, Vec3 u) {
  if (collider.isSphere) return length(cross(u, collider.position));
  const Mat3 axes = toMatrix(collider.orientation);
  double most = 0;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 r = collider.position;
    for (int i = 0; i < 3; ++i) r += axes.column(i) * static_cast<double>(corner >> i & 1 ? collider.halfExtents[i] : -collider.halfExtents[i]);
    most = larger(most, length(cross(u, r)));
  }
  return most;
}

/// m/s. Bound on the speed of its points about the centre of mass in free flight. With E the energy of the rotation, omega_i along a
/// principal axis is at most |L| / I_i, and at most sqrt(2 E / I_i): a stick cannot spin about its length with what it tumbles with.
double turningSpeed(const Body& body, const Collider& collider) {
  const Vec3 inverse = body.inverseInertia;
  const double twice = dot(body.L, angularVelocity(body));
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    Vec3 axis;
    axis[i] = 1;
    sum += smaller(length(body.L) * inverse[i], std::sqrt(twice * inverse[i])) * distanceFromAxis(collider, axis);
  }
  return sum;
}

BoxPath boxPathOf(const ColliderPath& path) {
  const Body &start = *path.body.start, &end = *path.body.end;
  BoxPath box{movingBoxAt, &path, {}, {}, {}, 0, 1};
  if (path.body.flies) {
    box.start = start.v * path.body.time;
    box.end = end.v * path.body.time;
    const bool keepsAxis = start.type != BodyType::dynamic || isIsotropic(start.inertia);
    if (keepsAxis) box.turn = angularVelocity(start) * path.body.time;
    else box.turnSize = turningSpeed(start, *path.collider) * path.body.time;
  } else {
    box.start = box.end = end.x - start.x;
    // Between p and q at the distance d on the unit sphere the interpolation turns by 2 d / sqrt(1 - d^2 / 4) at most.
    const Quat p = start.q, q = end.q, turned = q * conjugate(p);
    const double cosine = smaller(turned.w < 0 ? -turned.w : turned.w, 1), d = std::sqrt(2 - 2 * cosine);
    const Vec3 axis = normalized(Vec3{turned.x, turned.y, turned.z});
    box.turn = axis * (2 * d / std::sqrt(1 - 0.25 * d * d));
  }
  const double turn = length(box.turn);
  if (turn > 0) box.radius = distanceFromAxis(*path.collider, inverseRotate(start.q, box.turn * (1 / turn)));
  return box;
}

/// Where a point of the box is when it is elsewhere.
Vec3 carried(Vec3 p, const OrientedBox& from, const OrientedBox& to) {
  const auto matrix = [](const OrientedBox& box) { return Mat3{toDouble(box.axes.cx), toDouble(box.axes.cy), toDouble(box.axes.cz)}; };
  return to.center + matrix(to) * transposeTimes(matrix(from), p - from.center);
}

/// Whether what they meet is only inside the solid that one of them is part of: its surface is not there, or they have not come nearer
/// to it, and slide along it.
bool meetInside(const World& world, std::uint32_t i, const BoxPath& own, std::uint32_t j, const BoxPath& other, double time, double gap) {
  const InternalEdges& edges = world.contactCache.internalEdges;
  if (!mayBeInternal(edges, world.colliders, i, j)) return false;
  const OrientedBox a = own.boxAt(own.context, time), b = other.boxAt(other.context, time);
  const float reach = static_cast<float>(32 * gap);
  const Manifold manifold = collideExposed({edges, world.colliders, i, j, a, b}, reach, {});
  if (manifold.count == 0 && collideShapes(a, b, reach, {}).count == 0) return false;  // edges that pass near each other
  const double before = larger(0, time - 40 * gap / length(own.end - other.end));
  const OrientedBox a0 = own.boxAt(own.context, before), b0 = other.boxAt(other.context, before);
  for (int k = 0; k < manifold.count; ++k) {
    const ManifoldPoint& point = manifold.points[k];
    const Vec3 p = a.center + toDouble(point.position);
    const double closed = dot(toDouble(manifold.normal), carried(p, b, b0) - carried(p, a, a0));
    if (closed > 0.5 * gap) return false;
  }
  return true;
}

/// Where a collider of the fast body first meets the other one.
Meeting meetingOf(const World& world, const BodyPath& own, std::uint32_t index, std::uint32_t otherIndex, const BoxPath& otherPath) {
  const Collider &collider = world.colliders.colliders[index], &other = world.colliders.colliders[otherIndex];
  const double limit = static_cast<double>(std::min(speculativeLimit(collider.halfExtents), speculativeLimit(other.halfExtents)));
  const ColliderPath path{own, &collider};
  const BoxPath box = boxPathOf(path);
  const double farthest = larger(length(box.start - otherPath.start), length(box.end - otherPath.end)) +
                          (box.turnSize + length(box.turn)) * box.radius + (otherPath.turnSize + length(otherPath.turn)) * otherPath.radius;
  if (farthest <= limit) return {};  // the solver looks that far ahead
  const auto thinnest = [](Vec3f h) { return static_cast<double>(std::min(h.x, std::min(h.y, h.z))); };
  const double depth = kDeepest * smaller(thinnest(collider.halfExtents), thinnest(other.halfExtents)), gap = smaller(kImpactGap, 0.1 * limit);
  const Meeting m = timeOfImpact(box, otherPath, {gap, limit, depth});
  if (m.happens && meetInside(world, index, box, otherIndex, otherPath, m.time, gap)) return centerEnters(box, otherPath, gap);
  return m;
}

BodyPath pathOf(const World& world, const FastBody& fast) {
  return {&fast.start, &world.bodies.bodies[fast.index], fast.flies, world.settings.gravity, timeStep(world)};
}

/// The way of a body that is not fast: back from where it is.
Body startOf(const World& world, const Body& end) {
  Body start = end;
  const Vec3 omega = angularVelocity(end);
  const double rate = length(omega), time = timeStep(world);
  start.x = end.x - end.v * time;
  if (rate > 0) start.q = normalized(fromAxisAngle(omega * (1 / rate), -rate * time) * end.q);
  return start;
}

BodyPath slowPathOf(const World& world, const Body& start, const Body& end) {
  return {&start, &end, end.type == BodyType::kinematic, world.settings.gravity, timeStep(world)};
}

/// Takes the meeting of fast body number `fast` with a collider into its stop, if it is the first.
void meet(World& world, std::uint32_t fast, std::uint32_t other, const BoxPath& path, std::uint32_t otherBody) {
  ContinuousCollision& continuous = world.continuous;
  const FastBody& body = continuous.fast[fast];
  const BodyPath own = pathOf(world, body);
  Stop& stop = continuous.stops[fast];
  for (std::uint32_t i = 0; i < body.start.colliderCount; ++i) {
    const Meeting m = meetingOf(world, own, body.start.firstCollider + i, other, path);
    if (m.happens && m.time < stop.time) stop.time = m.time, stop.other = otherBody, stop.face = m.face;
  }
}

void meetStill(World& world, std::uint32_t fast, std::uint32_t collider) {
  meet(world, fast, collider, {stillBoxAt, &world.colliders.boxes[collider], {}, {}, {}, 0, 0}, kNoBody);
}

/// The other collider of a pair: kinematic ones always, dynamic ones on request.
void meetOther(World& world, std::uint32_t fast, std::uint32_t collider) {
  const ContinuousCollision& continuous = world.continuous;
  const Collider& other = world.colliders.colliders[collider];
  const Body& body = world.bodies.bodies[other.body];
  const std::uint32_t otherFast = continuous.fastOf[other.body];
  const bool asked = continuous.fast[fast].start.continuous || (otherFast != 0 && continuous.fast[otherFast - 1].start.continuous);
  if (body.type == BodyType::fixed || (body.type == BodyType::dynamic && !asked)) return;
  if (!isMover(body)) return meetStill(world, fast, collider);
  const Body start = startOf(world, body);
  const BodyPath way = otherFast != 0 ? pathOf(world, continuous.fast[otherFast - 1]) : slowPathOf(world, start, body);
  const ColliderPath path{way, &other};
  meet(world, fast, collider, boxPathOf(path), other.body);
}

/// Everything the body may have swept.
Aabb sweptBounds(const FastBody& fast, const Body& end, double time) {
  const double bend = 0.125 * time * length(end.v - fast.start.v), margin = end.radius + (fast.flies ? bend : 0);
  Vec3 lower, upper;
  for (int i = 0; i < 3; ++i) {
    lower[i] = smaller(fast.start.x[i], end.x[i]) - margin;
    upper[i] = larger(fast.start.x[i], end.x[i]) + margin;
  }
  return makeAabb(lower, upper);
}

/// The spin goes with the body: left where it was, a rod would have part of it about its length, where it is easy to turn, and energy from
/// nothing.
void turnTo(Body& body, Quat q) {
  body.L = rotate(q, inverseRotate(body.q, body.L));
  body.q = q;
}

void putBack(World& world, std::uint32_t index, const BodyPath& path, double t) {
  Body& body = world.bodies.bodies[index];
  if (path.flies) {
    const Body flown = flownBody(path, t);
    body.x = flown.x, body.q = flown.q, body.v = flown.v, body.L = flown.L;
  } else {
    const ContactSolver& solver = world.contactSolver;
    const std::uint32_t i = wasTouched(solver, index) ? solver.bodies.indexOf[index] : 0;
    if (i != 0 && flies(solver.bodies, i, body)) {  // from blow to blow
      Body flown = *path.start;
      if (t * path.time < solver.bodies.flights[solver.bodies.marks[i].flight].time) moveFreely(flown, path.gravity, t * path.time);
      else flyOn(solver, flown, i, t * path.time);
      body.x = flown.x, body.q = flown.q, body.v = flown.v, body.L = flown.L;
    } else {
      const Pose pose = poseAt(path, t);
      turnTo(body, pose.q);
      body.x = pose.x;
    }
  }
  keepOrientation(body);
  world.continuous.stopped[index] = 1;
  body.lastGoodX = body.x;
  body.lastGoodQ = body.q;
}

/// What is deep in a still body, which the contact solver pushes out, goes on along its face and no deeper: held back as a whole, it would
/// hang there.
void keepOut(World& world, std::uint32_t index, const BodyPath& path, const Stop& stop) {
  Body& body = world.bodies.bodies[index];
  body.x += stop.face * dot(stop.face, poseAt(path, stop.time).x - body.x);
  body.v += stop.face * larger(0, -dot(stop.face, body.v));
  world.continuous.stopped[index] = 1;
  body.lastGoodX = body.x;
}

/// A kinematic body goes on to the end of its step and takes along what it met.
void takeAlong(Body& body, const Pose& met, const Body& carrier) {
  const Quat turn = carrier.q * conjugate(met.q);
  body.x = carrier.x + rotate(turn, body.x - met.x);
  turnTo(body, normalized(turn * body.q));
  keepOrientation(body);
  body.lastGoodX = body.x;
  body.lastGoodQ = body.q;
}

}  // namespace

void stopAtImpacts(World& world) {
  ContinuousCollision& continuous = world.continuous;
  if (continuous.fast.empty()) return;
  const auto fastCount = static_cast<std::uint32_t>(continuous.fast.size());
  continuous.fastOf.assign(world.bodies.bodies.size(), 0);
  continuous.stops.clear();
  const StaticTree& statics = staticTreeOf(world.broadPhase, world.colliders);
  for (std::uint32_t i = 0; i < fastCount; ++i) {
    const FastBody& fast = continuous.fast[i];
    continuous.stops.push_back({2, i, kNoBody, {}});
    if (world.bodies.bodies[fast.index].frozen) continue;
    continuous.fastOf[fast.index] = i + 1;
    const Aabb bounds = sweptBounds(fast, world.bodies.bodies[fast.index], timeStep(world));
    visitOverlapping(statics, bounds, [&](std::uint32_t collider) { meetStill(world, i, collider); });
  }
  for (const std::uint64_t key : world.contacts.keys) {
    const std::uint32_t a = pairColliderA(key), b = pairColliderB(key);
    const std::uint32_t fastA = continuous.fastOf[world.colliders.colliders[a].body], fastB = continuous.fastOf[world.colliders.colliders[b].body];
    if (fastA != 0) meetOther(world, fastA - 1, b);
    if (fastB != 0) meetOther(world, fastB - 1, a);
  }
  // The earliest first. Who was stopped is not where a later stop would have it; the other one stops all the same.
  const auto isEarlier = [](const Stop& p, const Stop& q) { return p.time != q.time ? p.time < q.time : p.fast < q.fast; };
  std::make_heap(continuous.stops.begin(), continuous.stops.end(), isEarlier);  // a fraction of the code of std::sort
  std::sort_heap(continuous.stops.begin(), continuous.stops.end(), isEarlier);
  continuous.stopped.assign(world.bodies.bodies.size(), 0);
  for (const Stop& stop : continuous.stops) {
    if (stop.time >= 1) break;
    const FastBody& fast = continuous.fast[stop.fast];
    if (continuous.stopped[fast.index]) continue;
    if (stop.other == kNoBody && stop.face != Vec3{}) {
      keepOut(world, fast.index, pathOf(world, fast), stop);
      continue;
    }
    putBack(world, fast.index, pathOf(world, fast), stop.time);
    if (stop.other == kNoBody || continuous.stopped[stop.other]) continue;
    const Body end = world.bodies.bodies[stop.other], start = startOf(world, end);
    const std::uint32_t otherFast = continuous.fastOf[stop.other];
    const BodyPath path = otherFast != 0 ? pathOf(world, continuous.fast[otherFast - 1]) : slowPathOf(world, start, end);
    if (end.type == BodyType::dynamic) putBack(world, stop.other, path, stop.time);
    else takeAlong(world.bodies.bodies[fast.index], poseAt(path, stop.time), end);
  }
}

}  // namespace tumble
