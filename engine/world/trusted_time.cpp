#include "world/trusted_time.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "colliders/axis_of_revolution.h"
#include "colliders/convex_distance.h"
#include "colliders/speculative_distance.h"
#include "math/rotation_vector.h"
#include "queries/time_of_impact.h"
#include "world/world.h"

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

OrientedBox after(double time, const OrientedBox& shape, const ColliderMotion& motion) {
  return turnedAboutCenter(shape, rotatedBy({}, toDouble(motion.omega) * time));
}

/// The motion without what a solid of revolution turns about its own axis: its surface is where it would be without.
ColliderMotion withoutIdleSpin(const OrientedBox& shape, ColliderMotion motion) {
  const int axis = axisOfRevolution(shape);
  if (axis >= 0) motion.omega = motion.omega - shape.axes.column(axis) * dot(motion.omega, shape.axes.column(axis));
  return motion;
}

/// m. By how much the shape comes closer along n in `time` seconds.
double approachOf(const OrientedBox& shape, const ColliderMotion& motion, Vec3 n, double time) {
  return dot(toDouble(motion.velocity), n) * time + dot(supportPoint(after(time, shape, motion), n) - supportPoint(shape, n), n);
}

/// Whether the point of the shape farthest along n moves by no more than kLostLever of its distance from the centre.
bool staysInPlace(const OrientedBox& shape, const ColliderMotion& motion, Vec3 n, double time) {
  const Vec3 lever = supportPoint(shape, n), moved = supportPoint(after(time, shape, motion), n) - lever;
  return dot(moved, moved) <= kLostLever * kLostLever * dot(lever, lever);
}

/// m. How far the shape is ahead, along n, of the foremost of the points (from its centre, turning with it) after `time` s.
double leadOf(std::span<const Vec3> points, const OrientedBox& shape, const ColliderMotion& motion, Vec3 n, double time) {
  const OrientedBox moved = after(time, shape, motion);
  double foremost = -1e300;
  for (const Vec3 p : points) foremost = std::max(foremost, dot(n, toDouble(moved.axes) * transposeTimes(toDouble(shape.axes), p)));
  return dot(n, supportPoint(moved, n)) - foremost;
}

/// Whether the polyhedron still bears on the points: no other one gets ahead of them by more than kSideLead of its distance from the centre. A hull of many
/// sides that rolls would sink in else.
bool bearsOnPoints(std::span<const Vec3> points, const OrientedBox& shape, const ColliderMotion& motion, Vec3 n, double time) {
  const double most = kSideLead * length(supportPoint(shape, n));
  if (static_cast<double>(motion.turning) * time <= most) return true;
  return leadOf(points, shape, motion, n, time) - leadOf(points, shape, motion, n, 0) <= most;
}

/// s. `most`, halved until it is trusted, or shorter than any part.
template <class Predicate> double halvedUntil(double most, Predicate isTrusted) {
  double time = most;
  while (time >= most / kTicksPerStep && !isTrusted(time)) time /= 2;
  return time;
}

/// m. Bound on how much closer the shape may come along n, however it turns on the way.
double reachOf(const OrientedBox& shape, const ColliderMotion& motion, Vec3 n, double time) {
  const double turning =
      std::min(static_cast<double>(motion.turning) * time, length(toDouble(shape.halfExtents)) - dot(supportPoint(shape, n), n));
  return std::max(dot(toDouble(motion.velocity), n), 0.0) * time + turning;
}

/// Whether the shape turns by at most kContactTurn, not counting what a solid of revolution turns about its own axis.
bool turnsLittle(const OrientedBox& shape, const ColliderMotion& motion, double time) {
  return shape.isSphere() || static_cast<double>(length(withoutIdleSpin(shape, motion).omega)) * time <= kContactTurn;
}

