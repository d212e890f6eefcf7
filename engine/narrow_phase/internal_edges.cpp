#include "narrow_phase/internal_edges.h"

#include <algorithm>

#include "colliders/convex_distance.h"
#include "narrow_phase/clip_feature.h"
#include "narrow_phase/convex_contact.h"
#include "narrow_phase/internal_hull_edges.h"
#include "narrow_phase/sphere_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

double magnitude(double x) { return x < 0 ? -x : x; }
double within(double x, double limit) { return x < -limit ? -limit : x > limit ? limit : x; }

/// isCovered at p, and at `distance` (m) from it in the plane across n, within the box.
bool isCoveredAround(const Neighbourhood& neighbourhood, Vec3 p, Vec3 n, double distance) {
  if (!isCovered(neighbourhood, p, n)) return false;
  const OrientedBox& box = neighbourhood.store.boxes[neighbourhood.i];
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = toDouble(box.axes.column(k));
    if (magnitude(dot(axis, n)) > kTilt) continue;
    const double half = static_cast<double>(box.halfExtents[k]), at = dot(axis, p - box.center);
    for (const double side : {-distance, distance})
      if (!isCovered(neighbourhood, p + axis * (within(at + side, half) - at), n)) return false;
  }
  return true;
}

/// Whether all points lie at most `depth` (m) below a face of the box, at a flush seam of it. A body that slides from a narrow tile half onto a
/// wide one also touches the side of the wide one, as deep as contacts let it sink into the tiles.
bool isGrazing(const Neighbourhood& neighbourhood, std::span<const Vec3> points, Vec3 n, double depth) {
  const OrientedBox& box = neighbourhood.store.boxes[neighbourhood.i];
  for (int k = 0; k < 6; ++k) {
    const Vec3 up = toDouble(box.axes.column(k / 2)) * (k % 2 == 0 ? 1.0 : -1.0);
    if (magnitude(dot(up, n)) > kTilt) continue;
    bool flush = false, near = true;
    for (const Vec3 p : points) {
      const double below = static_cast<double>(box.halfExtents[k / 2]) - dot(up, p - box.center);
      const Vec3 top = p + up * below;
      near = near && below <= depth;
      flush = flush || (near && isCovered(neighbourhood, top, n) && !isCovered(neighbourhood, top, up));
    }
    if (near && flush) return true;
  }
  return false;
}

/// A sufficient condition for a contact that is not internal, cheap to check and met on most of a wide floor: at its middle there is neither
/// another box nor an edge of this one.
bool isPlainlyExposed(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, const Manifold& manifold, float towardOther,
                      float slop) {
  if (&box != &c.store.boxes[i]) return false;  // the pair is at another moment than the store
  Vec3f sum;
  for (int k = 0; k < manifold.count; ++k) {
    const ManifoldPoint& point = manifold.points[k];
    sum += point.position - manifold.normal * (0.5f * towardOther * point.separation);
  }
  const Vec3 middle = c.a.center - box.center + toDouble(sum * (1 / static_cast<float>(manifold.count)));
  for (int k = 0; k < 3; ++k) {
    const Vec3f axis = box.axes.column(k);
    const bool isAcross = magnitude(static_cast<double>(dot(axis, manifold.normal))) <= kTilt;
    if (isAcross && magnitude(dot(toDouble(axis), middle)) > static_cast<double>(box.halfExtents[k] - 2 * slop)) return false;
  }
  return !hasNeighbourAt(c.flush, c.store, i, box.center + middle);
}

