// A convex hull as a collider: its corners, and its faces, merged from coplanar triangles.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"
#include "math/vec3.h"

namespace tumble {

struct HullFace {
  Vec3 normal;                 // unit, outwards
  std::uint32_t first, count;  // corners [first, first + count) of Hull::corners, counter-clockwise seen from outside
};

struct MeshTriangle;

/// In the axes of its shape, from the centre of the box around it.
struct Hull {
  Vec3 center;                             // m, of that box, from the origin of the shape
  Vec3 halfExtents;                        // m
  List<Vec3> vertices;                     // m
  List<HullFace> faces;                    // largest triangle first
  List<std::uint32_t> corners;             // indices of vertices
  const MeshTriangle* triangle = nullptr;  // of a triangle: its surroundings (triangle_mesh.h)
};

/// The hull of vertices (m) whose surface convexHull has found: three of them a triangle. Time by faces times triangles.
Hull makeHull(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles);

}  // namespace tumble
