#include "shapes/convex_hull.h"

#include <algorithm>

namespace tumble {
namespace {

struct Face {
  std::uint32_t a, b, c;
  Vec3 normal;    // unit, outward
  double offset;  // normal.x on the face
};

struct Edge {
  std::uint32_t from, to;
};

Face faceOf(std::span<const Vec3> points, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const Vec3 normal = normalized(cross(points[b] - points[a], points[c] - points[a]));
  return {a, b, c, normal, dot(normal, points[a])};
}

/// The point where `measure` is largest.
template <class Measure> std::uint32_t farthest(std::span<const Vec3> points, Measure measure) {
  std::uint32_t best = 0;
  double most = -1;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const double value = measure(points[i]);
    if (value > most) most = value, best = i;
  }
  return best;
}

/// Removes the faces that are visible from the point and closes the hole with a fan of new ones.
void addPoint(List<Face>& faces, std::span<const Vec3> points, std::uint32_t p, double flat) {
  List<Edge> edges;
  std::size_t remaining = 0;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Face f = faces[i];
    if (dot(f.normal, points[p]) - f.offset <= flat) {
      faces[remaining++] = f;
      continue;
    }
    for (const Edge e : {Edge{f.a, f.b}, Edge{f.b, f.c}, Edge{f.c, f.a}}) edges.push_back(e);
  }
  faces.resize(remaining);
  for (const Edge e : edges) {
    const auto isBack = [&](const Edge& other) { return other.from == e.to && other.to == e.from; };
    if (std::none_of(edges.begin(), edges.end(), isBack)) faces.push_back(faceOf(points, e.from, e.to, p));
  }
}

}  // namespace

List<std::uint32_t> convexHull(std::span<const Vec3> points) {
  if (points.size() < 4) return {};
  const Vec3 a = points[0];
  const std::uint32_t ib = farthest(points, [&](Vec3 p) { return lengthSquared(p - a); });
  const double extent = length(points[ib] - a), flat = kFlat * extent;
  if (!(extent > 0)) return {};
  const Vec3 along = (points[ib] - a) * (1 / extent);
  const std::uint32_t ic = farthest(points, [&](Vec3 p) { return lengthSquared(cross(p - a, along)); });
  const Vec3 across = cross(along, points[ic] - a);
  if (!(length(across) > flat)) return {};
  const Vec3 normal = normalized(across);
  const std::uint32_t id = farthest(points, [&](Vec3 p) {
    const double d = dot(normal, p - a);
    return d < 0 ? -d : d;
  });
  const double height = dot(normal, points[id] - a);
  if (!(height > flat || height < -flat)) return {};

  const std::uint32_t ia = 0, second = height < 0 ? ib : ic, third = height < 0 ? ic : ib;  // outward seen from the fourth
  List<Face> faces{faceOf(points, ia, second, third), faceOf(points, ia, third, id), faceOf(points, third, second, id),
                   faceOf(points, second, ia, id)};
  for (std::uint32_t p = 1; p < points.size(); ++p) {
    if (p != ib && p != ic && p != id) addPoint(faces, points, p, flat);
  }
  List<std::uint32_t> triangles;
  for (const Face& f : faces) triangles.append({f.a, f.b, f.c});
  if (!isClosedSurface(triangles)) return {};  // rounding opens a needle whose sides are a hundred-thousandth of its length
  return triangles;
}

bool isClosedSurface(std::span<const std::uint32_t> triangles) {
  List<std::uint64_t> edges;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t from = triangles[i + static_cast<std::size_t>(k)], to = triangles[i + static_cast<std::size_t>((k + 1) % 3)];
      if (from == to) return false;
      edges.push_back(from << 32 | to);
    }
  }
  std::make_heap(edges.begin(), edges.end());
  std::sort_heap(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (i > 0 && edges[i] == edges[i - 1]) return false;
    if (!std::binary_search(edges.begin(), edges.end(), edges[i] << 32 | edges[i] >> 32)) return false;
  }
  return !edges.empty();
}

}  // namespace tumble