/// Whether the manifold touches only internal features of collider i. `towardOther`: 1 for A, -1 for B.
bool isInternalTo(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, const Manifold& manifold, double towardOther,
                  float slop) {
  if (!mayLieFlush(c.flush, c.store, i) || isPlainlyExposed(c, i, box, manifold, static_cast<float>(towardOther), slop)) return false;
  const OrientedBox& placed = c.store.boxes[i];
  const Mat3 axes = toDouble(box.axes), placedAxes = toDouble(placed.axes);
  const Vec3 normal = toDouble(manifold.normal) * towardOther, n = placedAxes * transposeTimes(axes, normal);
  const double tolerance = flushTolerance(box.halfExtents), distance = tolerance + static_cast<double>(slop);
  Vec3 points[kMaxManifoldPoints + 1], middle;
  for (int k = 0; k < manifold.count; ++k) {
    const ManifoldPoint& point = manifold.points[k];
    // On the surface of this box, from its centre.
    const Vec3 p = c.a.center - box.center + toDouble(point.position) - normal * (0.5 * static_cast<double>(point.separation));
    Vec3 local = transposeTimes(axes, p);
    for (int axis = 0; axis < 3; ++axis) local[axis] = within(local[axis], static_cast<double>(box.halfExtents[axis]));
    points[k] = placed.center + placedAxes * local;
    middle += points[k] * (1.0 / manifold.count);
  }
  points[manifold.count] = middle;
  const std::span<const Vec3> all(points, static_cast<std::size_t>(manifold.count) + 1);
  const Neighbourhood neighbourhood = neighbourhoodOf(c.flush, c.store, i, all, distance, tolerance);
  if (!neighbourhood.isStatic && c.flush.neighbours.empty()) return false;
  ++c.flush.checks;
  bool covered = true;
  for (int k = manifold.count; covered && k >= 0; --k) covered = isCoveredAround(neighbourhood, points[k], n, distance);
  return covered || isGrazing(neighbourhood, all, n, static_cast<double>(slop));
}

/// Excludes an axis in the first lane.
void excludeAxis(SatResult& sat, int axis) {
  constexpr int firstOfFamily[kAxisFamilies + 1] = {0, 3, kFirstEdgeAxis, kAxisCount};
  sat.separation[axis][0] = kNoAxis;
  for (int family = 0; family < kAxisFamilies; ++family) {
    sat.best[family][0] = kNoAxis;
    for (int k = firstOfFamily[family]; k < firstOfFamily[family + 1]; ++k) {
      if (!(sat.separation[k][0] > sat.best[family][0])) continue;
      sat.best[family][0] = sat.separation[k][0];
      sat.bestAxis[family][0] = static_cast<float>(k);
    }
  }
}

/// m, of the deepest point.
double depthOf(const Manifold& manifold) {
  float depth = 0;
  for (int k = 0; k < manifold.count; ++k) depth = std::max(depth, -manifold.points[k].separation);
  return static_cast<double>(depth);
}

double smallestHalf(const OrientedBox& box) {
  return static_cast<double>(std::min(box.halfExtents.x, std::min(box.halfExtents.y, box.halfExtents.z)));
}

/// The manifold of a sphere with the nearest face of a box that has the centre of the sphere above it and is not internal.
void leaveInternal(const ColliderPair& c, float speculative, const Manifold& previous, Manifold& manifold) {
  const bool boxIsA = c.b.isSphere();
  const OrientedBox &box = boxIsA ? c.a : c.b, &sphere = boxIsA ? c.b : c.a;
  const double radius = static_cast<double>(sphere.halfExtents.x), tolerance = flushTolerance(box.halfExtents);
  const Vec3 offset = sphere.center - box.center;
  manifold.count = 0;
  float best = -3e38f;
  for (int face = 0; face < 3; ++face) {
    Vec3 nearest, outward;
    bool isOver = true;
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = toDouble(box.axes.column(k));
      const double at = dot(axis, offset), half = static_cast<double>(box.halfExtents[k]);
      if (k == face) outward = at < 0 ? -axis : axis;
      else isOver = isOver && magnitude(at) <= half + tolerance;
      nearest += axis * (k == face ? (at < 0 ? -half : half) : at);  // below the centre: elsewhere a rolling ball would seem to sink
    }
    const double separation = dot(outward, offset - nearest) - radius;
    if (c.forAll && !isOver) isOver = supportAt(c, boxIsA ? c.i : c.j, box, nearest, outward, tolerance) != kNoCollider;
    if (!isOver || !(static_cast<float>(separation) <= speculative) || static_cast<float>(separation) <= best) continue;
    Manifold candidate;
    candidate.count = 1;
    candidate.normal = toFloat(boxIsA ? outward : -outward);
    candidate.points[0] = {toFloat(nearest + outward * (0.5 * separation) + (box.center - c.a.center)), static_cast<float>(separation)};
    if (isInternal(c, candidate)) continue;
    best = candidate.points[0].separation;
    candidate.normalImpulse[0] = previous.normalImpulse[0];
    candidate.frictionImpulse = previous.frictionImpulse - candidate.normal * dot(candidate.normal, previous.frictionImpulse);
    manifold = candidate;
  }
}

