// A surface of triangles that does not move, as colliders: each triangle is a hull without thickness, whose outside is the side from which its
// corners are counter-clockwise. It knows what lies around its edges and corners, so that no edge within a flat or hollow part of the surface is
// an obstacle.
//
// A unit vector n is the normal of a contact at a point p only if n.d <= 0 for every direction d from p into the surface (R. T. Rockafellar,
// R. Wets, "Variational Analysis", 1998, chapter 6; C. Ericson, "Real-Time Collision Detection", 2005: Voronoi regions). Within a triangle that
// leaves its own normal, on an edge the normals between those of both triangles, if the edge is convex.
#pragma once
#include <span>
#include <vector>

#include "colliders/hull.h"

namespace tumble {

struct MeshTriangle;

/// What lies beyond an edge.
struct TriangleEdge {
  Vec3 inward;                             // unit, at right angles to the edge into the triangle there; 0: none
  Vec3 normal;                             // of that triangle, unit, outwards
  const MeshTriangle* triangle = nullptr;  // null: none
};

struct MeshTriangle {
  Hull hull;                        // of its three corners; faces: the outside, then the inside
  TriangleEdge edges[3];            // edge k from corner k to the next
  std::span<const Vec3> around[3];  // of corner k: the edges of the surface that begin there, unit
  bool isAtRim = false;             // one of its corners is at an edge where the surface ends, or turns away (kSharpTurn)
  Vec3 normal() const { return hull.faces[0].normal; }
};

/// All in the axes of the shape; the corners of a triangle are from the centre of the box around it.
struct TriangleMesh {
  std::vector<MeshTriangle> triangles;
  List<Vec3> around;  // of all corners
};

/// The surface of these vertices (m), three a triangle. Vertices at the same place are one. Where more than two triangles share an edge, each has the
/// first other one that runs the other way along it.
TriangleMesh makeTriangleMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles);

/// m. A triangle of a mesh has no altitude below this.
constexpr double kLeastAltitude = 1e-5;
constexpr std::size_t kNoTriangle = ~std::size_t{0};
/// The first triangle that is too flat for a mesh; kNoTriangle: none.
std::size_t flatTriangle(std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles);

/// The normal (unit) nearest to n that a contact with the triangle may have where it is farthest along n: n itself, if nothing else of the surface
/// is in its way. Axes of the shape.
Vec3 exposedNormal(const MeshTriangle& triangle, Vec3 n);

/// The point of the triangle nearest to p (m), both from the centre of the box around it, in the axes of the shape.
Vec3 nearestPoint(const MeshTriangle& triangle, Vec3 p);

}  // namespace tumble
