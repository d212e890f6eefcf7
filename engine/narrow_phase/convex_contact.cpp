#include "narrow_phase/convex_contact.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"

namespace tumble {
namespace {

constexpr int kRounds = 48;        // of the search for the nearest points
constexpr int kOverlapRounds = 6;  // of the search for the least overlap
constexpr double kExact = 1e-9;    // of the size: no nearer points
constexpr double kLine = 0.02;     // sine of the angle below which a side line lies on a plane
constexpr double kFace = 0.05;     // of the angle below which a face does
constexpr double kUpright = 1e-5;  // of the tilt below which a cap has no lowest point
constexpr int kRim = 8;            // points of a circle
constexpr int kMostPoints = 24;

Vec3 localSupport(const OrientedBox& s, Vec3 d) {
  const Vec3 h = toDouble(s.halfExtents);
  const auto signedHalf = [](double x, double half) { return x < 0 ? -half : half; };
  const double across = std::sqrt(d.x * d.x + d.z * d.z), size = std::sqrt(across * across + d.y * d.y);
  const Vec3 rim = across > 1e-12 * size ? Vec3{d.x * (h.x / across), 0, d.z * (h.x / across)} : Vec3{};
  switch (s.shape) {
    case ColliderShape::box: return {signedHalf(d.x, h.x), signedHalf(d.y, h.y), signedHalf(d.z, h.z)};
    case ColliderShape::sphere: return d * (h.x / size);
    case ColliderShape::capsule: return d * (h.x / size) + Vec3{0, signedHalf(d.y, h.y - h.x), 0};
    case ColliderShape::cylinder: return {rim.x, signedHalf(d.y, h.y), rim.z};
    case ColliderShape::cone: break;
  }
  // The apex, or the rim of the base.
  return d.y * h.y > across * h.x - d.y * h.y ? Vec3{0, h.y, 0} : Vec3{rim.x, -h.y, rim.z};
}

double signedDistance(const OrientedBox& a, const OrientedBox& b, Vec3 offset, Vec3 n) {
  return dot(n, offset + supportPoint(b, -n) - supportPoint(a, n));
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

/// The shortest vector from a to b, `offset` between their centres; 0 when they overlap.
Vec3 shortest(const OrientedBox& a, const OrientedBox& b, Vec3 offset, Vec3 along, double size) {
  Simplex s;
  s.p[0] = offset + supportPoint(b, -along) - supportPoint(a, along);
  s.count = 1;
  Vec3 v = s.p[0];
  for (int round = 0; round < kRounds; ++round) {
    const double vv = dot(v, v);
    if (vv <= kExact * kExact * size * size) return {};
    const Vec3 w = offset + supportPoint(b, -v) - supportPoint(a, v);
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

/// A flat or straight feature of a shape, or a point, in order around it; from its centre.
struct Feature {
  Vec3 points[kRim];
  int count = 0;
  bool isFace = false;
  Vec3 normal;  // of a face, outwards
};

/// The feature farthest along the unit vector d.
Feature featureOf(const OrientedBox& s, Vec3 d) {
  const Mat3 axes = toDouble(s.axes);
  const Vec3 local = transposeTimes(axes, d), h = toDouble(s.halfExtents);
  const double across = std::sqrt(local.x * local.x + local.z * local.z), sign = local.y < 0 ? -1 : 1;
  const Vec3 out = across > kUpright ? Vec3{local.x / across, 0, local.z / across} : Vec3{1, 0, 0};
  Feature f;
  const auto face = [&](Vec3 n) { f.isFace = true, f.normal = axes * n; };
  const auto add = [&](Vec3 p) { f.points[f.count++] = axes * p; };
  if (s.shape == ColliderShape::box) {
    int k = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(local[i]) > std::abs(local[k])) k = i;
    if (1 - std::abs(local[k]) < 0.5 * kFace * kFace) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      for (int corner = 0; corner < 4; ++corner) {
        Vec3 p;
        p[k] = local[k] < 0 ? -h[k] : h[k];
        p[i] = corner == 0 || corner == 3 ? -h[i] : h[i];
        p[j] = corner < 2 ? -h[j] : h[j];
        add(p);
      }
      Vec3 n;
      n[k] = local[k] < 0 ? -1 : 1;
      face(n);
      return f;
    }
    for (int i = 0; i < 3; ++i) {
      if (std::abs(local[i]) >= kLine) continue;  // else an edge along this axis
      for (const double end : {-h[i], h[i]}) {
        Vec3 p = localSupport(s, local);
        p[i] = end;
        add(p);
      }
      return f;
    }
  } else if (s.shape != ColliderShape::sphere) {
    const bool isCone = s.shape == ColliderShape::cone, isCapsule = s.shape == ColliderShape::capsule;
    if (!isCapsule && across < kFace && !(isCone && sign > 0)) {
      const Vec3 side{-out.z, 0, out.x};
      constexpr double kHalf = 0.70710678118654752;
      const double c[kRim] = {1, kHalf, 0, -kHalf, -1, -kHalf, 0, kHalf}, t[kRim] = {0, kHalf, 1, kHalf, 0, -kHalf, -1, -kHalf};
      for (int i = 0; i < kRim; ++i) add(out * (h.x * c[i]) + side * (h.x * t[i]) + Vec3{0, sign * h.y, 0});
      face({0, sign, 0});
      return f;
    }
    const double slant = std::sqrt(4 * h.y * h.y + h.x * h.x), tilt = isCone ? (local.y * 2 * h.y - across * h.x) / slant : local.y;
    if (std::abs(tilt) < kLine) {
      const double end = isCapsule ? h.y - h.x : h.y;
      const Vec3 rim = isCapsule ? local * h.x : out * h.x;
      add(rim + Vec3{0, -end, 0});
      if (end > 0) add((isCone ? Vec3{} : rim) + Vec3{0, end, 0});
      return f;
    }
  }
  add(localSupport(s, local));
  return f;
}

struct Points {
  Vec3 at[kMostPoints];
  int count = 0;
};

/// Clips a polygon, or a segment, by the sides of a face. (I. Sutherland, G. Hodgman, 1974.)
Points clipped(const Feature& feature, Vec3 shift, const Feature& face, Vec3 faceShift) {
  Points in;
  for (int i = 0; i < feature.count; ++i) in.at[in.count++] = feature.points[i] + shift;
  Vec3 middle;
  for (int i = 0; i < face.count; ++i) middle += face.points[i] * (1.0 / face.count);
  for (int side = 0; side < face.count && in.count > 0; ++side) {
    const Vec3 from = face.points[side], edge = face.points[(side + 1) % face.count] - from;
    Vec3 inward = cross(face.normal, edge);
    if (dot(inward, middle - from) < 0) inward = -inward;
    const auto depth = [&](Vec3 p) { return dot(inward, p - faceShift - from); };
    Points out;
    const bool closed = in.count > 2;
    for (int i = 0; i < in.count && out.count < kMostPoints - 1; ++i) {
      const Vec3 p = in.at[i], q = in.at[(i + 1) % in.count];
      const double a = depth(p), b = depth(q);
      if (a >= 0) out.at[out.count++] = p;
      if ((closed || i + 1 < in.count) && (a < 0) != (b < 0)) out.at[out.count++] = p + (q - p) * (a / (a - b));
    }
    in = out;
  }
  return in;
}

/// Where two lines touch: where they cross, or, nearly parallel, at both ends of the part that they share. Points on b, from the centre of a.
Points whereLinesTouch(const Feature& onA, const Feature& onB, Vec3 offset) {
  const Vec3 a = onA.points[0], u = onA.points[1] - a, b = onB.points[0] + offset, w = onB.points[1] - onB.points[0];
  const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w), across = uu * ww - uw * uw;
  const auto within = [](double t) { return t < 0 ? 0.0 : t > 1 ? 1.0 : t; };
  Points points;
  if (across > kFace * kFace * uu * ww) {
    const double t = within((uu * dot(w, a - b) - uw * dot(u, a - b)) / across);
    points.at[points.count++] = b + w * t;
    return points;
  }
  // The ends of a, as shares of b.
  const double first = dot(w, a - b) / ww, last = dot(w, a + u - b) / ww;
  const double from = within(std::min(first, last)), to = within(std::max(first, last));
  points.at[points.count++] = b + w * from;
  if (to > from) points.at[points.count++] = b + w * to;
  return points;
}

/// Up to four: the first, which counts as deepest, the farthest from it, and the farthest on both sides of the line between.
void reduce(Points& points, Vec3 n) {
  if (points.count <= kMaxManifoldPoints) return;
  const auto best = [&](auto score) {
    int most = 0;
    for (int i = 1; i < points.count; ++i)
      if (score(points.at[i]) > score(points.at[most]) + 1e-12) most = i;
    return points.at[most];
  };
  const Vec3 first = points.at[0], second = best([&](Vec3 p) { return dot(p - first, p - first); }), side = cross(n, second - first);
  const Vec3 third = best([&](Vec3 p) { return dot(p - first, side); }), fourth = best([&](Vec3 p) { return -dot(p - first, side); });
  points.at[1] = second, points.at[2] = third, points.at[3] = fourth;
  points.count = kMaxManifoldPoints;
}

}  // namespace

Vec3 supportPoint(const OrientedBox& shape, Vec3 direction) {
  const Mat3 axes = toDouble(shape.axes);
  return axes * localSupport(shape, transposeTimes(axes, direction));
}

ConvexDistance convexDistance(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 offset = b.center - a.center;
  const double size = static_cast<double>(length(a.halfExtents) + length(b.halfExtents));
  const Vec3 along = normalized(offset, {0, 1, 0});
  const Vec3 apart = shortest(a, b, offset, along, size);
  const double distance = length(apart);
  if (distance > 1e-6 * size) return {apart * (1 / distance), distance};
  ConvexDistance best{along, signedDistance(a, b, offset, along)};
  const auto offer = [&](Vec3 n) {
    const double s = signedDistance(a, b, offset, n);
    if (s > best.distance) best = {n, s};
  };
  for (int i = 0; i < 3; ++i) {
    for (const OrientedBox* shape : {&a, &b}) offer(toDouble(shape->axes.column(i))), offer(-toDouble(shape->axes.column(i)));
    for (int j = 0; j < 3; ++j) {
      const Vec3 edge = cross(toDouble(a.axes.column(i)), toDouble(b.axes.column(j)));
      if (dot(edge, edge) > 1e-6) offer(normalized(edge)), offer(-normalized(edge));
    }
  }
  for (int round = 0; round < kOverlapRounds; ++round) {
    const ConvexDistance before = best;
    const Vec3 moved = offset + best.normal * (0.02 * size - best.distance), v = shortest(a, b, moved, best.normal, size);
    if (dot(v, v) > 0) offer(normalized(v));
    if (!(best.distance > before.distance + 1e-9 * size)) break;
  }
  return best;
}

Manifold collideConvex(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  TUMBLE_ASSERT(speculative >= 0, "a speculative distance is not negative");
  const Vec3 offset = b.center - a.center;
  const ConvexDistance nearest = convexDistance(a, b);
  Manifold manifold;
  if (nearest.distance > static_cast<double>(speculative)) return manifold;
  Vec3 n = nearest.normal;
  const Feature onA = featureOf(a, n), onB = featureOf(b, -n);
  // The face whose normal is nearer to that of the contact is the plane from which depths are measured; a feature of the other lies above it.
  const bool useA = onA.isFace && (!onB.isFace || dot(onA.normal, n) >= -dot(onB.normal, n)), useB = !useA && onB.isFace;
  const Feature &face = useA ? onA : onB, &other = useA ? onB : onA;
  Points points;
  if ((useA || useB) && other.count > 1) {
    points = clipped(other, useA ? offset : Vec3{}, face, useA ? Vec3{} : offset);
    if (points.count > 0) n = useA ? face.normal : -face.normal;
    reduce(points, n);
  }
  const Vec3 origin = face.points[0] + (useA ? Vec3{} : offset);
  manifold.normal = toFloat(n);
  for (int i = 0; i < points.count; ++i) {
    const double s = useA ? dot(n, points.at[i] - origin) : dot(n, origin - points.at[i]);
    if (s > static_cast<double>(speculative)) continue;
    const int k = manifold.count++;
    manifold.points[k] = {toFloat(points.at[i] + n * (useA ? -0.5 * s : 0.5 * s)), static_cast<float>(s)};
    manifold.feature[k] = static_cast<std::uint16_t>(i + 1);
  }
  if (manifold.count == 0 && onA.count == 2 && onB.count == 2) {
    n = nearest.normal;
    manifold.normal = toFloat(n);
    points = whereLinesTouch(onA, onB, offset);
    // The distance of a point of b from the line of a, along n: both lines are at right angles to it.
    const double level = dot(n, onA.points[0]);
    for (int i = 0; i < points.count; ++i) {
      const double s = points.count == 1 ? nearest.distance : dot(n, points.at[i]) - level;
      if (s > static_cast<double>(speculative)) continue;
      const int k = manifold.count++;
      manifold.points[k] = {toFloat(points.at[i] - n * (0.5 * s)), static_cast<float>(s)};
      manifold.feature[k] = static_cast<std::uint16_t>(i + 1);
    }
  }
  if (manifold.count == 0) {
    n = nearest.normal;
    manifold.normal = toFloat(n);
    manifold.count = 1;
    // The nearest point of the one that has a point there, not a face or a line.
    const Vec3 p = onB.count <= onA.count ? offset + supportPoint(b, -n) + n * (-0.5 * nearest.distance)
                                          : supportPoint(a, n) + n * (0.5 * nearest.distance);
    manifold.points[0] = {toFloat(p), static_cast<float>(nearest.distance)};
  }
  if (previous.count > 0) {
    for (int i = 0; i < manifold.count; ++i)
      for (int j = 0; j < previous.count; ++j)
        if (manifold.feature[i] == previous.feature[j]) manifold.normalImpulse[i] = previous.normalImpulse[j];
    manifold.frictionImpulse = previous.frictionImpulse - manifold.normal * dot(manifold.normal, previous.frictionImpulse);
    manifold.twistImpulse = previous.twistImpulse;
  }
  return manifold;
}

}  // namespace tumble