/// Keeps the points that lie on that face of the tile, or, where the manifold is that with the whole solid, on a flush one.
void keepPointsOn(const ColliderPair& c, int face, Vec3 outward, bool tileIsA, Manifold& manifold) {
  const OrientedBox& tile = tileIsA ? c.a : c.b;
  const double tolerance = flushTolerance(tile.halfExtents);
  keepPoints(manifold, [&](const ManifoldPoint& point) {
    Vec3 p = c.a.center - tile.center + toDouble(point.position);
    p += outward * (static_cast<double>(tile.halfExtents[face]) - dot(outward, p));
    bool isOn = true;
    for (int m = 0; m < 3; ++m) {
      const double at = magnitude(dot(toDouble(tile.axes.column(m)), p));
      isOn = isOn && (m == face || at <= static_cast<double>(tile.halfExtents[m]) + tolerance);
    }
    return isOn || (c.forAll && supportAt(c, tileIsA ? c.i : c.j, tile, p, outward, tolerance) != kNoCollider);
  });
}

/// The manifold of a shape that is neither box nor sphere with that face of a tile, among those that are not internal, along which the two are
/// farthest apart.
void leaveInternalOfTile(const ColliderPair& c, float speculative, const Manifold& previous, Manifold& manifold) {
  // What lies on a triangle has its normal, wherever its own boxes join.
  if (c.a.isTriangle() ? isFaceOfA(manifold.axis) : c.b.isTriangle() && isFaceOfB(manifold.axis)) return;
  const Manifold first = manifold;
  const bool tileIsA = c.a.isBox();
  const OrientedBox &tile = tileIsA ? c.a : c.b, &other = tileIsA ? c.b : c.a;
  const double tolerance = flushTolerance(tile.halfExtents);
  manifold = {};
  manifold.normal = first.normal;
  double best = -kUnlimitedDistance;
  for (int side = 0; side < 6; ++side) {
    const int face = side / 2;
    const Vec3 outward = toDouble(tile.axes.column(face)) * (side % 2 == 0 ? 1.0 : -1.0), n = tileIsA ? outward : -outward;
    const double distance = dot(n, c.b.center - c.a.center + supportPoint(c.b, -n) - supportPoint(c.a, n));
    if (distance <= best) continue;
    // What lies beside the face would have its points on the side of it.
    const bool isBeside =
        !c.forAll && liesBeside(featureOf(other, -outward), other.center - tile.center, featureOf(tile, outward), tolerance);
    Manifold candidate = isBeside ? Manifold{} : collideAlong(c.a, c.b, {n, distance}, speculative, previous);
    candidate.normal = toFloat(n);
    keepPointsOn(c, face, outward, tileIsA, candidate);
    if (isInternal(c, candidate)) continue;
    best = distance;
    manifold = candidate;
  }
  if (manifold.count > 0 && isConcaveCorner(c, first, -best)) manifold = first;
}

