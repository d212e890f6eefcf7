// Mass, centre and inertia tensor of one shape in its own axes: closed forms, one shape a file.
//
// A solid has mass m, centre c and the tensor about the centre, I = sum of m (d^2 1 - d d^T). Lengths in m, densities in kg/m^3.
#pragma once
#include <span>

#include "math/mat3.h"
#include "shapes/shape.h"

namespace tumble {

struct Solid {
  double mass = 0;                                // kg
  Vec3 center;                                    // m, in the shape's axes
  Mat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};  // kg m^2, about the centre, in the shape's axes
};

Solid boxSolid(double density, Vec3 halfExtents);
Solid sphereSolid(double density, double radius);
Solid ellipsoidSolid(double density, Vec3 semiAxes);
Solid cylinderSolid(double density, double radius, double height);
Solid capsuleSolid(double density, double radius, double height);
Solid coneSolid(double density, double radius, double height);
/// The solid inside a closed surface of triangles. Its mass is negative when the triangles face inwards.
Solid polyhedronSolid(double density, std::span<const Vec3> vertices, std::span<const std::uint32_t> triangles);
Solid pointsSolid(std::span<const Vec3> points, std::span<const double> masses);

/// The solid of any shape, as if it were not subtracted.
Solid solidOf(const Shape& shape);

/// m (d^2 1 - d d^T): the tensor of a point mass at d, and the term of the parallel axis theorem.
constexpr Mat3 pointInertia(double mass, Vec3 d) {
  const double xy = -mass * d.x * d.y, xz = -mass * d.x * d.z, yz = -mass * d.y * d.z;
  return {{mass * (d.y * d.y + d.z * d.z), xy, xz}, {xy, mass * (d.z * d.z + d.x * d.x), yz}, {xz, yz, mass * (d.x * d.x + d.y * d.y)}};
}

}  // namespace tumble
