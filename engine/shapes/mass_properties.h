// Mass, centre of mass and inertia tensor of shapes and of compounds of them (parallel axis theorem), and the principal
// axes of a tensor. Exact closed forms in double precision.
#pragma once
#include <span>

#include "shapes/shape.h"

namespace tumble {

struct MassProperties {
  double mass = 0;    // kg
  Vec3 centerOfMass;  // m, body frame
  Mat3 inertia;       // kg m^2, about the centre of mass, body axes: sum of m (d^2 1 - d d^T)
};

/// Inertia tensor of a solid box about its own centre in its own axes: m/3 (b^2 + c^2, ...) with half extents a, b, c.
Mat3 boxInertia(double mass, Vec3 halfExtents);

/// Mass properties of shapes rigidly joined, each with its own density. Overlaps count twice, as the parts' masses do.
MassProperties massProperties(std::span<const Shape> shapes);

/// Same body, with the densities scaled by one common factor so that the total mass is `mass` (kg, above 0).
MassProperties withMass(MassProperties properties, double mass);

struct PrincipalAxes {
  Vec3 moments;      // kg m^2, in the order of the columns they belong to
  Quat orientation;  // principal -> body frame
};

/// Eigen-decomposition of a symmetric tensor by Jacobi rotations (Jacobi 1846). A tensor that is already diagonal keeps its
/// axes and gives the identity, so that a plain box is stored in its own frame.
PrincipalAxes principalAxes(const Mat3& tensor);

}  // namespace tumble
