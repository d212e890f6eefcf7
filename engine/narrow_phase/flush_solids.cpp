#include "narrow_phase/flush_solids.h"

#include <algorithm>

#include "colliders/triangle_mesh.h"
#include "narrow_phase/triangle_contact.h"
#include "tuning.h"

namespace tumble {
namespace {

/// 1. Velocities that differ by less than this share are the same.
constexpr float kSameMotion = 1e-5f;

double magnitude(double x) { return x < 0 ? -x : x; }

enum class Cover { none, surface, inside };

/// Whether a corner of the hull lies farther along n from `at` than the tolerance: its tangent cone there is that of the ways to its corners.
bool reachesBeyond(const Hull& hull, Vec3 at, Vec3 n, double tolerance, double tilt) {
  for (const Vec3 corner : hull.vertices) {
    const Vec3 to = corner - at;
    if (dot(to, n) > tolerance + tilt * length(to)) return true;
  }
  return false;
}

/// Of a triangle of a mesh, with the solid below it (at least kSheet thick), or of a hull.
Cover coverAtHull(const OrientedBox& box, Vec3 p, Vec3 n, double tolerance, double tilt) {
  const Mat3 axes = toDouble(box.axes);
  const Vec3 at = transposeTimes(axes, p - box.center), along = transposeTimes(axes, n);
  if (box.isTriangle()) {
    const MeshTriangle& triangle = *box.hull->triangle;
    const double height = dot(triangle.normal(), at - triangle.hull.vertices[0]);
    const Vec3 foot = at - triangle.normal() * height;
    if (height > tolerance || height < -kSheet || lengthSquared(nearestPoint(triangle, foot) - foot) > tolerance * tolerance)
      return Cover::none;
    if (height < -tolerance) return Cover::inside;
    if (-dot(triangle.normal(), along) > tilt) return Cover::inside;
  } else {
    for (const HullFace& face : box.hull->faces)
      if (dot(face.normal, at - box.hull->vertices[box.hull->corners[face.first]]) > tolerance) return Cover::none;
  }
  return reachesBeyond(*box.hull, at, along, tolerance, tilt) ? Cover::inside : Cover::surface;
}

/// Of a point p and a direction n: p lies outside the box, on its surface across n, or the box extends farther along n.
Cover coverAt(const OrientedBox& box, Vec3 p, Vec3 n, double tolerance, double tilt = kTilt) {
  if (box.hull) return coverAtHull(box, p, n, tolerance, tilt);
  if (!box.isBox()) return Cover::none;
  const Vec3 from = p - box.center;
  bool extends = false;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = toDouble(box.axes.column(k));
    const double half = static_cast<double>(box.halfExtents[k]), at = dot(axis, from), along = dot(axis, n);
    if (magnitude(at) > half + tolerance) return Cover::none;
    extends = extends || (along > tilt && at < half - tolerance) || (along < -tilt && at > tolerance - half);
  }
  return extends ? Cover::inside : Cover::surface;
}

bool hasSiblings(const ColliderStore& store, std::uint32_t i) {
  const std::uint32_t next = store.sides[i].first + 1;
  return next < store.colliders.size() && store.colliders[next].alive && store.colliders[next].body == store.colliders[i].body;
}

/// Of a kinematic or frozen body.
bool isDriven(const ColliderMotion& motion) { return !motion.still && !motion.yields; }

/// m/s, of the centre of k, relative to i where that is.
Vec3f relativeVelocity(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  const ColliderMotion &a = store.motions[i], &b = store.motions[k];
  return b.velocity - a.velocity - cross(a.omega, toFloat(store.boxes[k].center - store.boxes[i].center));
}

/// Whether two driven or static colliders keep their positions relative to each other.
bool moveAsOne(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  if (store.colliders[i].body == store.colliders[k].body) return true;
  const ColliderMotion &a = store.motions[i], &b = store.motions[k];
  const float apart = lengthSquared(relativeVelocity(store, i, k));
  return a.omega == b.omega && apart <= kSameMotion * kSameMotion * (lengthSquared(a.velocity) + lengthSquared(b.velocity));
}

/// Whether neither turns, so that one may slide along the other.
bool areLevel(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  return store.motions[i].omega == Vec3f{} && store.motions[k].omega == Vec3f{};
}

/// Whether two driven or static colliders neither part nor overlap along n.
bool staysAlong(const ColliderStore& store, std::uint32_t i, std::uint32_t k, Vec3 n) {
  if (moveAsOne(store, i, k)) return true;
  const Vec3 v = toDouble(relativeVelocity(store, i, k));
  return areLevel(store, i, k) && magnitude(dot(v, n)) <= kTilt * length(v);
}

/// Calls visit(k) for the boxes near p of the solid of collider i, itself among them. `sliding`: and for those that may slide along it.
template <class Visit>
void visitSolid(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, Vec3 p, bool sliding, Visit&& visit) {
  const ColliderMotion& motion = store.motions[i];
  const Aabb point = makeAabb(p, p);
  if (motion.still || isDriven(motion)) {
    if (motion.still) visitOverlapping(flush.tree, point, visit);
    const auto offer = [&](std::uint32_t k) {
      if (overlaps(store.sweptBoxes[k], point) && (moveAsOne(store, i, k) || (sliding && areLevel(store, i, k)))) visit(k);
    };
    for (const std::uint32_t k : flush.driven) offer(k);
    if (motion.still) visit(i);  // beside a driven box alone it is not in the tree
    else if (flush.hasBeside[i]) {
      for (const std::uint32_t k : flush.beside) offer(k);
    }
    return;
  }
  const std::uint32_t body = store.colliders[i].body;
  for (std::uint32_t k = store.sides[i].first; k < store.colliders.size() && store.colliders[k].body == body; ++k)
    if (store.colliders[k].alive) visit(k);
}

/// Whether it is a box, a hull, or a triangle at the rim of its mesh.
bool hasRim(const OrientedBox& box) { return box.isTriangle() ? box.hull->triangle->isAtRim : box.isBox() || box.hull; }

void sortAscending(List<std::uint32_t>& list) {
  std::make_heap(list.begin(), list.end());  // a fraction of the code of std::sort
  std::sort_heap(list.begin(), list.end());
}

/// The static shapes with a rim at driven boxes that do not turn.
void findBeside(FlushSolids& flush, const StaticTree& statics, const ColliderStore& store) {
  flush.beside.clear();
  flush.hasBeside.assign(flush.driven.empty() ? 0 : store.colliders.size(), 0);
  for (const std::uint32_t i : flush.driven) {
    if (store.motions[i].omega != Vec3f{}) continue;
    visitOverlapping(statics, store.sweptBoxes[i], [&](std::uint32_t k) {
      if (!hasRim(store.boxes[k])) return;
      flush.hasBeside[i] = 1;
      if (flush.hasBeside[k] == 0) flush.beside.push_back(k);
      flush.hasBeside[k] = 1;
    });
  }
  sortAscending(flush.beside);
}

bool isJoined(const FlushSolids& flush, std::uint32_t i) {
  return (i < flush.joined.size() && flush.joined[i] != 0) || (i < flush.hasBeside.size() && flush.hasBeside[i] != 0);
}

/// A mesh knows its own triangles (colliders/triangle_mesh.h).
bool areOfOneMesh(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  return store.boxes[i].isTriangle() && store.boxes[k].isTriangle() && store.colliders[i].body == store.colliders[k].body;
}

/// Whether two static shapes that touch may share a surface: of two triangles both have a rim.
bool mayJoin(const ColliderStore& store, std::uint32_t i, std::uint32_t k) {
  const OrientedBox &a = store.boxes[i], &b = store.boxes[k];
  if (a.isTriangle() != b.isTriangle()) return hasRim(a.isTriangle() ? b : a);
  return hasRim(a) && hasRim(b) && !areOfOneMesh(store, i, k);
}

}  // namespace

