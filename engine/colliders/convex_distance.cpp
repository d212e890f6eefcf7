#include "colliders/convex_distance.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/hull.h"
#include "colliders/refine_distance.h"

namespace tumble {
namespace {

constexpr int kRounds = 48;           // of the search for the nearest points
constexpr int kOverlapRounds = 12;    // of the search for the least overlap
constexpr double kExact = 1e-9;       // of the size: no nearer points
constexpr double kMovedApart = 0.02;  // of the size: gap at which overlapping shapes are looked at
constexpr double kSlightGain = 1e-8;  // of the size: the next round of the same search would gain less than kExact
constexpr double kShallow = 0.05;     // of the thinner one: an overlap that is looked at from the last direction alone
constexpr double kNearFace = 0.98;    // cosine, within which the normal of a face is tried first
constexpr double kOnFace = 1 - 1e-7;  // cosine, within which it is the normal of the face of a moment before
constexpr double kSameNormal = 0.02;  // rad, within which the normal of a face is tried

double marginOf(const OrientedBox& s) {
  return s.shape == ColliderShape::sphere || s.shape == ColliderShape::capsule ? static_cast<double>(s.halfExtents.x) : 0;
}

/// m, the least half extent.
double thicknessOf(const OrientedBox& s) { return static_cast<double>(std::min({s.halfExtents.x, s.halfExtents.y, s.halfExtents.z})); }

/// The support function of the shape without the ball around it, in the axes of the shape.
Vec3 coreSupport(const OrientedBox& s, Vec3 d) {
  const Vec3 h = toDouble(s.halfExtents);
  const auto signedHalf = [](double x, double half) { return x < 0 ? -half : half; };
  switch (s.shape) {
    case ColliderShape::box: return {signedHalf(d.x, h.x), signedHalf(d.y, h.y), signedHalf(d.z, h.z)};
    case ColliderShape::sphere: return {};
    case ColliderShape::capsule: return {0, signedHalf(d.y, h.y - h.x), 0};
    case ColliderShape::hull:
    case ColliderShape::triangle: {
      const List<Vec3>& vertices = s.hull->vertices;
      Vec3 best = vertices[0];
      double most = dot(best, d);
      for (std::size_t i = 1; i < vertices.size(); ++i) {
        const double along = dot(vertices[i], d);
        if (along > most) most = along, best = vertices[i];
      }
      return best;
    }
    case ColliderShape::ellipsoid: {
      const Vec3 stretched = scaled(h, d);
      return scaled(h, stretched) * (1 / length(stretched));
    }
    default: break;
  }
  const double square = d.x * d.x + d.z * d.z, across = std::sqrt(square);
  const Vec3 rim = square > 1e-24 * (square + d.y * d.y) ? Vec3{d.x * (h.x / across), 0, d.z * (h.x / across)} : Vec3{};
  if (s.shape == ColliderShape::cylinder) return {rim.x, signedHalf(d.y, h.y), rim.z};
  // Of a cone: the apex, or the rim of the base.
  return d.y * h.y > across * h.x - d.y * h.y ? Vec3{0, h.y, 0} : Vec3{rim.x, -h.y, rim.z};
}

/// A shape without the ball of radius `margin` (m) around it.
struct Core {
  const OrientedBox& shape;
  Mat3 axes = toDouble(shape.axes);
  double margin = marginOf(shape);
  /// A direction that edges of the shape may have, unit.
  Vec3 edge(int i) const {
    if (!shape.isTriangle()) return axes.column(i);
    const List<Vec3>& p = shape.hull->vertices;
    return axes * normalized(p[(static_cast<std::size_t>(i) + 1) % 3] - p[static_cast<std::size_t>(i)]);
  }
  Vec3 support(Vec3 d) const { return axes * coreSupport(shape, transposeTimes(axes, d)); }
};

/// A flat face of a core, in the axes of its shape.
struct FlatFace {
  Vec3 normal;                        // unit, outwards; 0: none
  const HullFace* polygon = nullptr;  // of a hull
};

/// The face whose normal is nearest to d, unit.
FlatFace faceTowards(const OrientedBox& s, Vec3 d) {
  switch (s.shape) {
    case ColliderShape::box: {
      int k = 0;
      for (int i = 1; i < 3; ++i)
        if (std::abs(d[i]) > std::abs(d[k])) k = i;
      FlatFace face;
      face.normal[k] = d[k] < 0 ? -1 : 1;
      return face;
    }
    case ColliderShape::hull:
    case ColliderShape::triangle: {
      const HullFace* best = &s.hull->faces[0];
      for (const HullFace& face : s.hull->faces)
        if (dot(face.normal, d) > dot(best->normal, d)) best = &face;
      return {best->normal, best};
    }
    case ColliderShape::cylinder: return {{0, d.y < 0 ? -1.0 : 1.0, 0}};
    case ColliderShape::cone: return {{0, -1, 0}};
    default: return {};
  }
}

/// Whether the face is above or below p (m, in the axes of the shape).
bool isOverFace(const OrientedBox& s, const FlatFace& face, Vec3 p) {
  const Vec3 h = toDouble(s.halfExtents);
  if (!face.polygon) {
    if (!s.isBox()) return p.x * p.x + p.z * p.z <= h.x * h.x;
    for (int i = 0; i < 3; ++i)
      if (face.normal[i] == 0 && std::abs(p[i]) > h[i]) return false;
    return true;
  }
  const std::uint32_t *corners = &s.hull->corners[face.polygon->first], count = face.polygon->count;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3 from = s.hull->vertices[corners[i]], to = s.hull->vertices[corners[(i + 1) % count]];
    if (dot(cross(face.normal, to - from), p - from) < 0) return false;
  }
  return true;
}

/// The point of a simplex nearest to 0; only the points that span it stay.
struct Simplex {
  Vec3 p[4];
  int count = 0;
};

Vec3 nearestOfSegment(Simplex& s) {
  const Vec3 a = s.p[0], ab = s.p[1] - a;
  const double length2 = dot(ab, ab), t = length2 > 0 ? -dot(a, ab) / length2 : 0;
  if (t <= 0) return s.count = 1, a;
  if (t >= 1) return s.count = 1, s.p[0] = s.p[1];
  return a + ab * t;
}

/// C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
Vec3 nearestOfTriangle(Simplex& s) {
  const Vec3 a = s.p[0], b = s.p[1], c = s.p[2], ab = b - a, ac = c - a;
  const auto keep = [&](int i) { return s.count = 1, s.p[0] = s.p[i]; };
  const auto onEdge = [&](int i, int j, double t) {
    const Vec3 from = s.p[i], to = s.p[j];
    return s.count = 2, s.p[0] = from, s.p[1] = to, from + (to - from) * t;
  };
  const double abA = -dot(ab, a), acA = -dot(ac, a), abB = -dot(ab, b), acB = -dot(ac, b), abC = -dot(ab, c), acC = -dot(ac, c);
  if (abA <= 0 && acA <= 0) return keep(0);
  if (abB >= 0 && acB <= abB) return keep(1);
  if (acC >= 0 && abC <= acC) return keep(2);
  const double u = abB * acC - abC * acB, v = abC * acA - abA * acC, w = abA * acB - abB * acA;
  if (w <= 0 && abA >= 0 && abB <= 0) return onEdge(0, 1, abA / (abA - abB));
  if (v <= 0 && acA >= 0 && acC <= 0) return onEdge(0, 2, acA / (acA - acC));
  if (u <= 0 && acB >= abB && abC >= acC) return onEdge(1, 2, (acB - abB) / ((acB - abB) + (abC - acC)));
  const Vec3 n = cross(ab, ac);
  return n * (dot(n, a) / dot(n, n));
}

/// 0 inside, with all four points. The last point is on the side of 0 of the plane of the others.
Vec3 nearestOfTetrahedron(Simplex& s) {
  Simplex best;
  Vec3 nearest;
  bool outside = false;
  for (int i = 0; i < 3; ++i) {
    Simplex face{{s.p[(i + 1) % 3], s.p[(i + 2) % 3], s.p[3], {}}, 3};
    const Vec3 n = cross(face.p[1] - face.p[0], face.p[2] - face.p[0]);
    if (dot(n, s.p[i] - face.p[0]) * -dot(n, face.p[0]) > 0) continue;  // 0 is on the side of the fourth point
    const Vec3 p = nearestOfTriangle(face);
    if (!outside || dot(p, p) < dot(nearest, nearest)) nearest = p, best = face;
    outside = true;
  }
  if (outside) s = best;
  return nearest;
}

/// The point of a simplex of 1 to 4 points nearest to 0.
Vec3 nearestOf(Simplex& s) {
  switch (s.count) {
    case 1: return s.p[0];
    case 2: return nearestOfSegment(s);
    case 3: return nearestOfTriangle(s);
    default: return nearestOfTetrahedron(s);
  }
}

/// The shortest vector from the core of a to that of b, `offset` between their centres; 0 when they overlap. The search begins at the simplex
/// `s`, of points of b - a, and leaves the one nearest to 0 there. It ends with a vector along which they are farther apart than `most` (m),
/// when it meets one.
Vec3 shortest(const Core& a, const Core& b, Vec3 offset, Simplex& s, double size, double most = kUnlimitedDistance) {
  Vec3 v = nearestOf(s);
  for (int round = 0; round < kRounds; ++round) {
    const double vv = dot(v, v);
    if (s.count == 4 || vv <= kExact * kExact * size * size) return {};
    const Vec3 w = offset + b.support(-v) - a.support(v);
    const double vw = dot(v, w);
    if (vv - vw <= kExact * vv || (vw > 0 && vw * vw > most * most * vv)) return v;
    const Simplex old = s;
    s.p[s.count++] = w;
    const Vec3 next = nearestOf(s);
    if (s.count < 4 && !(dot(next, next) < vv)) return s = old, v;
    v = next;
  }
  return v;
}

/// s(n) of two shapes, of which the best n is kept.
struct Search {
  const Core &a, &b;
  Vec3 offset;  // m, from the centre of a to that of b
  double size;  // m
  ConvexDistance best;

