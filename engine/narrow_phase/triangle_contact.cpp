#include "narrow_phase/triangle_contact.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/triangle_mesh.h"
#include "narrow_phase/clip_feature.h"
#include "narrow_phase/convex_contact.h"
#include "narrow_phase/sphere_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr double kHollow = 1e-3;  // sine of the angle from which a surface rises
constexpr double kRim = 1e-6;     // of the size: a point above the rim of the triangle is above it
/// Along the nearest normal that a triangle has a shape may overlap by so much (m), and by so many times the least overlap: else it lies beside the
/// triangle, not on it.
constexpr double kGrazing = 0.002, kTimesDeeper = 4;

/// A triangle and the other shape, in the axes of the mesh, from the centre of the box around the triangle.
struct Above {
  const MeshTriangle& triangle;
  const OrientedBox &placed, &shape;
  Mat3 axes = toDouble(placed.axes);
  Vec3 center = transposeTimes(axes, shape.center - placed.center);

  /// m, above the plane of the triangle.
  double height(Vec3 p) const { return dot(triangle.normal(), p - triangle.hull.vertices[0]); }
  Vec3 support(Vec3 n) const { return center + transposeTimes(axes, supportPoint(shape, axes * n)); }
  double rim() const { return kRim * static_cast<double>(length(placed.halfExtents) + length(shape.halfExtents)); }
  bool isOn(Vec3 p) const { return lengthSquared(nearestPoint(triangle, p) - p) <= rim() * rim(); }
  bool isOver(Vec3 p) const { return isOn(p - triangle.normal() * height(p)); }
};

/// Whether the surface rises from the point p of the rim of the triangle towards `side`, and falls nowhere there.
bool risesTowards(const MeshTriangle& triangle, Vec3 p, Vec3 side, double rim) {
  const Vec3 own = triangle.normal();
  const List<Vec3>& corners = triangle.hull.vertices;
  for (std::size_t k = 0; k < 3; ++k) {
    if (lengthSquared(p - corners[k]) > rim * rim) continue;
    bool rises = false, falls = false;
    for (const Vec3 along : triangle.around[k]) {
      if (dot(along, side) <= 0) continue;
      rises |= dot(along, own) > kHollow;
      falls |= dot(along, own) < -kHollow;
    }
    return rises && !falls;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 edge = corners[(k + 1) % 3] - corners[k];
    if (lengthSquared(cross(p - corners[k], edge)) <= rim * rim * lengthSquared(edge)) return dot(triangle.edges[k].inward, own) > kHollow;
  }
  return false;
}

/// The normal and signed distance of a contact, and whether all its points must be above the triangle, because other triangles are nearer.
struct TriangleDistance {
  Vec3 normal;  // away from the triangle, in the axes of the mesh
  double distance;
  bool touches, onlyAbove = false;
};

TriangleDistance distanceOfSphere(const Above& above) {
  const MeshTriangle& triangle = above.triangle;
  const double radius = static_cast<double>(above.shape.halfExtents.x), height = above.height(above.center);
  const Vec3 own = triangle.normal();
  if (height < -kSheet) return {own, height, false};
  const Vec3 gap = above.center - nearestPoint(triangle, above.center);
  const double distance = length(gap);
  if (above.isOver(above.center)) return {own, height - radius, true};
  const Vec3 n = gap * (1 / distance);
  return {n, distance - radius, height >= 0 && exposedNormal(triangle, n) == n};
}

TriangleDistance distanceOf(const Above& above, float speculative, const OrientedBox& a, const OrientedBox& b, Vec3 hint) {
  const MeshTriangle& triangle = above.triangle;
  const Vec3 own = triangle.normal(), lowest = above.support(-own);
  const double height = above.height(lowest);
  if (height > static_cast<double>(speculative)) return {own, height, false};
  if (above.height(above.center) < -kSheet) return {own, height, false};
  const bool isOver = above.isOver(lowest);
  if (isOver && height > -kGrazing) return {own, height, true};
  const ConvexDistance nearest = convexDistance(a, b, hint, static_cast<double>(speculative));
  const double deepest = std::max(kGrazing, -kTimesDeeper * nearest.distance);
  if (isOver) return {own, height, -height <= deepest};  // else it is about to leave the rim, and the neighbour has it
  const Vec3 n = transposeTimes(above.axes, nearest.normal) * (&above.placed == &a ? 1.0 : -1.0);
  const Vec3 exposed = exposedNormal(triangle, n);
  if (nearest.distance > static_cast<double>(speculative)) return {n, nearest.distance, false};
  if (exposed == n) return {n, nearest.distance, true};
  double top = -1e300;
  for (const Vec3 p : triangle.hull.vertices) top = std::max(top, dot(exposed, p));
  const double along = dot(exposed, above.support(-exposed)) - top;
  return {exposed, along, -along <= deepest, true};
}

}  // namespace

