// How deep two solids are in each other, and how far apart: the laws' own answer, in double.
#pragma once
#include "fuzz/facts.h"

namespace tumble::fuzz {

/// A solid in the world.
struct Placed {
  bool round = false;
  Vec3 center, half;
  Mat3 axes;
  Outline outline = Outline::box;
  const std::vector<Vec3>* vertices = nullptr;  // of a hull
  bool isConvex() const { return outline > Outline::ball; }
};

Placed placed(const Solid& solid, const BodyFrame& frame);
/// m: the shortest way to part them by an axis of separation; below 0 they are apart (by no more than that).
double overlapOf(const Placed& a, const Placed& b);
/// Half sides of the axis-aligned box about it.
Vec3 boundsOf(const Placed& solid);
/// m: how deep the point is in a box; below 0 outside.
double depthOf(const Placed& box, Vec3 point);
/// True when the way from a to b goes through the box, made smaller by a share of its half sides.
bool crosses(const Placed& box, Vec3 a, Vec3 b, double share);
/// The axis-aligned box about a body.
struct Extent {
  Vec3 low, high;
};
Extent extentOf(const Facts& facts, const Frame& frame, std::size_t body);
inline bool areApart(const Extent& a, const Extent& b, double room) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.low[axis] > b.high[axis] + room || b.low[axis] > a.high[axis] + room) return true;
  }
  return false;
}
/// m: the way any of its points goes in a step.
inline double wayOf(const Facts& facts, const Frame& frame, std::size_t body) {
  if (facts.bodies[body].type == BodyType::fixed) return 0;
  return (length(frame.bodies[body].v) + length(frame.bodies[body].omega) * facts.bodies[body].reach) * facts.h;
}

/// The turn from one orientation to another as a rotation vector, rad.
Vec3 turnBetween(Quat from, Quat to);

}  // namespace tumble::fuzz
