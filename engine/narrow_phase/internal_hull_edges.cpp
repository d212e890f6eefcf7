#include "narrow_phase/internal_hull_edges.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/convex_distance.h"
#include "colliders/triangle_mesh.h"
#include "narrow_phase/clip_feature.h"
#include "narrow_phase/convex_contact.h"
#include "narrow_phase/sphere_contact.h"
#include "narrow_phase/triangle_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Of the sine of an angle: a face that rises from what covers it by less is a ramp, not a hidden face.
constexpr double kRamp = 0.7;

/// The hull or triangle of a pair that lies flush with others.
struct FlushHull {
  const ColliderPair& c;
  bool isA = mayLieFlushAsHull(c.flush, c.store, c.i);
  std::uint32_t index = isA ? c.i : c.j;
  const OrientedBox& box = isA ? c.a : c.b;
  const OrientedBox& shape = isA ? c.b : c.a;
  const Hull& hull = *box.hull;
  Mat3 axes = toDouble(box.axes);
  double slop = static_cast<double>(pairSlop(c.a.halfExtents, c.b.halfExtents));

  double towardOther() const { return isA ? 1 : -1; }
  /// m, of p above a face; both from the centre of the box, in its axes.
  double height(const HullFace& face, Vec3 p) const { return dot(face.normal, p - hull.vertices[hull.corners[face.first]]); }
  Vec3 local(Vec3f fromA) const { return transposeTimes(axes, c.a.center - box.center + toDouble(fromA)); }
  Vec3 normal(const Manifold& manifold) const { return transposeTimes(axes, toDouble(manifold.normal) * towardOther()); }
  /// The point of the manifold on the surface of the hull.
  Vec3 touching(const Manifold& manifold, int k) const {
    const ManifoldPoint& point = manifold.points[k];
    Vec3 p = local(point.position) - normal(manifold) * (0.5 * static_cast<double>(point.separation));
    if (hull.triangle) return nearestPoint(*hull.triangle, p);
    for (int round = 0; round < 4; ++round) {  // the points of two faces that are not parallel are not on them to the last digit
      for (const HullFace& face : hull.faces) p -= face.normal * std::max(0.0, height(face, p));
    }
    return p;
  }
};

/// Whether the manifold touches only features beyond which another shape goes on: at its points, and a little farther on the same feature towards all corners
/// of it, as internal_edges.h says.
bool isInternal(const FlushHull& tile, const Manifold& manifold) {
  if (manifold.count == 0) return false;
  const Vec3 n = tile.normal(manifold);
  const double distance = kFlush + tile.slop;
  const Mat3 axes = toDouble(tile.c.store.boxes[tile.index].axes);
  const Vec3 center = tile.c.store.boxes[tile.index].center;
  Vec3 points[kMaxManifoldPoints], placed[kMaxManifoldPoints];
  for (int k = 0; k < manifold.count; ++k) {
    points[k] = tile.touching(manifold, k);
    placed[k] = center + axes * points[k];
  }
  const std::span<const Vec3> all(placed, manifold.count);
  const Neighbourhood neighbourhood = neighbourhoodOf(tile.c.flush, tile.c.store, tile.index, all, distance, kFlush);
  ++tile.c.flush.checks;
  const bool isFace =
      std::ranges::any_of(tile.hull.faces, [&](const HullFace& face) { return dot(face.normal, n) > 1 - 0.5 * kTilt * kTilt; });
  const auto isCoveredAt = [&](Vec3 p) { return isCovered(neighbourhood, center + axes * p, axes * n, isFace ? kRamp : kTilt); };
  double top = -1e300;
  for (const Vec3 corner : tile.hull.vertices) top = std::max(top, dot(n, corner));
  for (const Vec3 p : std::span<const Vec3>(points, manifold.count)) {
    if (!isCoveredAt(p)) return false;
    for (const Vec3 corner : tile.hull.vertices) {
      const Vec3 to = corner - p;
      const double far = length(to);
      const bool isOnFeature = top - dot(n, corner) <= kFlush + kTilt * far;
      if (isOnFeature && far >= kFlush && !isCoveredAt(p + to * std::min(1.0, distance / far))) return false;
    }
  }
  return true;
}

void keepPointsOn(const FlushHull& tile, const HullFace& on, Manifold& manifold) {
  keepPoints(manifold, [&](const ManifoldPoint& point) {
    Vec3 p = tile.local(point.position);
    p -= on.normal * tile.height(on, p);
    return std::ranges::none_of(tile.hull.faces, [&](const HullFace& face) { return tile.height(face, p) > kFlush; });
  });
}

/// The manifold with that face of the hull, among those that are not internal, along which the two are farthest apart. `first`: the manifold that is.
Manifold leaveInternal(const FlushHull& tile, float speculative, const Manifold& previous, const Manifold& first) {
  Manifold manifold;
  manifold.normal = first.normal;
  double best = -kUnlimitedDistance;
  for (const HullFace& face : tile.hull.faces) {
    const Vec3 outward = tile.axes * face.normal, n = outward * tile.towardOther();
    const double distance = dot(n, tile.c.b.center - tile.c.a.center + supportPoint(tile.c.b, -n) - supportPoint(tile.c.a, n));
    if (distance <= best) continue;
    const bool isBeside =
        liesBeside(featureOf(tile.shape, -outward), tile.shape.center - tile.box.center, featureOf(tile.box, outward), kFlush);
    Manifold candidate = isBeside ? Manifold{} : collideAlong(tile.c.a, tile.c.b, {n, distance}, speculative, previous);
    candidate.normal = toFloat(n);
    keepPointsOn(tile, face, candidate);
    if (isInternal(tile, candidate)) continue;
    best = distance;
    manifold = candidate;
  }
  return manifold.count > 0 && isConcaveCorner(tile.c, first, -best) ? first : manifold;
}

}  // namespace

bool touchesFlushHull(const ColliderPair& c) {
  return mayLieFlushAsHull(c.flush, c.store, c.i) || mayLieFlushAsHull(c.flush, c.store, c.j);
}

Manifold collideExposedHull(const ColliderPair& c, float speculative, const Manifold& previous) {
  TUMBLE_ASSERT(touchesFlushHull(c), "one of the two is a hull or triangle that lies flush");
  const Manifold manifold = collideShapes(c.a, c.b, speculative, previous);
  const FlushHull tile{c};
  if (!isInternal(tile, manifold)) return manifold;
  if (!tile.hull.triangle) return leaveInternal(tile, speculative, previous, manifold);
  Manifold above = collideOnTriangle(c.a, c.b, speculative, previous);
  if (isInternal(tile, above)) above.count = 0;  // the side of a solid mesh
  return above;
}

bool isInternalToHull(const ColliderPair& c, const Manifold& manifold) { return touchesFlushHull(c) && isInternal(FlushHull{c}, manifold); }

}  // namespace tumble
