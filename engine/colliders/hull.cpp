#include "colliders/hull.h"

#include <algorithm>

#include "assertion.h"

namespace tumble {
namespace {

constexpr double kSameFace = 1e-6;  // of the extent: triangles whose corners are nearer to a plane are one face

struct Triangle {
  Vec3 normal;
  double area;  // 0: it belongs to a face
};

struct Edge {
  std::uint32_t from, to;
};

/// Appends the outline of some triangles with these edges, from corner to corner; edges that occur both ways are within it.
void addOutline(const List<Edge>& edges, List<std::uint32_t>& corners) {
  List<Edge> outline;
  for (const Edge e : edges) {
    const auto isBack = [&](const Edge& other) { return other.from == e.to && other.to == e.from; };
    if (std::none_of(edges.begin(), edges.end(), isBack)) outline.push_back(e);
  }
  if (outline.empty()) return;
  std::uint32_t at = outline[0].from;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    corners.push_back(at);
    const auto next = std::find_if(outline.begin(), outline.end(), [&](const Edge& e) { return e.from == at; });
    if (next == outline.end() || next->to == outline[0].from) return;
    at = next->to;
  }
}

}  // namespace

Hull makeHull(std::span<const Vec3> points, std::span<const std::uint32_t> corners) {
  TUMBLE_ASSERT(corners.size() >= 12 && corners.size() % 3 == 0, "a hull has four triangles at least");
  Hull hull;
  Vec3 low = points[corners[0]], high = low;
  List<std::uint32_t> numbers(points.size());  // of the vertex, counted from 1
  for (const std::uint32_t corner : corners) {
    const Vec3 p = points[corner];
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
    if (numbers[corner] != 0) continue;
    hull.vertices.push_back(p);
    numbers[corner] = static_cast<std::uint32_t>(hull.vertices.size());
  }
  hull.center = (low + high) * 0.5, hull.halfExtents = (high - low) * 0.5;
  for (Vec3& p : hull.vertices) p -= hull.center;
  const auto vertex = [&](std::size_t corner) { return numbers[corners[corner]] - 1; };
  List<Triangle> triangles;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const Vec3 a = hull.vertices[vertex(i)], n = cross(hull.vertices[vertex(i + 1)] - a, hull.vertices[vertex(i + 2)] - a);
    triangles.push_back({normalized(n), length(n)});
  }
  const double flat = kSameFace * length(hull.halfExtents);
  List<Edge> edges;
  for (;;) {
    const auto bySize = [](const Triangle& p, const Triangle& q) { return p.area < q.area; };
    const auto largest = static_cast<std::size_t>(std::max_element(triangles.begin(), triangles.end(), bySize) - triangles.begin());
    if (!(triangles[largest].area > 0)) return hull;
    const Vec3 n = triangles[largest].normal, origin = hull.vertices[vertex(3 * largest)];
    edges.clear();
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      bool inPlane = triangles[t].area > 0 && (t == largest || dot(n, triangles[t].normal) > 0);
      for (std::size_t k = 0; k < 3 && inPlane; ++k) inPlane = std::abs(dot(n, hull.vertices[vertex(3 * t + k)] - origin)) <= flat;
      if (!inPlane) continue;
      triangles[t].area = 0;
      for (std::size_t k = 0; k < 3; ++k) edges.push_back({vertex(3 * t + k), vertex(3 * t + (k + 1) % 3)});
    }
    const auto first = static_cast<std::uint32_t>(hull.corners.size());
    addOutline(edges, hull.corners);
    hull.faces.push_back({n, first, static_cast<std::uint32_t>(hull.corners.size()) - first});
  }
}

}  // namespace tumble
