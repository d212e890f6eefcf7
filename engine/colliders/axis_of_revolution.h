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

}  // namespace tumble
