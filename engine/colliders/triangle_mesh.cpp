#include "colliders/triangle_mesh.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"

namespace tumble {
namespace {

constexpr double kLevel = 1e-4;            // sine of the angle below which an edge or triangle is at right angles to a normal
constexpr double kSharpTurn = 0.87;        // cosine of the angle by which a surface turns at the border of a solid
constexpr std::uint32_t kMostAround = 64;  // edges at a corner that are looked at: a fan of thousands would take seconds

/// An edge of a triangle, by the numbers of its vertices.
struct HalfEdge {
  std::uint32_t low, high;  // of its two vertices
  std::uint32_t triangle, edge;
  bool upward;  // from the lower to the higher
};

/// m. Vertices that differ by the rounding of whoever made them, as where a loop closes, are one.
constexpr double kSamePlace = 1e-7;

/// For each vertex the first one at the same place.
List<std::uint32_t> mergedVertices(std::span<const Vec3> vertices) {
  // Along a direction (no longer than 1) in which no grid has many vertices of the same order.
  const auto order = [&](std::uint32_t i) { return dot(vertices[i], Vec3{0.618, 0.5545, 0.5573}); };
  List<std::uint32_t> sorted(vertices.size()), first(vertices.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  const auto before = [&](std::uint32_t i, std::uint32_t j) { return order(i) != order(j) ? order(i) < order(j) : i < j; };
  std::make_heap(sorted.begin(), sorted.end(), before);  // a fraction of the code of std::sort
  std::sort_heap(sorted.begin(), sorted.end(), before);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const std::uint32_t i = sorted[k];
    first[i] = i;
    for (std::size_t l = k; l-- > 0 && order(i) - order(sorted[l]) <= kSamePlace;) {
      if (lengthSquared(vertices[sorted[l]] - vertices[i]) <= kSamePlace * kSamePlace) first[i] = std::min(first[i], first[sorted[l]]);
    }
  }
  return first;
}

Hull hullOfTriangle(Vec3 a, Vec3 b, Vec3 c) {
  Hull hull;
  Vec3 low = a, high = a;
  for (const Vec3 p : {b, c}) {
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  }
  hull.center = (low + high) * 0.5, hull.halfExtents = (high - low) * 0.5;
  for (const Vec3 p : {a, b, c}) hull.vertices.push_back(p - hull.center);
  const Vec3 n = normalized(cross(b - a, c - a));
  hull.faces = {{n, 0, 3}, {-n, 3, 3}};
  hull.corners = {0, 1, 2, 0, 2, 1};
  return hull;
}

/// The edges that begin at each vertex.
void findAround(TriangleMesh& mesh, std::span<const std::uint32_t> corners, std::span<const Vec3> vertices) {
  List<std::uint32_t> first(vertices.size() + 1, 0u);
  for (const std::uint32_t corner : corners) first[corner + 1] += 2;
  for (std::size_t i = 0; i < vertices.size(); ++i) first[i + 1] += first[i];
  mesh.around.resize(first[vertices.size()]);
  List<std::uint32_t> next(first);
  for (std::size_t t = 0; t < corners.size(); ++t) {
    const std::size_t base = t - t % 3;
    for (std::size_t k = 1; k < 3; ++k) {
      const Vec3 along = vertices[corners[base + (t + k - base) % 3]] - vertices[corners[t]];
      mesh.around[next[corners[t]]++] = normalized(along);
    }
  }
  for (std::size_t t = 0; t < corners.size(); ++t) {
    MeshTriangle& triangle = mesh.triangles[t / 3];
    const std::uint32_t from = first[corners[t]], count = std::min(first[corners[t] + 1] - from, kMostAround);
    triangle.around[t % 3] = {mesh.around.data() + from, count};
  }
}

void findNeighbours(TriangleMesh& mesh, std::span<const std::uint32_t> corners, std::span<const Vec3> vertices) {
  List<HalfEdge> edges;
  for (std::uint32_t t = 0; t < corners.size() / 3; ++t) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t from = corners[3 * t + k], to = corners[3 * t + (k + 1) % 3];
      edges.push_back({std::min(from, to), std::max(from, to), t, k, from < to});
    }
  }
  const auto before = [](const HalfEdge& p, const HalfEdge& q) {
    return p.low != q.low ? p.low < q.low : p.high != q.high ? p.high < q.high : p.triangle < q.triangle;
  };
  std::make_heap(edges.begin(), edges.end(), before);
  std::sort_heap(edges.begin(), edges.end(), before);
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    while (last < edges.size() && edges[last].low == edges[first].low && edges[last].high == edges[first].high) ++last;
    const HalfEdge* opposite[2] = {nullptr, nullptr};  // [upward]
    for (std::size_t i = last; i-- > first;) opposite[edges[i].upward] = &edges[i];
    for (std::size_t i = first; i < last; ++i) {
      const HalfEdge& own = edges[i];
      const HalfEdge* other = opposite[!own.upward];
      if (!other) continue;
      const std::uint32_t* at = &corners[3 * other->triangle];
      const Vec3 from = vertices[at[other->edge]], to = vertices[at[(other->edge + 1) % 3]];
      const MeshTriangle& beyond = mesh.triangles[other->triangle];
      const Vec3 n = beyond.normal();
      mesh.triangles[own.triangle].edges[own.edge] = {normalized(cross(n, to - from)), n, &beyond};
    }
  }
}