double flushTolerance(Vec3f half) {
  const double thinnest = static_cast<double>(half.x < half.y ? (half.x < half.z ? half.x : half.z) : half.y < half.z ? half.y : half.z);
  return thinnest < 50 * kFlush ? 0.02 * thinnest : kFlush;
}

void updateFlushSolids(FlushSolids& flush, const StaticTree& statics, const ColliderStore& store) {
  flush.driven.clear();
  for (std::uint32_t i = 0; store.anyDriven && i < store.colliders.size(); ++i)
    if (store.colliders[i].alive && isDriven(store.motions[i]) && store.boxes[i].isBox()) flush.driven.push_back(i);
  findBeside(flush, statics, store);
  if (flush.version == statics.version) return;
  flush.version = statics.version;
  flush.joined.assign(store.colliders.size(), 0);
  List<std::uint32_t> members;
  List<Aabb> boxes(store.colliders.size());
  for (std::size_t k = 0; k < statics.collider.size(); ++k) {
    const std::uint32_t i = statics.collider[k];
    bool joined = false;
    visitOverlapping(statics, statics.boxes[k], [&](std::uint32_t other) { joined = joined || (other != i && mayJoin(store, i, other)); });
    if (!joined) continue;
    flush.joined[i] = 1;
    boxes[i] = statics.boxes[k];
    members.push_back(i);
  }
  sortAscending(members);
  buildStaticTree(flush.tree, members, boxes);
}

