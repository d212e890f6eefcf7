#include "narrow_phase/internal_edges.h"

#include <algorithm>

#include "narrow_phase/sphere_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Of the sine of an angle: normals this near to a face are its own.
constexpr double kTilt = 1e-3;
/// rad. A box that is turned against a face by less than this lies on it.
constexpr double kFlat = 0.02;
/// 1. Velocities that differ by less than this share are the same.
constexpr float kSameMotion = 1e-5f;

double magnitude(double x) { return x < 0 ? -x : x; }
double within(double x, double limit) { return x < -limit ? -limit : x > limit ? limit : x; }

Mat3 matrixOf(const OrientedBox& box) { return {toDouble(box.axes.cx), toDouble(box.axes.cy), toDouble(box.axes.cz)}; }

double flushTolerance(Vec3f half) {
  const double thinnest = static_cast<double>(half.x < half.y ? (half.x < half.z ? half.x : half.z) : half.y < half.z ? half.y : half.z);
  return thinnest < 50 * kFlush ? 0.02 * thinnest : kFlush;
}

enum class Cover { none, surface, inside };

/// What the box is at p against the direction n: not there, there with its surface, or it reaches farther along n.
Cover coverAt(const OrientedBox& box, Vec3 p, Vec3 n, double tolerance) {
  if (box.isSphere) return Cover::none;
  const Vec3 from = p - box.center;
  bool reaches = false;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = toDouble(box.axes.column(k));
    const double half = static_cast<double>(box.halfExtents[k]), at = dot(axis, from), along = dot(axis, n);
    if (magnitude(at) > half + tolerance) return Cover::none;
    reaches = reaches || (along > kTilt && at < half - tolerance) || (along < -kTilt && at > tolerance - half);
  }
  return reaches ? Cover::inside : Cover::surface;
}

bool hasSiblings(const ColliderStore& store, std::uint32_t i) {
  const std::uint32_t next = store.sides[i].first + 1;
  return next < store.colliders.size() && store.colliders[next].alive && store.colliders[next].body == store.colliders[i].body;
}

/// Of something kinematic, or frozen.
bool isDriven(const ColliderMotion& motion) { return !motion.still && !motion.yields; }
bool isParked(const ColliderMotion& motion) { return motion.velocity == Vec3f{} && motion.omega == Vec3f{}; }

/// Whether two kinematic colliders keep their places against each other.
bool moveAsOne(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  if (store.colliders[i].body == store.colliders[k].body) return true;
  const ColliderMotion &a = store.motions[i], &b = store.motions[k];
  const Vec3f apart = b.velocity - a.velocity - cross(a.omega, toFloat(store.boxes[k].center - store.boxes[i].center));
  return a.omega == b.omega && lengthSquared(apart) <= kSameMotion * kSameMotion * (lengthSquared(a.velocity) + lengthSquared(b.velocity));
}

bool mayBeInternal(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i) {
  if (store.boxes[i].isSphere) return false;
  const ColliderMotion& motion = store.motions[i];
  if (motion.still) return i < edges.joined.size() && edges.joined[i];
  if (isDriven(motion)) return edges.driven.size() > 1 || (edges.isParked && isParked(motion));
  return store.hasCompounds && hasSiblings(store, i);
}

/// Calls visit(k) for the boxes, near p, of the solid that collider i is part of; also for i.
template <class Visit>
void visitSolid(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i, Vec3 p, Visit&& visit) {
  const ColliderMotion& motion = store.motions[i];
  const Aabb point = makeAabb(p, p);
  if (motion.still || isDriven(motion)) {
    const bool stands = motion.still || isParked(motion);
    if (stands) visitOverlapping(edges.tree, point, visit);
    for (const std::uint32_t k : edges.driven) {
      const bool joins = motion.still ? isParked(store.motions[k]) : moveAsOne(store, i, k);
      if (joins && overlaps(store.sweptBoxes[k], point)) visit(k);
    }
    return;
  }
  const std::uint32_t body = store.colliders[i].body;
  for (std::uint32_t k = store.sides[i].first; k < store.colliders.size() && store.colliders[k].body == body; ++k)
    if (store.colliders[k].alive) visit(k);
}