/// s. trustedTime of a pair that is not of boxes and spheres, whose supports are exact: a disk that rolls does not come closer however fast it turns.
double trustedTimeOfConvex(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const ConvexDistance apart = convexDistance(a, b);
  const double covered = std::max(apart.distance, static_cast<double>(trustedDistance(a, b)));
  const auto isCovered = [&](double time) {
    return approachOf(a, p, apart.normal, time) + approachOf(b, q, -apart.normal, time) <= covered;
  };
  // Also on the way: a stick may come and go.
  return halvedUntil(
      most, [&](double time) { return isCovered(time) && isCovered(0.75 * time) && isCovered(0.5 * time) && isCovered(0.25 * time); });
}

}  // namespace

double trustedTurningTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const auto turnLittle = [&](double time) { return turnsLittle(a, p, time) && turnsLittle(b, q, time); };
  if (!isConvex(a, b) || turnLittle(most)) return most;
  const ConvexDistance apart = convexDistance(a, b);
  return halvedUntil(most, [&](double time) {
    return turnLittle(time) || reachOf(a, p, apart.normal, time) + reachOf(b, q, -apart.normal, time) < apart.distance;
  });
}

double trustedRollingTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, const Manifold& manifold, double most) {
  for (const std::uint32_t own : {i, j}) {
    const OrientedBox& shape = store.boxes[own];
    const ColliderMotion& motion = store.motions[own];
    const Vec3 n = toDouble(own == i ? manifold.normal : -manifold.normal);
    if (!motion.yields || shape.isSphere() || shape.shape == ColliderShape::box) continue;  // a box has contacts at all corners of its face
    const bool isSmooth = !isHull(shape.shape);
    if (!isSmooth || axisOfRevolution(shape) >= 0) {
      Vec3 points[kMaxManifoldPoints];
      for (int k = 0; k < manifold.count; ++k) points[k] = toDouble(manifold.points[k].position) + store.boxes[i].center - shape.center;
      const std::span<const Vec3> bearing{points, static_cast<std::size_t>(manifold.count)};
      const ColliderMotion tilting = withoutIdleSpin(shape, motion);
      most = halvedUntil(most, [&](double time) { return bearsOnPoints(bearing, shape, tilting, n, time); });
    }
    if (isSmooth && manifold.count == 1 && hasNormalImpulse(manifold)) {
      most = halvedUntil(most, [&](double time) { return staysInPlace(shape, motion, n, time); });
    }
  }
  return most;
}

double trustedTime(const ColliderStore& store, std::uint32_t i, std::uint32_t j, double most) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  if (isConvex(a, b)) return trustedTimeOfConvex(store, i, j, most);
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const auto nearest = static_cast<double>(trustedDistance(a, b));
  const Separation apart = separationOf(a, b);
  const Vec3 n = apart.axis;
  const double fromA = timeToPlane(a, p, n, apart.distance, turningAlong(b, q, n) - dot(toDouble(q.velocity), n), nearest);
  const double fromB = timeToPlane(b, q, -n, apart.distance, turningAlong(a, p, n) + dot(toDouble(p.velocity), n), nearest);
  return std::min(fromA, fromB);
}

bool isSlow(const ColliderStore& store, std::uint32_t i, std::uint32_t j, float time) {
  const ColliderMotion &p = store.motions[i], &q = store.motions[j];
  const OrientedBox &a = store.boxes[i], &b = store.boxes[j];
  const float trusted = trustedDistance(a, b);
  const Vec3f velocity = q.velocity - p.velocity;
  if ((length(velocity) + p.turning + q.turning) * time <= trusted) return true;
  // Seen from one that carries the other along, as a turntable does, that one hardly moves.
  const Vec3f apart = toFloat(b.center - a.center);
  const float turning = length(q.omega - p.omega);
  const float fromA = length(velocity - cross(p.omega, apart)) + turning * length(b.halfExtents),
              fromB = length(velocity - cross(q.omega, apart)) + turning * length(a.halfExtents);
  return std::min(fromA, fromB) * time <= trusted;
}

}  // namespace tumble