/// Whether the surface ends at an edge of the triangle, or turns away, as at the border of a solid.
bool isRim(const MeshTriangle& triangle, const TriangleEdge& edge) {
  return !edge.triangle || (dot(edge.inward, triangle.normal()) < 0 && dot(edge.normal, triangle.normal()) < kSharpTurn);
}

void markRim(TriangleMesh& mesh, std::span<const std::uint32_t> corners, std::size_t vertexCount) {
  List<std::uint8_t> isAtRim(vertexCount, std::uint8_t{0});
  for (std::size_t t = 0; t < corners.size(); ++t) {
    if (isRim(mesh.triangles[t / 3], mesh.triangles[t / 3].edges[t % 3]))
      isAtRim[corners[t]] = isAtRim[corners[t % 3 == 2 ? t - 2 : t + 1]] = 1;
  }
  for (std::size_t t = 0; t < corners.size(); ++t) mesh.triangles[t / 3].isAtRim |= isAtRim[corners[t]] != 0;
}

}  // namespace

std::size_t flatTriangle(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles) {
  for (std::size_t t = 0; t + 2 < triangles.size(); t += 3) {
    const Vec3 a = vertices[triangles[t]], b = vertices[triangles[t + 1]], c = vertices[triangles[t + 2]];
    const double longest = std::max({lengthSquared(b - a), lengthSquared(c - b), lengthSquared(a - c)});
    if (!(lengthSquared(cross(b - a, c - a)) >= kLeastAltitude * kLeastAltitude * longest) || longest == 0) return t / 3;
  }
  return kNoTriangle;
}

TriangleMesh makeTriangleMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles) {
  TUMBLE_ASSERT(triangles.size() >= 3 && triangles.size() % 3 == 0, "a mesh has a triangle at least");
  TriangleMesh mesh;
  const List<std::uint32_t> first = mergedVertices(vertices);
  List<std::uint32_t> corners;
  for (const std::uint32_t corner : triangles) corners.push_back(first[corner]);
  mesh.triangles.resize(corners.size() / 3);
  for (std::size_t t = 0; t < corners.size(); t += 3)
    mesh.triangles[t / 3].hull = hullOfTriangle(vertices[corners[t]], vertices[corners[t + 1]], vertices[corners[t + 2]]);
  findAround(mesh, corners, vertices);
  findNeighbours(mesh, corners, vertices);
  markRim(mesh, corners, vertices.size());
  for (MeshTriangle& triangle : mesh.triangles) triangle.hull.triangle = &triangle;
  return mesh;
}

Vec3 exposedNormal(const MeshTriangle& triangle, Vec3 n) {
  const List<Vec3>& p = triangle.hull.vertices;
  const Vec3 own = triangle.normal();
  const double facing = dot(n, own);
  std::uint32_t top = 0;
  for (std::uint32_t k = 1; k < 3; ++k)
    if (dot(n, p[k]) > dot(n, p[top])) top = k;
  // The two edges at the top corner: which of them are level?
  const std::uint32_t edges[2] = {top, (top + 2) % 3};
  double tilt[2];
  bool level[2];
  for (int i = 0; i < 2; ++i) {
    const Vec3 along = p[(edges[i] + 1) % 3] - p[edges[i]];
    tilt[i] = std::abs(dot(n, along)) / length(along);
    level[i] = tilt[i] <= kLevel;
  }
  if (level[0] && level[1]) {
    if (facing > 0 && lengthSquared(cross(n, own)) <= kLevel * kLevel) return n;  // the triangle itself
    level[tilt[0] <= tilt[1] ? 1 : 0] = false;  // both long edges of a slim triangle are level to normals far from its own
  }
  bool exposed = facing >= 0;
  if (level[0] != level[1]) {
    const TriangleEdge& edge = triangle.edges[edges[level[0] ? 0 : 1]];
    exposed = exposed && dot(n, edge.inward) <= kLevel;
  } else {
    for (const Vec3 along : triangle.around[top]) exposed = exposed && dot(n, along) <= kLevel;
  }
  if (exposed) return n;
  Vec3 best = own;
  for (int i = 0; i < 2; ++i) {
    const TriangleEdge& edge = triangle.edges[edges[i]];
    const bool isConvexEdge = dot(edge.inward, own) < -kLevel;
    if (isConvexEdge && (level[i] || !level[1 - i]) && dot(n, edge.normal) > dot(n, best)) best = edge.normal;
  }
  return best;
}

/// C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
Vec3 nearestPoint(const MeshTriangle& triangle, Vec3 p) {
  const List<Vec3>& v = triangle.hull.vertices;
  const Vec3 n = triangle.normal();
  bool inside = true;
  Vec3 nearest;
  double least = 1e300;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 a = v[k], along = v[(k + 1) % 3] - a;
    if (dot(cross(n, along), p - a) >= 0) continue;
    inside = false;
    const double t = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
    const Vec3 q = a + along * t;
    if (lengthSquared(p - q) < least) least = lengthSquared(p - q), nearest = q;
  }
  return inside ? p - n * dot(n, p - v[0]) : nearest;
}

}  // namespace tumble
