#include "fuzz/geometry.h"

#include <algorithm>
#include <cmath>

#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

double extentAlong(const Placed& solid, Vec3 axis) {
  if (solid.round) return solid.half.x;
  return std::fabs(dot(solid.axes.cx, axis)) * solid.half.x + std::fabs(dot(solid.axes.cy, axis)) * solid.half.y +
         std::fabs(dot(solid.axes.cz, axis)) * solid.half.z;
}

double overlapAlong(const Placed& a, const Placed& b, Vec3 axis) {
  return extentAlong(a, axis) + extentAlong(b, axis) - std::fabs(dot(b.center - a.center, axis));
}

double ballInBox(const Placed& ball, const Placed& box) {
  const Vec3 d = transposeTimes(box.axes, ball.center - box.center);
  Vec3 outside;
  double inside = 1e300;
  for (int i = 0; i < 3; ++i) {
    const double beyond = std::fabs(d[i]) - box.half[i];
    outside[i] = beyond > 0 ? beyond : 0;
    inside = std::min(inside, -beyond);
  }
  return inside > 0 ? ball.half.x + inside : ball.half.x - length(outside);
}

}  // namespace

Placed placed(const Solid& solid, const BodyFrame& frame) {
  return {solid.round, frame.x + rotate(frame.q, solid.position), solid.half, toMatrix(frame.q * solid.orientation)};
}

double overlapOf(const Placed& a, const Placed& b) {
  if (a.round && b.round) return a.half.x + b.half.x - length(b.center - a.center);
  if (a.round) return ballInBox(a, b);
  if (b.round) return ballInBox(b, a);
  double least = 1e300;
  for (int i = 0; i < 3; ++i) {
    least = std::min({least, overlapAlong(a, b, a.axes.column(i)), overlapAlong(a, b, b.axes.column(i))});
    for (int j = 0; j < 3; ++j) {
      const Vec3 axis = cross(a.axes.column(i), b.axes.column(j));
      const double l = length(axis);
      if (l > 1e-3) least = std::min(least, overlapAlong(a, b, axis * (1 / l)));
    }
  }
  return least;
}

Vec3 boundsOf(const Placed& solid) { return {extentAlong(solid, {1, 0, 0}), extentAlong(solid, {0, 1, 0}), extentAlong(solid, {0, 0, 1})}; }

Extent extentOf(const Facts& facts, const Frame& frame, std::size_t at) {
  const BodyFacts& body = facts.bodies[at];
  Extent all{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (std::size_t i = 0; i < body.solidCount; ++i) {
    const Placed solid = placed(facts.solids[body.firstSolid + i], frame.bodies[at]);
    const Vec3 half = boundsOf(solid);
    for (int axis = 0; axis < 3; ++axis) {
      all.low[axis] = std::min(all.low[axis], solid.center[axis] - half[axis]);
      all.high[axis] = std::max(all.high[axis], solid.center[axis] + half[axis]);
    }
  }
  return all;
}

double depthOf(const Placed& box, Vec3 point) {
  const Vec3 d = transposeTimes(box.axes, point - box.center);
  if (box.round) return box.half.x - length(d);
  return std::min({box.half.x - std::fabs(d.x), box.half.y - std::fabs(d.y), box.half.z - std::fabs(d.z)});
}

bool crosses(const Placed& box, Vec3 a, Vec3 b, double share) {
  if (box.round) return false;
  const Vec3 from = transposeTimes(box.axes, a - box.center), way = transposeTimes(box.axes, b - a);
  double enter = 0, leave = 1;
  for (int i = 0; i < 3; ++i) {
    const double half = box.half[i] * share;
    if (std::fabs(way[i]) < 1e-300) {
      if (std::fabs(from[i]) > half) return false;
      continue;
    }
    double t0 = (-half - from[i]) / way[i], t1 = (half - from[i]) / way[i];
    if (t0 > t1) std::swap(t0, t1);
    enter = std::max(enter, t0);
    leave = std::min(leave, t1);
  }
  return enter < leave;
}

Vec3 turnBetween(Quat from, Quat to) {
  Quat turned = to * conjugate(from);
  if (turned.w < 0) turned = {-turned.x, -turned.y, -turned.z, -turned.w};
  const Vec3 axis{turned.x, turned.y, turned.z};
  const double sine = length(axis);
  return sine < 1e-9 ? axis * 2.0 : axis * (2 * arcTangent2(sine, turned.w) / sine);
}

}  // namespace tumble::fuzz
