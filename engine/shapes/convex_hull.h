// Convex hull of points as a closed surface of triangles.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"
#include "math/vec3.h"

namespace tumble {

/// Three vertices a triangle, counter-clockwise seen from outside. Points inside or on the hull are in no triangle. Empty when
/// the points lie in one plane (within kFlat of their extent), or on a needle so slim that rounding leaves it open, or are fewer than four.
/// Incremental: M. Kallay, "The complexity of incremental convex hull algorithms", 1984. Time by points times triangles.
List<std::uint32_t> convexHull(std::span<const Vec3> points);

/// Share of the extent: points nearer to a plane lie in it.
constexpr double kFlat = 1e-10;

/// True when each edge of the triangles occurs exactly once each way: a closed surface with one side outside.
bool isClosedSurface(std::span<const std::uint32_t> triangles);

}  // namespace tumble