/// Finds the boxes that may cover some points of collider i: of a compound all 64 would be asked for each of 30 points.
struct Beside {
  const InternalEdges& edges;
  const ColliderStore& store;
  std::uint32_t i;
  double tolerance;
  bool stands, driven;  // edges.beside are kinematic boxes, else siblings; what stands is found by its tree
};

/// For points that are at most `pad` from one of these, all on the box.
Beside besideOf(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i, std::span<const Vec3> points, double pad, double tolerance) {
  const ColliderMotion& motion = store.motions[i];
  const bool driven = isDriven(motion);
  Beside beside{edges, store, i, tolerance, motion.still || (driven && isParked(motion)), motion.still || driven};
  const double reach = 1.01 * (pad + tolerance);
  edges.beside.clear();
  const auto add = [&](std::uint32_t k) {
    const OrientedBox& box = store.boxes[k];
    const Mat3 axes = matrixOf(box);
    const bool isNear = k != i && std::any_of(points.begin(), points.end(), [&](Vec3 p) {
      const Vec3 at = transposeTimes(axes, p - box.center);
      return magnitude(at.x) <= static_cast<double>(box.halfExtents.x) + reach && magnitude(at.y) <= static_cast<double>(box.halfExtents.y) + reach &&
             magnitude(at.z) <= static_cast<double>(box.halfExtents.z) + reach;
    });
    if (isNear) edges.beside.push_back(k);
  };
  if (beside.driven) {
    for (const std::uint32_t k : edges.driven)
      if (motion.still ? isParked(store.motions[k]) : moveAsOne(store, i, k)) add(k);
    return beside;
  }
  const Collider& own = store.colliders[i];
  const double size = lengthSquared(toDouble(own.halfExtents));
  for (std::uint32_t k = store.sides[i].first; k < store.colliders.size() && store.colliders[k].body == own.body; ++k) {
    const Collider& other = store.colliders[k];
    // Farther apart than the spheres round the two, (a + b)^2 <= 2 (a^2 + b^2) with room for the tolerance.
    if (!other.alive || lengthSquared(other.position - own.position) > 2.25 * (size + lengthSquared(toDouble(other.halfExtents)))) continue;
    add(k);
  }
  return beside;
}

/// Whether another box of the solid covers p.
bool isCovered(const Beside& beside, Vec3 p, Vec3 n) {
  const ColliderStore& store = beside.store;
  bool covered = false;
  const auto ask = [&](std::uint32_t k) { covered = covered || (k != beside.i && coverAt(store.boxes[k], p, n, beside.tolerance) == Cover::inside); };
  const Aabb point = makeAabb(p, p);
  if (beside.stands) visitOverlapping(beside.edges.tree, point, ask);
  for (const std::uint32_t k : beside.edges.beside)
    if (!beside.driven || overlaps(store.sweptBoxes[k], point)) ask(k);
  return covered;
}

/// The first box of the solid that has its surface, across n, at p; kNobody: none.
constexpr std::uint32_t kNobody = 0xffffffffu;
std::uint32_t supportAt(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i, Vec3 p, Vec3 n, double tolerance) {
  std::uint32_t first = kNobody;
  visitSolid(edges, store, i, p, [&](std::uint32_t k) {
    if (k < first && coverAt(store.boxes[k], p, n, tolerance) == Cover::surface) first = k;
  });
  return first;
}

/// The same at p and a little farther on the same feature of the box.
bool isCoveredAround(const Beside& beside, Vec3 p, Vec3 n, double reach) {
  if (!isCovered(beside, p, n)) return false;
  const OrientedBox& box = beside.store.boxes[beside.i];
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = toDouble(box.axes.column(k));
    if (magnitude(dot(axis, n)) > kTilt) continue;
    const double half = static_cast<double>(box.halfExtents[k]), at = dot(axis, p - box.center);
    for (const double side : {-reach, reach})
      if (!isCovered(beside, p + axis * (within(at + side, half) - at), n)) return false;
  }
  return true;
}

