#include "colliders/convex_distance.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/hull.h"

namespace tumble {
namespace {

constexpr int kRounds = 48;           // of the search for the nearest points
constexpr int kOverlapRounds = 12;    // of the search for the least overlap
constexpr double kExact = 1e-9;       // of the size: no nearer points
constexpr double kMovedApart = 0.02;  // of the size: gap at which overlapping shapes are looked at
constexpr double kSameNormal = 0.02;  // rad, within which the normal of a face is tried

double marginOf(const OrientedBox& s) {
  return s.shape == ColliderShape::sphere || s.shape == ColliderShape::capsule ? static_cast<double>(s.halfExtents.x) : 0;
}

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
  const double across = std::sqrt(d.x * d.x + d.z * d.z), size = std::sqrt(across * across + d.y * d.y);
  const Vec3 rim = across > 1e-12 * size ? Vec3{d.x * (h.x / across), 0, d.z * (h.x / across)} : Vec3{};
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
  const Vec3 a = s.p[0], b = s.p[1], c = s.p[2], n = cross(b - a, c - a);
  const double u = dot(n, cross(b, c)), v = dot(n, cross(c, a)), w = dot(n, cross(a, b)), size = dot(n, n);
  if (size > 0 && u > 0 && v > 0 && w > 0) return n * (dot(n, a) / size);
  Simplex best;
  Vec3 nearest;
  for (int i = 0; i < 3; ++i) {
    Simplex side{{s.p[i], s.p[(i + 1) % 3], {}, {}}, 2};
    const Vec3 p = nearestOfSegment(side);
    if (i == 0 || dot(p, p) < dot(nearest, nearest)) nearest = p, best = side;
  }
  s = best;
  return nearest;
}

/// 0 inside, with all four points.
Vec3 nearestOfTetrahedron(Simplex& s) {
  Simplex best;
  Vec3 nearest;
  bool outside = false;
  for (int i = 0; i < 4; ++i) {
    Simplex face{{s.p[(i + 1) % 4], s.p[(i + 2) % 4], s.p[(i + 3) % 4], {}}, 3};
    const Vec3 n = cross(face.p[1] - face.p[0], face.p[2] - face.p[0]);
    if (dot(n, s.p[i] - face.p[0]) * -dot(n, face.p[0]) > 0) continue;  // 0 is on the side of the fourth point
    const Vec3 p = nearestOfTriangle(face);
    if (!outside || dot(p, p) < dot(nearest, nearest)) nearest = p, best = face;
    outside = true;
  }
  if (outside) s = best;
  return nearest;
}

/// The shortest vector from the core of a to that of b, `offset` between their centres; 0 when they overlap.
Vec3 shortest(const Core& a, const Core& b, Vec3 offset, Vec3 along, double size) {
  Simplex s;
  s.p[0] = offset + b.support(-along) - a.support(along);
  s.count = 1;
  Vec3 v = s.p[0];
  for (int round = 0; round < kRounds; ++round) {
    const double vv = dot(v, v);
    if (vv <= kExact * kExact * size * size) return {};
    const Vec3 w = offset + b.support(-v) - a.support(v);
    if (vv - dot(v, w) <= kExact * vv) return v;
    const Simplex old = s;
    s.p[s.count++] = w;
    const Vec3 next = s.count == 2 ? nearestOfSegment(s) : s.count == 3 ? nearestOfTriangle(s) : nearestOfTetrahedron(s);
    if (s.count == 4) return {};
    if (!(dot(next, next) < vv)) return s = old, v;
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

Vec3 localSupport(const OrientedBox& shape, Vec3 direction) {
  const double margin = marginOf(shape);
  return coreSupport(shape, direction) + (margin > 0 ? direction * (margin / length(direction)) : Vec3{});
}

Vec3 supportPoint(const OrientedBox& shape, Vec3 direction) {
  const Mat3 axes = toDouble(shape.axes);
  return axes * localSupport(shape, transposeTimes(axes, direction));
}

ConvexDistance convexDistance(const OrientedBox& shapeA, const OrientedBox& shapeB, Vec3 hint) {
  const Core a{shapeA}, b{shapeB};
  const Vec3 offset = shapeB.center - shapeA.center, along = normalized(offset, {0, 1, 0});
  const double size = static_cast<double>(length(shapeA.halfExtents) + length(shapeB.halfExtents)), rounding = 1e-12 * size;
  Search search{a, b, offset, size, {}};
  const Vec3 apart = shortest(a, b, offset, along, size);
  const double distance = length(apart);
  if (distance > 1e-6 * size) {
    search.best = {apart * (1 / distance), distance - (a.margin + b.margin)};
    // The nearest points of what is round are as near as kExact, their direction is not: that of a face is better.
    const Vec3 n = search.best.normal;
    search.forEachFace([&](Vec3 face) {
      if (lengthSquared(face - n) < kSameNormal * kSameNormal) search.offer(face, kExact * distance + rounding);
    });
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
  for (const Vec3 start : {search.best.normal, hint == Vec3{} ? along : hint}) {
    ConvexDistance at{start, search.distanceAlong(start)};
    for (int round = 0; round < kOverlapRounds; ++round) {
      const Vec3 moved = offset + at.normal * (kMovedApart * size - (at.distance + a.margin + b.margin));
      const Vec3 n = normalized(shortest(a, b, moved, at.normal, size), at.normal);
      const double s = search.distanceAlong(n);
      if (!(s > at.distance + kExact * size)) break;
      at = {n, s};
      search.offer(n, -rounding);
    }
  }
  return search.best;
}

}  // namespace tumble
