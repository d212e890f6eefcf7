#include "world/body_path.h"

#include <algorithm>
#include <cmath>

#include "math/rotation_vector.h"
#include "motion/free_motion.h"
#include "tuning.h"

namespace tumble {
namespace {

double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

int waypointBefore(double t) { return t > 0 ? std::min(static_cast<int>(t * kWaypoints), kWaypoints - 1) : 0; }

Pose between(const Body& start, const Body& end, double t) {
  const Quat p = start.q, q = end.q;
  const double b = dot(p, q) < 0 ? -t : t, a = 1 - t;
  return {start.x + (end.x - start.x) * t, normalized(Quat{a * p.x + b * q.x, a * p.y + b * q.y, a * p.z + b * q.z, a * p.w + b * q.w})};
}

OrientedBox movingBoxAt(const void* context, double t) {
  const auto& path = *static_cast<const ColliderPath*>(context);
  const Pose pose = poseAt(path.body, t);
  return orientedBoxOf(*path.collider, pose.x, pose.q);
}

/// m. Bound on the distance of surface points from the line along the unit vector u (principal frame) through the centre of mass. For a sphere that
/// of its centre: rotation about its centre does not move its surface.
double distanceFromAxis(const Collider& collider, Vec3 u) {
  if (collider.isSphere()) return length(cross(u, collider.position));
  const Mat3 axes = toMatrix(collider.orientation);
  double most = 0;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 r = collider.position;
    for (int i = 0; i < 3; ++i)
      r += axes.column(i) * static_cast<double>(corner >> i & 1 ? collider.halfExtents[i] : -collider.halfExtents[i]);
    most = larger(most, length(cross(u, r)));
  }
  return most;
}

/// m/s. Bound on the speed of its points about the centre of mass in free flight. With E the energy of the rotation, omega_i about a
/// principal axis is at most |L| / I_i, and at most sqrt(2 E / I_i), which is less for the long axis of a tumbling stick.
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

OrientedBox stillBoxAt(const void* context, double) { return *static_cast<const OrientedBox*>(context); }

}  // namespace

Body flownBody(const BodyPath& path, double t) {
  const int waypoint = path.waypoints ? waypointBefore(t) : 0;
  Body body = path.waypoints ? path.waypoints[waypoint] : *path.start;
  moveFreely(body, path.gravity, (t - waypoint * (1.0 / kWaypoints)) * path.time);
  return body;
}

/// In flight the closed form, or between two waypoints; otherwise linear, with rotation about one axis.
Pose poseAt(const BodyPath& path, double t) {
  if (path.waypoints) {
    const int waypoint = waypointBefore(t);
    return between(path.waypoints[waypoint], waypoint + 1 < kWaypoints ? path.waypoints[waypoint + 1] : *path.end,
                   t * kWaypoints - waypoint);
  }
  if (path.flies) {
    const Body body = flownBody(path, t);
    return {body.x, body.q};
  }
  return between(*path.start, *path.end, t);
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

BoxPath stillPathOf(const OrientedBox& box) { return {stillBoxAt, &box, {}, {}, {}, 0, 0}; }

Body startOf(const Body& end, double time) {
  Body start = end;
  start.x = end.x - end.v * time;
  start.q = turnedAt(angularVelocity(end), -time, end.q);
  return start;
}

}  // namespace tumble