bool isBehind(const OrientedBox& shape, const OrientedBox& triangle) {
  const Above above{*triangle.hull->triangle, triangle, shape};
  return above.height(above.center) < 0;
}

Manifold collideOnTriangle(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  const bool isA = a.isTriangle();
  const Above above{*(isA ? a : b).hull->triangle, isA ? a : b, isA ? b : a};
  const Vec3 own = above.triangle.normal(), n = above.axes * own * (isA ? 1.0 : -1.0);
  Manifold manifold;
  manifold.normal = toFloat(n);
  const double height = above.height(above.support(-own));
  if (height > static_cast<double>(speculative) || height < -kGrazing) return manifold;
  const Vec3 up = above.axes * own;
  if (liesBeside(featureOf(above.shape, -up), above.shape.center - above.placed.center, featureOf(above.placed, up), kFlush))
    return manifold;
  manifold = collideAlong(a, b, {n, height}, speculative, previous);
  keepPoints(manifold, [&](const ManifoldPoint& point) {
    const Vec3 p = transposeTimes(above.axes, a.center - above.placed.center + toDouble(point.position)), foot = p - own * above.height(p);
    return lengthSquared(nearestPoint(above.triangle, foot) - foot) <= kFlush * kFlush;
  });
  return manifold;
}

Manifold collideTriangle(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  TUMBLE_ASSERT(a.isTriangle() != b.isTriangle(), "one of the two is a triangle: a mesh does not move");
  const bool isA = a.isTriangle();
  const double away = isA ? 1 : -1;
  const Above above{*(isA ? a : b).hull->triangle, isA ? a : b, isA ? b : a};
  const Vec3 hint = previous.count > 0 ? toDouble(previous.normal) : Vec3{};
  const TriangleDistance d = above.shape.isSphere() ? distanceOfSphere(above) : distanceOf(above, speculative, a, b, hint);
  Manifold manifold;
  const Vec3 n = above.axes * d.normal * away;
  manifold.normal = toFloat(n);
  if (!d.touches || d.distance > static_cast<double>(speculative)) return manifold;
  manifold = collideAlong(a, b, {n, d.distance}, speculative, previous);
  if (!d.onlyAbove) return manifold;
  for (int k = 0; k < manifold.count; ++k) {
    const ManifoldPoint& point = manifold.points[k];
    const Vec3 p = transposeTimes(above.axes, a.center - above.placed.center + toDouble(point.position));
    const Vec3 onSurface = p - transposeTimes(above.axes, toDouble(manifold.normal)) * (0.5 * away * static_cast<double>(point.separation));
    if (!above.isOn(onSurface)) manifold.count = 0;
  }
  return manifold;
}

Manifold collideAhead(const OrientedBox& a, const OrientedBox& b, float reach, float speculative, const Manifold& previous) {
  const bool isA = a.isTriangle();
  const Above above{*(isA ? a : b).hull->triangle, isA ? a : b, isA ? b : a};
  const Vec3 own = above.triangle.normal(), lowest = above.support(-own);
  const double height = above.height(lowest);
  if (!(height >= 0 && height <= static_cast<double>(speculative))) return {};
  const Vec3 foot = lowest - own * height, nearest = nearestPoint(above.triangle, foot), aside = foot - nearest;
  if (lengthSquared(aside) > static_cast<double>(reach) * static_cast<double>(reach)) return {};
  if (!risesTowards(above.triangle, nearest, aside, above.rim())) return {};
  return collideAlong(a, b, {above.axes * own * (isA ? 1.0 : -1.0), height}, speculative, previous);
}

}  // namespace tumble
