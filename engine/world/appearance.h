// Shapes that are drawn but do not collide, with the triangles or points of hulls, meshes and point sets. Nothing here affects the motion.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "bodies/body.h"
#include "containers/list.h"
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
  Vec3 dimensions;             // m: half extents of a box; radius, height, 0 of round shapes
  std::uint32_t geometry = 0;  // of hull, mesh and points: index in World::geometries
  Vec3 position;               // m, of the shape's origin in the body frame
  Quat orientation;            // shape -> body frame
};

/// Appends the shapes that are not colliders. Copies of one body share their geometry.
void addAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body, std::span<const Shape> shapes);

/// Appends those that a body of another world has.
void copyAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body,
                     std::span<const Appearance> others, std::span<const Geometry> otherGeometries);

/// Empties the geometries without an appearance; the others keep their indices.
void dropGeometries(std::span<const Appearance> appearances, std::vector<Geometry>& geometries);

}  // namespace tumble
