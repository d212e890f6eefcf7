// Solids of revolution among the shapes: rotation about their axis moves no surface along its normal.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// Which axis of the shape (a Collider or an OrientedBox) it is a solid of revolution about, 0 to 2; -1: none. A sphere, which has every axis: 1.
template <class Box> int axisOfRevolution(const Box& box) {
  const Vec3f h = box.halfExtents;
  if (isPolyhedron(box.shape)) return -1;
  return h.x == h.z ? 1 : h.x == h.y ? 2 : h.y == h.z ? 0 : -1;
}

/// The part of an angular velocity (rad/s), or of a small rotation (rad), that moves no surface along its normal: that about the axis of a solid of
/// revolution, of a sphere all of it. World axes.
inline Vec3 idleSpinOf(const OrientedBox& shape, Vec3 omega) {
  const int axis = axisOfRevolution(shape);
  if (axis < 0 || shape.isSphere()) return axis < 0 ? Vec3{} : omega;
  const Vec3 along = toDouble(shape.axes.column(axis));
  return along * dot(omega, along);
}

}  // namespace tumble
