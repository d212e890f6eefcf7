// What is only drawn: the shapes of bodies that have no place in collision, and the triangles or points of the shapes that are
// not given by a few numbers. Nothing here decides how a world goes on.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "containers/list.h"
#include "bodies/body.h"
#include "shapes/shape.h"

namespace tumble {

/// Triangles (three vertices each) of a hull or mesh, or point masses, in the axes of their shape.
struct Geometry {
  List<Vec3> vertices;            // m
  List<std::uint32_t> triangles;  // empty for points
  List<double> masses;            // kg, of points
};

struct Appearance {
  std::uint32_t body = 0;  // index in the body store
  ShapeType type = ShapeType::box;
  bool subtract = false;
  Vec3 dimensions;         // m: half extents of a box; radius, height, 0 of what is round
  std::uint32_t geometry = 0;  // of hull, mesh and points: index in World::geometries
  Vec3 position;           // m, of the shape's origin in the body frame
  Quat orientation;        // shape -> body frame
};

/// Appends the shapes that are not colliders. Copies of one body share their geometry.
void addAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body,
                    std::span<const Shape> shapes);

/// Empties the geometries that nobody looks like any more; the others keep their names.
void dropGeometries(std::span<const Appearance> appearances, std::vector<Geometry>& geometries);

}  // namespace tumble