/// The same for a point and a direction from the centre of the box, where it is now.
std::uint32_t supportAt(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, Vec3 p, Vec3 n, double tolerance) {
  const OrientedBox& placed = c.store.boxes[i];
  const Mat3 axes = matrixOf(box), placedAxes = matrixOf(placed);
  return supportAt(c.edges, c.store, i, placed.center + placedAxes * transposeTimes(axes, p), placedAxes * transposeTimes(axes, n),
                   tolerance);
}

/// A body that slides half beside its narrow tile onto a wide one meets the side of that beside the seam as well, as deep as it lies in
/// the tile: by what contacts yield. Whether all points are so near below a face of the box, and the seam that some are at is flush there.
bool isGrazing(const Beside& beside, std::span<const Vec3> points, Vec3 n, double depth) {
  const OrientedBox& box = beside.store.boxes[beside.i];
  for (int k = 0; k < 6; ++k) {
    const Vec3 up = toDouble(box.axes.column(k / 2)) * (k % 2 == 0 ? 1.0 : -1.0);
    if (magnitude(dot(up, n)) > kTilt) continue;
    bool flush = false, near = true;
    for (const Vec3 p : points) {
      const double below = static_cast<double>(box.halfExtents[k / 2]) - dot(up, p - box.center);
      const Vec3 top = p + up * below;
      near = near && below <= depth;
      flush = flush || (near && isCovered(beside, top, n) && !isCovered(beside, top, up));
    }
    if (near && flush) return true;
  }
  return false;
}

/// True where a look at the middle of the contact tells that it is not internal, as it is on nearly all of a wide floor: no other box is
/// there, and no rim of this one near.
bool isPlainlyExposed(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, const Manifold& manifold, float towardOther, float slop) {
  if (&box != &c.store.boxes[i]) return false;  // at another moment
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
  bool isBeside = false;
  visitSolid(c.edges, c.store, i, box.center + middle, [&](std::uint32_t k) { isBeside = isBeside || k != i; });
  return !isBeside;
}

/// Whether all that the manifold touches of one of the two is internal. `towardOther`: 1 for A, -1 for B.
bool isInternalTo(const ColliderPair& c, std::uint32_t i, const OrientedBox& box, const Manifold& manifold, double towardOther,
                  float slop) {
  if (!mayBeInternal(c.edges, c.store, i) || isPlainlyExposed(c, i, box, manifold, static_cast<float>(towardOther), slop)) return false;
  const OrientedBox& placed = c.store.boxes[i];
  const Mat3 axes = matrixOf(box), placedAxes = matrixOf(placed);
  const Vec3 normal = toDouble(manifold.normal) * towardOther, n = placedAxes * transposeTimes(axes, normal);
  const double tolerance = flushTolerance(box.halfExtents), reach = tolerance + static_cast<double>(slop);
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
  const Beside beside = besideOf(c.edges, c.store, i, all, reach, tolerance);
  if (!beside.stands && c.edges.beside.empty()) return false;
  ++c.edges.looks;
  bool covered = true;
  for (int k = manifold.count; covered && k >= 0; --k) covered = isCoveredAround(beside, points[k], n, reach);
  return covered || isGrazing(beside, all, n, static_cast<double>(slop));
}

/// The axis of the box that runs along a direction, or against it; -1 where none does.
int axisAlong(const OrientedBox& box, Vec3 direction) {
  for (int k = 0; k < 3; ++k)
    if (magnitude(dot(toDouble(box.axes.column(k)), direction)) > 1 - 0.5 * kFlat * kFlat) return k;
  return -1;
}