/// Without contacts that are internal to a hull or triangle; those of boxes remain.
Manifold collideConvexExposed(const ColliderPair& c, float speculative, const Manifold& previous) {
  return touchesFlushHull(c) ? collideExposedHull(c, speculative, previous) : collideShapes(c.a, c.b, speculative, previous);
}

}  // namespace

std::uint32_t supportAt(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, Vec3 p, Vec3 n, double tolerance) {
  const OrientedBox& placed = c.store.boxes[i];
  const Mat3 axes = toDouble(box.axes), placedAxes = toDouble(placed.axes);
  return supportAt(c.flush, c.store, i, placed.center + placedAxes * transposeTimes(axes, p), placedAxes * transposeTimes(axes, n),
                   tolerance);
}

bool isConcaveCorner(const ColliderPair& c, const Manifold& first, double depth) {
  return depth > std::max(std::min(smallestHalf(c.a), smallestHalf(c.b)), depthOf(first));
}

bool mayBeInternal(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, std::uint32_t j) {
  return mayLieFlush(flush, store, i) || mayLieFlush(flush, store, j);
}

bool isInternal(const ColliderPair& c, const Manifold& manifold) {
  if (manifold.count == 0) return false;
  const float slop = pairSlop(c.a.halfExtents, c.b.halfExtents);
  return isInternalTo(c, c.i, c.a, manifold, 1, slop) || isInternalTo(c, c.j, c.b, manifold, -1, slop);
}

void leaveInternal(const ColliderPair& c, const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous,
                   Manifold& manifold) {
  if (!isInternal(c, manifold)) return;
  const BoxPair* const pairs[4] = {&pair, &pair, &pair, &pair};
  const Manifold first = manifold;
  SatResult rest = sat;
  for (int axis = 0; axis < kAxisCount; ++axis) rest.separation[axis][0] = sat.separation[axis][lane];
  for (int k = 0; k < 2; ++k) rest.size[k][0] = sat.size[k][lane];
  do {
    excludeAxis(rest, axisNumber(manifold.axis));
    manifold = previous;
    makeManifolds(pairs, rest, 1, {&manifold, &manifold, &manifold, &manifold});
    const double overlap = manifold.count > 0 ? -static_cast<double>(rest.separation[axisNumber(manifold.axis)][0]) : 0;
    if (isConcaveCorner(c, first, std::max(overlap, depthOf(manifold)))) {
      manifold = first;
      return;
    }
  } while (isInternal(c, manifold));
}

Manifold collideExposed(const ColliderPair& c, float speculative, const Manifold& previous) {
  const bool convex = isConvex(c.a, c.b);
  if (!mayBeInternal(c.flush, c.store, c.i, c.j) || (convex && !c.a.isBox() && !c.b.isBox()))
    return collideConvexExposed(c, speculative, previous);
  if (convex) {
    Manifold manifold = collideConvexExposed(c, speculative, previous);
    if (isInternal(c, manifold) || (c.forAll && manifold.count == 0)) leaveInternalOfTile(c, speculative, previous, manifold);
    return manifold;
  }
  if (c.a.isSphere() || c.b.isSphere()) {
    Manifold manifold = collideSphere(c.a, c.b, speculative, previous);
    if (isInternal(c, manifold) || (c.forAll && manifold.count == 0)) leaveInternal(c, speculative, previous, manifold);
    return manifold;
  }
  BoxPair pair;
  placePair(c.a, c.b, speculative, pair);
  const BoxPair* const pairs[4] = {&pair, &pair, &pair, &pair};
  SatResult sat;
  separateBoxes(pairs, sat);
  Manifold manifold = previous;
  if ((sat.apart & 1) != 0) {
    manifold.count = 0;
  } else {
    makeManifolds(pairs, sat, 1, {&manifold, &manifold, &manifold, &manifold});
    leaveInternal(c, pair, sat, 0, previous, manifold);
  }
  if (manifold.count == 0) {
    manifold = {};
    manifold.axis = previous.axis;
  }
  return manifold;
}

}  // namespace tumble
