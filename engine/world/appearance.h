// Shapes that are drawn but are no colliders, and hulls, whose collider is not drawn; with the triangles or points of hulls, meshes and point sets.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "colliders/collider.h"
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
  Vec3 dimensions;             // m: half extents of a box or ellipsoid; radius, height, 0 of round shapes
  std::uint32_t geometry = 0;  // of hull, mesh and points: index in World::geometries
  Vec3 position;               // m, of the shape's origin in the body frame
  Quat orientation;            // shape -> body frame
};

/// Index of an equal geometry, which is added if there is none: copies of one body share it.
std::uint32_t geometryIndex(std::vector<Geometry>& geometries, const Geometry& geometry);

/// Appends the shape of a body, if it is not drawn as a collider. Returns the index of its geometry, 0 without one.
std::uint32_t addAppearance(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body, const Shape& shape);

/// Appends those that a body of another world has.
void copyAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body,
                     std::span<const Appearance> others, std::span<const Geometry> otherGeometries);

/// Empties the geometries without an appearance or collider; the others keep their indices.
void dropGeometries(std::span<const Appearance> appearances, ColliderStore& colliders, std::vector<Geometry>& geometries);

/// The hull of a collider of a geometry, made when it is asked for first; of a triangle that in its mesh.
const Hull* hullOf(ColliderStore& colliders, std::span<const Geometry> geometries, const Collider& collider);

}  // namespace tumble
