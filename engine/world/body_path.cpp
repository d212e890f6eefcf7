#include "world/body_path.h"

#include <algorithm>
#include <cmath>

#include "colliders/axis_of_revolution.h"
#include "math/rotation_vector.h"
#include "motion/free_motion.h"
#include "tuning.h"

namespace tumble {
namespace {

double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }
double magnitude(double x) { return x < 0 ? -x : x; }

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

/// m. Bound on the speed of its surface along any normal when it rotates about the unit vector u (principal frame) through the centre of mass at
/// 1 rad/s. Rotation about its own axis d does not move a solid of revolution: the point p, from its centre c, where the surface faces along n is
/// in the plane of d and n, so p x n is perpendicular to d, and u.((c + p) x n) is at most |u x c| + |u x d| |p|.
double surfaceSpeed(const Collider& collider, Vec3 u) {
  const double most = distanceFromAxis(collider, u);
  const int axis = axisOfRevolution(collider);
  if (collider.isSphere() || axis < 0) return most;
  Vec3 d;
  d[axis] = 1;
  d = rotate(collider.orientation, d);
  return smaller(most, length(cross(u, collider.position)) + length(cross(u, d)) * length(toDouble(collider.halfExtents)));
}

/// rad/s. Bounds on the rates about the principal axes in free flight, which keeps L and E: of |L|^2 - 2 E I_k = sum I_j (I_j - I_k) omega_j^2, with
/// I_k the least moment or the greatest, all terms have one sign, and none exceeds the sum. What spins fast and tilts slowly goes on so.
Vec3 mostRates(const Body& body) {
  const Vec3 moments = body.inertia, rates = inverseRotate(body.q, angularVelocity(body));
  const double least = smaller(moments.x, smaller(moments.y, moments.z)), greatest = larger(moments.x, larger(moments.y, moments.z));
  Vec3 most;
  for (int i = 0; i < 3; ++i) {
    most[i] = length(body.L) * body.inverseInertia[i];
    for (const double extreme : {least, greatest}) {
      double sum = 0;
      for (int j = 0; j < 3; ++j) sum += moments[j] * magnitude(moments[j] - extreme) * rates[j] * rates[j];
      const double share = moments[i] * magnitude(moments[i] - extreme);
      if (sum < share * most[i] * most[i]) most[i] = std::sqrt(sum / share);
    }
  }
  return most;
}

/// m/s. Bound on the speed of its surface about the centre of mass in free flight.
double turningSpeed(const Body& body, const Collider& collider) {
  const Vec3 rates = mostRates(body);
  return rates.x * surfaceSpeed(collider, {1, 0, 0}) + rates.y * surfaceSpeed(collider, {0, 1, 0}) +
         rates.z * surfaceSpeed(collider, {0, 0, 1});
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
  if (turn > 0) {
    const Vec3 axis = inverseRotate(start.q, box.turn * (1 / turn));
    box.radius = distanceFromAxis(*path.collider, axis);
    box.turning = turn * surfaceSpeed(*path.collider, axis);
  }
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