bool mayLieFlushAsHull(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i) {
  return store.boxes[i].hull && store.motions[i].still && isJoined(flush, i);
}

bool mayLieFlush(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i) {
  if (!store.boxes[i].isBox()) return false;
  const ColliderMotion& motion = store.motions[i];
  if (motion.still) return isJoined(flush, i);
  if (isDriven(motion)) return flush.driven.size() > 1 || !flush.beside.empty();
  return store.hasCompounds && hasSiblings(store, i);
}

bool hasNeighbourAt(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, Vec3 p) {
  bool found = false;
  visitSolid(flush, store, i, p, true, [&](std::uint32_t k) { found = found || k != i; });
  return found;
}

std::uint32_t supportAt(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, Vec3 p, Vec3 n, double tolerance) {
  std::uint32_t first = kNoCollider;
  visitSolid(flush, store, i, p, false, [&](std::uint32_t k) {
    if (k < first && store.boxes[k].isBox() && coverAt(store.boxes[k], p, n, tolerance) == Cover::surface) first = k;
  });
  return first;
}

Neighbourhood neighbourhoodOf(const FlushSolids& flush, const ColliderStore& store, std::uint32_t i, std::span<const Vec3> points,
                              double distance, double tolerance) {
  const ColliderMotion& motion = store.motions[i];
  const bool driven = isDriven(motion);
  Neighbourhood neighbourhood{flush, store, i, tolerance, motion.still, motion.still || driven};
  const double margin = 1.01 * (distance + tolerance);
  flush.neighbours.clear();
  const auto add = [&](std::uint32_t k) {
    const OrientedBox& box = store.boxes[k];
    const Mat3 axes = toDouble(box.axes);
    const bool isNear = k != i && std::any_of(points.begin(), points.end(), [&](Vec3 p) {
                          const Vec3 at = transposeTimes(axes, p - box.center);
                          return magnitude(at.x) <= static_cast<double>(box.halfExtents.x) + margin &&
                                 magnitude(at.y) <= static_cast<double>(box.halfExtents.y) + margin &&
                                 magnitude(at.z) <= static_cast<double>(box.halfExtents.z) + margin;
                        });
    if (isNear) flush.neighbours.push_back(k);
  };
  if (neighbourhood.isDriven) {
    for (const std::uint32_t k : flush.driven)
      if (moveAsOne(store, i, k) || areLevel(store, i, k)) add(k);
    if (driven && flush.hasBeside[i]) {
      for (const std::uint32_t k : flush.beside) add(k);
    }
    return neighbourhood;
  }
  const Collider& own = store.colliders[i];
  const double size = lengthSquared(toDouble(own.halfExtents));
  for (std::uint32_t k = store.sides[i].first; k < store.colliders.size() && store.colliders[k].body == own.body; ++k) {
    const Collider& other = store.colliders[k];
    // Their bounding spheres do not meet: (a + b)^2 <= 2 (a^2 + b^2), with room for the tolerance.
    if (!other.alive || lengthSquared(other.position - own.position) > 2.25 * (size + lengthSquared(toDouble(other.halfExtents)))) continue;
    add(k);
  }
  return neighbourhood;
}

bool isCovered(const Neighbourhood& neighbourhood, Vec3 p, Vec3 n, double tilt) {
  const ColliderStore& store = neighbourhood.store;
  bool covered = false;
  const auto check = [&](std::uint32_t k) {
    covered = covered || (k != neighbourhood.i && !areOfOneMesh(store, neighbourhood.i, k) &&
                          coverAt(store.boxes[k], p, n, neighbourhood.tolerance, tilt) == Cover::inside);
  };
  const Aabb point = makeAabb(p, p);
  if (neighbourhood.isStatic) visitOverlapping(neighbourhood.flush.tree, point, check);
  for (const std::uint32_t k : neighbourhood.flush.neighbours)
    if (!neighbourhood.isDriven || (overlaps(store.sweptBoxes[k], point) && staysAlong(store, neighbourhood.i, k, n))) check(k);
  return covered;
}

}  // namespace tumble
