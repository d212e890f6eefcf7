// Solid inside a closed surface of triangles. By the divergence theorem its integrals are sums over the triangles: each spans a
// tetrahedron with a common point o, counted negative where the triangle turns its back to o. For a tetrahedron with corners
// o + a, o + b, o + c and V = a.(b x c) / 6, s = a + b + c:
//     integral 1 = V,   integral x = V s / 4,   integral x x^T = V/20 (a a^T + b b^T + c c^T + s s^T)
// and the tensor is rho (trace(C) 1 - C) with C the last of these about the centre. o is the mean of the vertices, so that
// nothing cancels for a solid far from its origin. Source: B. Mirtich, "Fast and accurate computation of polyhedral mass
// properties", 1996, for the reduction to faces.
#include "shapes/solids.h"

namespace tumble {
namespace {

void addOuter(Mat3& sum, Vec3 v, double factor) {
  const Vec3 f = v * factor;
  sum.cx += v * f.x;
  sum.cy += v * f.y;
  sum.cz += v * f.z;
}

}  // namespace

Solid polyhedronSolid(double density, std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles) {
  Solid solid;
  if (vertices.empty()) return solid;
  Vec3 origin;
  for (const Vec3& v : vertices) origin += v;
  origin = origin * (1 / static_cast<double>(vertices.size()));

  double volume = 0;
  Vec3 first;
  Mat3 second{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const Vec3 a = vertices[triangles[i]] - origin, b = vertices[triangles[i + 1]] - origin, c = vertices[triangles[i + 2]] - origin;
    const Vec3 s = a + b + c;
    const double v = dot(a, cross(b, c)) / 6;
    volume += v;
    first += s * (0.25 * v);
    for (const Vec3& corner : {a, b, c, s}) addOuter(second, corner, v / 20);
  }
  if (volume == 0) return solid;
  const Vec3 center = first * (1 / volume);
  addOuter(second, center, -volume);
  const double trace = second.cx.x + second.cy.y + second.cz.z;
  solid.mass = density * volume;
  solid.center = origin + center;
  solid.inertia = (diagonal(Vec3{trace, trace, trace}) - second) * density;
  return solid;
}

}  // namespace tumble