/// No axis for the first lane any more.
void barAxis(SatResult& sat, int axis) {
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

/// The manifold of a sphere with that face of a box that it is over and that is nearest, of those that are not internal.
void leaveInternal(const ColliderPair& c, float speculative, const Manifold& previous, Manifold& manifold) {
  const bool boxIsA = c.b.isSphere;
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
      nearest += axis * (k == face ? (at < 0 ? -half : half) : at);  // under the centre, or what rolls would seem to sink there
    }
    const double separation = dot(outward, offset - nearest) - radius;
    if (c.forAll && !isOver) isOver = supportAt(c, boxIsA ? c.i : c.j, box, nearest, outward, tolerance) != kNobody;
    if (!isOver || !(static_cast<float>(separation) <= speculative) || static_cast<float>(separation) <= best) continue;
    Manifold touch;
    touch.count = 1;
    touch.normal = toFloat(boxIsA ? outward : -outward);
    touch.points[0] = {toFloat(nearest + outward * (0.5 * separation) + (box.center - c.a.center)), static_cast<float>(separation)};
    if (isInternal(c, touch)) continue;
    best = touch.points[0].separation;
    touch.normalImpulse[0] = previous.normalImpulse[0];
    touch.frictionImpulse = previous.frictionImpulse - touch.normal * dot(touch.normal, previous.frictionImpulse);
    manifold = touch;
  }
}

}  // namespace

void updateInternalEdges(InternalEdges& edges, const StaticTree& statics, const ColliderStore& store) {
  edges.driven.clear();
  bool parked = false;
  for (std::uint32_t i = 0; store.anyDriven && i < store.colliders.size(); ++i) {
    if (!store.colliders[i].alive || !isDriven(store.motions[i]) || store.boxes[i].isSphere) continue;
    edges.driven.push_back(i);
    parked |= isParked(store.motions[i]);
  }
  if (edges.version == statics.version && edges.isParked == parked) return;
  edges.version = statics.version;
  edges.isParked = parked;
  edges.joined.assign(store.colliders.size(), 0);
  List<std::uint32_t> members;
  List<Aabb> boxes(store.colliders.size());
  for (std::size_t k = 0; k < statics.collider.size(); ++k) {
    const std::uint32_t i = statics.collider[k];
    bool joined = parked;
    visitOverlapping(statics, statics.boxes[k],
                     [&](std::uint32_t other) { joined = joined || (other != i && !store.boxes[other].isSphere); });
    if (!joined || store.boxes[i].isSphere) continue;
    edges.joined[i] = 1;
    boxes[i] = statics.boxes[k];
    members.push_back(i);
  }
  std::sort(members.begin(), members.end());
  buildStaticTree(edges.tree, members, boxes);
}

bool mayBeInternal(const InternalEdges& edges, const ColliderStore& store, std::uint32_t i, std::uint32_t j) {
  return mayBeInternal(edges, store, i) || mayBeInternal(edges, store, j);
}

bool isInternal(const ColliderPair& c, const Manifold& manifold) {
  if (manifold.count == 0) return false;
  const float slop = pairSlop(c.a.halfExtents, c.b.halfExtents);
  return isInternalTo(c, c.i, c.a, manifold, 1, slop) || isInternalTo(c, c.j, c.b, manifold, -1, slop);
}

/// m, of the deepest point.
static double deepestOf(const Manifold& manifold) {
  float depth = 0;
  for (int k = 0; k < manifold.count; ++k) depth = std::max(depth, -manifold.points[k].separation);
  return static_cast<double>(depth);
}

static double smallestHalf(const OrientedBox& box) {
  return static_cast<double>(std::min(box.halfExtents.x, std::min(box.halfExtents.y, box.halfExtents.z)));
}

/// In a corner that walls make from inside, the points of one are hidden in the other, and no other axis has a face there: what lies deeper
/// behind it, by its points or by the whole of the boxes, than the thinner box is thick is on its far side. Then the nearest face stays.
void leaveInternal(const ColliderPair& c, const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous,
                   Manifold& manifold) {
  if (!isInternal(c, manifold)) return;
  const BoxPair* const pairs[4] = {&pair, &pair, &pair, &pair};
  const Manifold nearest = manifold;
  const double thinnest = std::min(smallestHalf(c.a), smallestHalf(c.b));
  SatResult rest = sat;
  for (int axis = 0; axis < kAxisCount; ++axis) rest.separation[axis][0] = sat.separation[axis][lane];
  for (int k = 0; k < 2; ++k) rest.size[k][0] = sat.size[k][lane];
  do {
    barAxis(rest, axisNumber(manifold.axis));
    manifold = previous;
    makeManifolds(pairs, rest, 1, {&manifold, &manifold, &manifold, &manifold});
    const double overlap = manifold.count > 0 ? -static_cast<double>(rest.separation[axisNumber(manifold.axis)][0]) : 0;
    if (std::max(overlap, deepestOf(manifold)) > std::max(thinnest, deepestOf(nearest))) {
      manifold = nearest;
      return;
    }
  } while (isInternal(c, manifold));
}