  double distanceAlong(Vec3 n) const { return dot(n, offset + b.support(-n) - a.support(n)) - (a.margin + b.margin); }
  /// `bonus`: m, by which n may be worse than the best.
  void offer(Vec3 n, double bonus) {
    const double s = distanceAlong(n);
    if (s > best.distance - bonus) best = {n, s};
  }
  /// Whether a face whose normal is near n has the deepest point of the other shape above or below it: then s is greatest along its normal.
  bool restsOnFace(Vec3 n) {
    for (const Core* core : {&a, &b}) {
      const Core& other = core == &a ? b : a;
      const double sign = core == &a ? 1 : -1;
      const Vec3 local = transposeTimes(core->axes, n * sign);
      const FlatFace face = faceTowards(core->shape, local);
      if (!(dot(face.normal, local) > kNearFace)) continue;
      const Vec3 outward = core->axes * face.normal, deepest = offset * sign + other.support(-outward);
      if (!isOverFace(core->shape, face, transposeTimes(core->axes, deepest))) continue;
      const Vec3 along = normalized(outward * sign);
      const double s = distanceAlong(along);
      if (dot(face.normal, local) < kOnFace && s < distanceAlong(n)) continue;
      best = {along, s};
      return true;
    }
    return false;
  }
  /// A point of b - a, with b at `at`.
  Vec3 support(Vec3 at, Vec3 n) const { return at + b.support(-n) - a.support(n); }
  /// Moves the shapes apart along n, takes the direction of what are the nearest points then, and so on from there while s grows.
  void climb(Vec3 n) {
    double s = distanceAlong(n);
    Simplex simplex{{support({}, n)}, 1};
    Vec3 last;
    for (int round = 0; round < kOverlapRounds; ++round) {
      const Vec3 moved = offset + n * (kMovedApart * size - (s + a.margin + b.margin));
      for (int i = 0; i < simplex.count; ++i) simplex.p[i] += moved - last;
      last = moved;
      const Vec3 next = normalized(shortest(a, b, moved, simplex, size), n);
      const double gain = distanceAlong(next) - s;
      if (!(gain > kExact * size)) return;
      n = next, s += gain;
      if (s > best.distance) best = {n, s};
      if (gain < kSlightGain * size) return;
    }
  }
  void climbFrom(Vec3 n) {
    best = {n, distanceAlong(n)};
    climb(n);
    offerNearFaces(kExact * size);
  }
  /// The nearest points of what is round are as near as kExact, their direction is not: that of a face is better.
  void offerNearFaces(double bonus) {
    const Vec3 n = best.normal;
    forEachFace([&](Vec3 face) {
      if (lengthSquared(face - n) < kSameNormal * kSameNormal) offer(face, bonus);
    });
  }
  /// Calls f with the normals of the faces of both that are flat, from a to b.
  template <class Function> void forEachFace(Function f) const {
    for (const Core* core : {&a, &b}) {
      const double sign = core == &a ? 1 : -1;
      if (isHull(core->shape.shape)) {
        for (const HullFace& face : core->shape.hull->faces) f(normalized(core->axes * (face.normal * sign)));
      } else {
        for (int i = 0; i < 3; ++i) f(normalized(core->axes.column(i))), f(-normalized(core->axes.column(i)));
      }
    }
  }
};

}  // namespace

