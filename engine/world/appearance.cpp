#include "world/appearance.h"

#include "assertion.h"
#include "colliders/triangle_mesh.h"

namespace tumble {

std::uint32_t geometryIndex(std::vector<Geometry>& geometries, const Geometry& geometry) {
  // Copies are created one after the other, and a body has few shapes: an equal geometry is near the end.
  constexpr std::size_t kSearchBack = 64;
  const std::size_t first = geometries.size() > kSearchBack ? geometries.size() - kSearchBack : 0;
  for (std::size_t i = first; i < geometries.size(); ++i) {
    const Geometry& g = geometries[i];
    if (g.vertices == geometry.vertices && g.triangles == geometry.triangles && g.masses == geometry.masses)
      return static_cast<std::uint32_t>(i);
  }
  geometries.push_back(geometry);
  return static_cast<std::uint32_t>(geometries.size() - 1);
}

void dropGeometries(std::span<const Appearance> appearances, ColliderStore& colliders, std::vector<Geometry>& geometries) {
  List<std::uint8_t> used(geometries.size());
  for (const Appearance& a : appearances) {
    if (hasVertices(a.type)) used[a.geometry] = 1;
  }
  for (const Collider& c : colliders.colliders) {
    if (c.alive && c.hull) used[c.geometry] = 1;
  }
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    if (used[i]) continue;
    geometries[i] = {};
    if (i < colliders.hulls.size()) colliders.hulls[i].reset();
    if (i < colliders.meshes.size()) colliders.meshes[i].reset();
  }
  while (!geometries.empty() && geometries.back().vertices.empty()) geometries.pop_back();
}

std::uint32_t addAppearance(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body, const Shape& shape) {
  if (isCollider(shape) && !hasVertices(shape.type)) return 0;
  Appearance appearance;
  appearance.body = body;
  appearance.type = shape.type;
  appearance.subtract = shape.subtract;
  const bool hasHalfExtents = shape.type == ShapeType::box || shape.type == ShapeType::ellipsoid;
  appearance.dimensions = hasHalfExtents ? shape.halfExtents : Vec3{shape.radius, shape.height, 0};
  if (!shape.vertices.empty()) appearance.geometry = geometryIndex(geometries, {shape.vertices, shape.triangles, shape.masses});
  appearance.position = shape.position;
  appearance.orientation = shape.orientation;
  appearances.push_back(appearance);
  return appearance.geometry;
}

void copyAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body,
                     std::span<const Appearance> others, std::span<const Geometry> otherGeometries) {
  for (const Appearance& other : others) {
    if (other.body != body) continue;
    Appearance& copy = appearances.emplace_back();
    copy = other;
    if (hasVertices(other.type)) copy.geometry = geometryIndex(geometries, otherGeometries[other.geometry]);
  }
}

const Hull* hullOf(ColliderStore& colliders, std::span<const Geometry> geometries, const Collider& collider) {
  const std::uint32_t index = collider.geometry;
  TUMBLE_ASSERT(index < geometries.size(), "a hull has its geometry");
  const Geometry& geometry = geometries[index];
  const auto madeOnce = [&](auto& list, auto make) {
    if (list.size() <= index) list.resize(index + 1);
    if (!list[index])
      list[index] =
          std::make_shared<const decltype(make(geometry.vertices, geometry.triangles))>(make(geometry.vertices, geometry.triangles));
    return list[index].get();
  };
  if (collider.shape == ColliderShape::hull) return madeOnce(colliders.hulls, makeHull);
  return &madeOnce(colliders.meshes, makeTriangleMesh)->triangles[collider.triangle].hull;
}

}  // namespace tumble