void spanSeams(const ColliderPair& c, float speculative, const Manifold& previous, Manifold& manifold) {
  if (manifold.count == 0 && !(c.forAll && previous.count > 0)) return;
  const bool tileIsA = mayBeInternal(c.edges, c.store, c.i) && (c.store.motions[c.i].still || !mayBeInternal(c.edges, c.store, c.j));
  const std::uint32_t i = tileIsA ? c.i : c.j;
  const OrientedBox &tile = tileIsA ? c.a : c.b, &other = tileIsA ? c.b : c.a;
  const Vec3 normal = toDouble(manifold.count > 0 ? manifold.normal : previous.normal) * (tileIsA ? 1.0 : -1.0),
             offset = other.center - tile.center;
  const int face = axisAlong(tile, normal), otherFace = axisAlong(other, normal);
  if (face < 0 || otherFace < 0) return;
  // How far the other box reaches beyond the face.
  OrientedBox wide = tile;
  double beyond = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == face) continue;
    const Vec3 axis = toDouble(tile.axes.column(k));
    double reach = magnitude(dot(axis, offset));
    for (int m = 0; m < 3; ++m) reach += magnitude(dot(axis, toDouble(other.axes.column(m)))) * static_cast<double>(other.halfExtents[m]);
    beyond = reach - static_cast<double>(tile.halfExtents[k]) > beyond ? reach - static_cast<double>(tile.halfExtents[k]) : beyond;
    wide.halfExtents[k] = tile.halfExtents[k] > 2 * static_cast<float>(reach) ? tile.halfExtents[k] : 2 * static_cast<float>(reach);
  }
  const double tolerance = flushTolerance(tile.halfExtents);
  if (beyond <= static_cast<double>(pairSlop(c.a.halfExtents, c.b.halfExtents))) return;
  // Its four corners there, and its centre.
  const Vec3 toFace = toDouble(tile.axes.column(face)), up = dot(toFace, normal) < 0 ? -toFace : toFace;
  std::uint32_t owner = kNobody;
  for (int corner = -1; corner < 4; ++corner) {
    Vec3 p = offset;
    for (int m = 0; m < 3 && corner >= 0; ++m) {
      const Vec3 side = toDouble(other.axes.column(m)) * static_cast<double>(other.halfExtents[m]);
      const bool plus = m == otherFace ? dot(side, up) < 0 : m == nextAxis(otherFace) ? (corner & 1) != 0 : (corner & 2) != 0;
      p += plus ? side : -side;
    }
    const double above = dot(up, p) - static_cast<double>(tile.halfExtents[face]);
    if (corner >= 0 && above > static_cast<double>(speculative)) return;
    const std::uint32_t support = supportAt(c, i, tile, p - up * above, up, tolerance);
    if (support == kNobody) return;
    if (corner < 0) owner = support;
  }
  if (owner == i || c.forAll)
    manifold = tileIsA ? collideBoxes(wide, c.b, speculative, previous) : collideBoxes(c.a, wide, speculative, previous);
  else manifold.count = 0;
}

Manifold collideExposed(const ColliderPair& c, float speculative, const Manifold& previous) {
  if (!mayBeInternal(c.edges, c.store, c.i, c.j)) return collideShapes(c.a, c.b, speculative, previous);
  if (c.a.isSphere || c.b.isSphere) {
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

Manifold collideSolids(const ColliderPair& c, float speculative, const Manifold& previous) {
  Manifold manifold = collideExposed(c, speculative, previous);
  if (!c.a.isSphere && !c.b.isSphere && mayBeInternal(c.edges, c.store, c.i, c.j)) spanSeams(c, speculative, previous, manifold);
  return manifold;
}

}  // namespace tumble