double shallowOverlapOf(const OrientedBox& a, const OrientedBox& b) { return kShallow * std::min(thicknessOf(a), thicknessOf(b)); }

Vec3 localSupport(const OrientedBox& shape, Vec3 direction) {
  const double margin = marginOf(shape);
  return coreSupport(shape, direction) + (margin > 0 ? direction * (margin / length(direction)) : Vec3{});
}

Vec3 supportPoint(const OrientedBox& shape, Vec3 direction) {
  const Mat3 axes = toDouble(shape.axes);
  return axes * localSupport(shape, transposeTimes(axes, direction));
}

ConvexDistance convexDistance(const OrientedBox& shapeA, const OrientedBox& shapeB, Vec3 hint, double most) {
  const Core a{shapeA}, b{shapeB};
  const Vec3 offset = shapeB.center - shapeA.center, along = normalized(offset, {0, 1, 0});
  const double size = static_cast<double>(length(shapeA.halfExtents) + length(shapeB.halfExtents)), rounding = 1e-12 * size;
  const double margin = a.margin + b.margin, shallow = shallowOverlapOf(shapeA, shapeB);
  Search search{a, b, offset, size, {}};
  if (hint != Vec3{} && search.restsOnFace(hint) && search.best.distance > -shallow) return search.best;
  if (hint != Vec3{}) {
    // Where the cores are apart s has one maximum.
    const auto isFound = [&] { return search.best.distance > -std::max(shallow, margin); };
    search.best.normal = hint;
    if (refineDistance(shapeA, shapeB, most, search.best) && isFound()) return search.best;
    if (search.distanceAlong(hint) + margin < 0) {
      search.climbFrom(hint);
      if (isFound()) return search.best;
    }
  }
  Simplex simplex{{search.support(offset, hint == Vec3{} ? along : hint)}, 1};
  const Vec3 apart = shortest(a, b, offset, simplex, size, most + margin);
  const double distance = length(apart);
  if (distance > 1e-6 * size) {
    search.best.normal = apart * (1 / distance);
    search.best.distance = distance - margin;
    if (search.best.distance > most) search.best.distance = search.distanceAlong(search.best.normal);
    else search.offerNearFaces(kExact * distance + rounding);
    return search.best;
  }
  search.best = {along, search.distanceAlong(along)};
  search.forEachFace([&](Vec3 n) { search.offer(n, -rounding); });
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3 edge = cross(a.edge(i), b.edge(j));
      if (dot(edge, edge) > 1e-6) search.offer(normalized(edge), -rounding), search.offer(-normalized(edge), -rounding);
    }
  }
  for (const Vec3 start : {search.best.normal, hint == Vec3{} ? along : hint}) search.climb(start);
  return search.best;
}

}  // namespace tumble
