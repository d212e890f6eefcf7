#include "narrow_phase/convex_feature.h"

#include <cmath>

#include "colliders/convex_distance.h"
#include "colliders/hull.h"

namespace tumble {
namespace {

constexpr double kLine = 0.02;     // sine of the angle below which a side line lies on a plane
constexpr double kFace = 0.05;     // of the angle below which a face does
constexpr double kAnyFace = 0.5;   // of the angle below which a cap is the face that is asked for
constexpr double kAnyLine = 0.2;   // likewise, of a side line
constexpr double kUpright = 1e-5;  // of the tilt below which a cap has no lowest point
constexpr int kRim = 8;            // points of a circle

bool isFacing(double cosine) { return 1 - cosine < 0.5 * kFace * kFace; }

/// Adds corners that are given in the axes of the shape.
struct Corners {
  Feature& feature;
  const Mat3& axes;

  void add(Vec3 p, std::size_t number) { feature.corners.push_back({axes * p, static_cast<std::uint8_t>(number & 127)}); }
  void face(Vec3 normal) { feature.isFace = true, feature.normal = axes * normal; }
};

void addFeatureOfBox(Corners& f, Vec3 h, Vec3 d, bool anyFace) {
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(d[i]) > std::abs(d[k])) k = i;
  const auto add = [&](Vec3 p) { f.add(p, (p.x > 0) + 2u * (p.y > 0) + 4u * (p.z > 0)); };
  if (anyFace || isFacing(std::abs(d[k]))) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    for (int corner = 0; corner < 4; ++corner) {
      Vec3 p;
      p[k] = d[k] < 0 ? -h[k] : h[k];
      p[i] = corner == 0 || corner == 3 ? -h[i] : h[i];
      p[j] = corner < 2 ? -h[j] : h[j];
      add(p);
    }
    Vec3 n;
    n[k] = d[k] < 0 ? -1 : 1;
    return f.face(n);
  }
  Vec3 p{d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z};
  for (int i = 0; i < 3; ++i) {
    if (std::abs(d[i]) >= kLine) continue;  // else an edge along this axis
    p[i] = -h[i];
    add(p);
    p[i] = h[i];
    break;
  }
  add(p);
}

void addFeatureOfHull(Corners& f, const Hull& hull, Vec3 d, bool anyFace) {
  std::uint32_t top = 0;
  for (std::uint32_t i = 1; i < hull.vertices.size(); ++i)
    if (dot(hull.vertices[i], d) > dot(hull.vertices[top], d)) top = i;
  // The face, and the edge, at the top corner that d is most nearly at right angles to.
  const HullFace* best = nullptr;
  std::uint32_t other = top;
  double least = kLine;
  for (const HullFace& face : hull.faces) {
    for (std::uint32_t i = 0; i < face.count; ++i) {
      if (hull.corners[face.first + i] != top) continue;
      if (!best || dot(face.normal, d) > dot(best->normal, d)) best = &face;
      const std::uint32_t next =
          hull.corners[face.first + (i + 1) % face.count];  // each edge begins at this corner in one of its two faces
      const Vec3 edge = hull.vertices[next] - hull.vertices[top];
      const double sine = -dot(edge, d) / length(edge);
      if (sine < least) least = sine, other = next;
    }
  }
  if (best && (anyFace || isFacing(dot(best->normal, d)))) {
    for (std::uint32_t i = 0; i < best->count; ++i) {
      const std::uint32_t vertex = hull.corners[best->first + i];
      f.add(hull.vertices[vertex], vertex);
    }
    return f.face(best->normal);
  }
  f.add(hull.vertices[top], top);
  if (other != top) f.add(hull.vertices[other], other);
}

/// Of what is round. All in the axes of the shape.
void addFeatureOfRound(Corners& f, const OrientedBox& s, Vec3 d, bool anyFace, Vec3 towards) {
  const Vec3 h = toDouble(s.halfExtents);
  const double across = std::sqrt(d.x * d.x + d.z * d.z), sign = d.y < 0 ? -1 : 1;
  const Vec3 out = across > kUpright ? Vec3{d.x / across, 0, d.z / across} : Vec3{1, 0, 0};
  const bool isCone = s.shape == ColliderShape::cone, isCapsule = s.shape == ColliderShape::capsule;
  if (s.shape == ColliderShape::sphere || s.shape == ColliderShape::ellipsoid) {
    // A point.
  } else if (!isCapsule && across < (anyFace ? kAnyFace : kFace) && !(isCone && sign > 0)) {
    const double level = std::sqrt(towards.x * towards.x + towards.z * towards.z);
    const Vec3 first = level > 0 ? Vec3{towards.x / level, 0, towards.z / level} : out, side{-first.z, 0, first.x};
    constexpr double kHalf = 0.70710678118654752;
    const double c[kRim] = {1, kHalf, 0, -kHalf, -1, -kHalf, 0, kHalf}, t[kRim] = {0, kHalf, 1, kHalf, 0, -kHalf, -1, -kHalf};
    for (unsigned i = 0; i < kRim; ++i) f.add(first * (h.x * c[i]) + side * (h.x * t[i]) + Vec3{0, sign * h.y, 0}, i);
    return f.face({0, sign, 0});
  } else {
    const double slant = std::sqrt(4 * h.y * h.y + h.x * h.x), tilt = isCone ? (d.y * 2 * h.y - across * h.x) / slant : d.y;
    if (std::abs(tilt) < (anyFace ? kAnyLine : kLine)) {
      const double end = isCapsule ? h.y - h.x : h.y;
      const Vec3 rim = isCapsule ? d * h.x : out * h.x;
      f.add(rim + Vec3{0, -end, 0}, 0);
      if (end > 0) f.add((isCone ? Vec3{} : rim) + Vec3{0, end, 0}, 1);
      return;
    }
  }
  f.add(localSupport(s, d), 0);
}

}  // namespace

Feature featureOf(const OrientedBox& s, Vec3 d, bool anyFace, Vec3 towards) {
  const Mat3 axes = toDouble(s.axes);
  const Vec3 local = transposeTimes(axes, d);
  Feature feature;
  Corners f{feature, axes};
  if (s.isBox()) addFeatureOfBox(f, toDouble(s.halfExtents), local, anyFace);
  else if (isHull(s.shape)) addFeatureOfHull(f, *s.hull, local, anyFace);
  else addFeatureOfRound(f, s, local, anyFace, transposeTimes(axes, towards));
  return feature;
}

FacesTowards facesTowards(const OrientedBox& s, Vec3 d) {
  FacesTowards faces;
  const Mat3 axes = toDouble(s.axes);
  const Vec3 local = transposeTimes(axes, d);
  if (!isHull(s.shape)) {
    const Feature feature = featureOf(s, d);
    if (feature.isFace) faces.add(feature);
    return faces;
  }
  for (const HullFace& face : s.hull->faces) {
    if (!isFacing(dot(face.normal, local))) continue;
    Feature feature;
    Corners f{feature, axes};
    for (std::uint32_t i = 0; i < face.count; ++i)
      f.add(s.hull->vertices[s.hull->corners[face.first + i]], s.hull->corners[face.first + i]);
    f.face(face.normal);
    faces.add(feature);
  }
  return faces;
}

}  // namespace tumble
