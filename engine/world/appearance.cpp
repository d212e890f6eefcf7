#include "world/appearance.h"

namespace tumble {
namespace {

std::uint32_t indexOf(std::vector<Geometry>& geometries, const Geometry& geometry) {
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

}  // namespace

void dropGeometries(std::span<const Appearance> appearances, std::vector<Geometry>& geometries) {
  List<std::uint8_t> used(geometries.size());
  for (const Appearance& a : appearances) {
    if (a.type >= ShapeType::hull) used[a.geometry] = 1;
  }
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    if (!used[i]) geometries[i] = {};
  }
  while (!geometries.empty() && geometries.back().vertices.empty()) geometries.pop_back();
}

void addAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body, std::span<const Shape> shapes) {
  for (const Shape& shape : shapes) {
    if (isCollider(shape)) continue;
    Appearance appearance;
    appearance.body = body;
    appearance.type = shape.type;
    appearance.subtract = shape.subtract;
    appearance.dimensions = shape.type == ShapeType::box ? shape.halfExtents : Vec3{shape.radius, shape.height, 0};
    if (!shape.vertices.empty()) appearance.geometry = indexOf(geometries, {shape.vertices, shape.triangles, shape.masses});
    appearance.position = shape.position;
    appearance.orientation = shape.orientation;
    appearances.push_back(appearance);
  }
}

void copyAppearances(List<Appearance>& appearances, std::vector<Geometry>& geometries, std::uint32_t body,
                     std::span<const Appearance> others, std::span<const Geometry> otherGeometries) {
  for (const Appearance& other : others) {
    if (other.body != body) continue;
    Appearance& copy = appearances.emplace_back();
    copy = other;
    if (other.type >= ShapeType::hull) copy.geometry = indexOf(geometries, otherGeometries[other.geometry]);
  }
}

}  // namespace tumble
