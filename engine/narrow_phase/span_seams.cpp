#include "narrow_phase/span_seams.h"

#include "narrow_phase/convex_feature.h"
#include "narrow_phase/internal_hull_edges.h"
#include "narrow_phase/span_triangles.h"
#include "narrow_phase/sphere_contact.h"

namespace tumble {
namespace {

/// rad. Faces at a smaller angle are parallel.
constexpr double kFlat = 0.02;

double magnitude(double x) { return x < 0 ? -x : x; }

/// The axis of the box parallel to a direction; -1 for none.
int axisAlong(const OrientedBox& box, Vec3 direction) {
  for (int k = 0; k < 3; ++k)
    if (magnitude(dot(toDouble(box.axes.column(k)), direction)) > 1 - 0.5 * kFlat * kFlat) return k;
  return -1;
}

/// What of a body lies on a face.
struct Foot {
  ShortList<Vec3, 8> corners;  // m, from the centre of the tile
  Vec3 center;                 // m, of the body, from there
  const OrientedBox* box;      // of a box: its extent is that of all of it

  /// m, from the centre of the tile.
  double extentAlong(Vec3 axis) const {
    double extent = box ? magnitude(dot(axis, center)) : 0;
    for (int m = 0; box && m < 3; ++m)
      extent += magnitude(dot(axis, toDouble(box->axes.column(m)))) * static_cast<double>(box->halfExtents[m]);
    if (box) return extent;
    for (const Vec3 corner : corners) extent = magnitude(dot(axis, corner)) > extent ? magnitude(dot(axis, corner)) : extent;
    return extent;
  }
};

/// `offset`: from the centre of the tile to that of the body, m; `up`: the normal of the contact. Without corners where no face or line lies on it.
Foot footOf(const OrientedBox& body, Vec3 offset, Vec3 up) {
  Foot foot{{}, offset, body.isBox() ? &body : nullptr};
  if (body.isSphere() || body.isTriangle()) return foot;
  if (!body.isBox()) {
    const Feature feature = featureOf(body, -up);
    if (feature.corners.size() > 1)
      for (const FeatureCorner& corner : feature.corners) foot.corners.push_back(offset + corner.at);
    return foot;
  }
  const int face = axisAlong(body, up);
  for (int corner = 0; face >= 0 && corner < 4; ++corner) {
    Vec3 p = offset;
    for (int m = 0; m < 3; ++m) {
      const Vec3 side = toDouble(body.axes.column(m)) * static_cast<double>(body.halfExtents[m]);
      const bool plus = m == face ? dot(side, up) < 0 : m == nextAxis(face) ? (corner & 1) != 0 : (corner & 2) != 0;
      p += plus ? side : -side;
    }
    foot.corners.push_back(p);
  }
  return foot;
}

}  // namespace

WideTile spanSeams(const ColliderPair& c, float speculative, const Manifold& previous, Manifold& manifold) {
  if (manifold.count == 0 && !(c.forAll && previous.count > 0)) return {};
  const bool tileIsA = mayLieFlush(c.flush, c.store, c.i) && (c.store.motions[c.i].still || !mayLieFlush(c.flush, c.store, c.j));
  const std::uint32_t i = tileIsA ? c.i : c.j;
  const OrientedBox &tile = tileIsA ? c.a : c.b, &other = tileIsA ? c.b : c.a;
  const Vec3 normal = toDouble(manifold.count > 0 ? manifold.normal : previous.normal) * (tileIsA ? 1.0 : -1.0),
             offset = other.center - tile.center;
  const int face = axisAlong(tile, normal);
  if (face < 0) return {};
  const Vec3 toFace = toDouble(tile.axes.column(face)), up = dot(toFace, normal) < 0 ? -toFace : toFace;
  const Foot foot = footOf(other, offset, normal);
  if (foot.corners.empty()) return {};
  // How far the foot extends beyond the sides of the tile.
  OrientedBox wide = tile;
  double beyond = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == face) continue;
    const Vec3 axis = toDouble(tile.axes.column(k));
    const double extent = foot.extentAlong(axis);
    beyond = extent - static_cast<double>(tile.halfExtents[k]) > beyond ? extent - static_cast<double>(tile.halfExtents[k]) : beyond;
    wide.halfExtents[k] = tile.halfExtents[k] > 2 * static_cast<float>(extent) ? tile.halfExtents[k] : 2 * static_cast<float>(extent);
  }
  const double tolerance = flushTolerance(tile.halfExtents);
  if (beyond <= static_cast<double>(pairSlop(c.a.halfExtents, c.b.halfExtents))) return {};
  // The corners, and the centre (-1).
  std::uint32_t tileBelowCenter = kNoCollider;
  for (int corner = -1; corner < static_cast<int>(foot.corners.size()); ++corner) {
    const Vec3 p = corner < 0 ? offset : foot.corners[static_cast<std::size_t>(corner)];
    const double above = dot(up, p) - static_cast<double>(tile.halfExtents[face]);
    if (corner >= 0 && above > static_cast<double>(speculative)) return {};
    const std::uint32_t support = supportAt(c, i, tile, p - up * above, up, tolerance);
    if (support == kNoCollider) return {};
    if (corner < 0) tileBelowCenter = support;
  }
  if (tileBelowCenter != i && !c.forAll) {
    manifold.count = 0;
    return {};
  }
  const WideTile used{tileIsA, !tileIsA, wide};
  manifold = collideShapes(used.inPlaceOfA(c.a), used.inPlaceOfB(c.b), speculative, previous);
  return used;
}

SolidContact collideSolids(const ColliderPair& c, float speculative, const Manifold& previous, PlaneSeats* seats) {
  SolidContact contact;
  if ((c.a.isTriangle() || c.b.isTriangle()) && spanTriangles(c, speculative, previous, seats, contact)) {
    if (isInternalToHull(c, contact.manifold)) contact.manifold.count = 0;
    return contact;
  }
  contact.manifold = collideExposed(c, speculative, previous);
  const bool maySpan = (c.a.isBox() || c.b.isBox()) && mayBeInternal(c.flush, c.store, c.i, c.j);
  if (maySpan) contact.tile = spanSeams(c, speculative, previous, contact.manifold);
  return contact;
}

}  // namespace tumble
