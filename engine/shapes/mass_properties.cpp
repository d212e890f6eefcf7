// Mass properties of boxes and of compounds of boxes.
//
//   box:       I = m/3 diag(b^2 + c^2, c^2 + a^2, a^2 + b^2)            half extents a, b, c
//   turned:    I' = R I R^T                                             (similarity transform)
//   moved:     I' = I + m (d^2 1 - d d^T)                               (parallel axis theorem; d from the common centre)
//
// The signs follow from L = sum r x m (omega x r) = sum m r~ r~^T omega: the tensor is a sum of squares with a plus, so
// I_xx = sum m (y^2 + z^2) > 0 and the products of inertia enter with a minus, I_xy = -sum m x y. (The sum printed in
// C. Hecker, "Physics, Part 4: The Third Dimension", 1997, has the other sign.)
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

constexpr Mat3 kZero{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

double boxMass(const Shape& shape) {
  const Vec3 h = shape.halfExtents;
  return shape.density * (8 * h.x * h.y * h.z);
}

/// m (d^2 1 - d d^T): the tensor of a point mass at d.
Mat3 pointInertia(double mass, Vec3 d) {
  const double xy = -mass * d.x * d.y, xz = -mass * d.x * d.z, yz = -mass * d.y * d.z;
  return {{mass * (d.y * d.y + d.z * d.z), xy, xz},
          {xy, mass * (d.z * d.z + d.x * d.x), yz},
          {xz, yz, mass * (d.x * d.x + d.y * d.y)}};
}

/// Rounding leaves the two halves of R I R^T a last bit apart; the eigen-solver wants them equal.
Mat3 symmetric(const Mat3& m) {
  const double xy = 0.5 * (m.cx.y + m.cy.x), xz = 0.5 * (m.cx.z + m.cz.x), yz = 0.5 * (m.cy.z + m.cz.y);
  return {{m.cx.x, xy, xz}, {xy, m.cy.y, yz}, {xz, yz, m.cz.z}};
}

}  // namespace

Mat3 boxInertia(double mass, Vec3 halfExtents) {
  const double third = mass / 3, aa = halfExtents.x * halfExtents.x, bb = halfExtents.y * halfExtents.y,
               cc = halfExtents.z * halfExtents.z;
  return diagonal(Vec3{third * (bb + cc), third * (cc + aa), third * (aa + bb)});
}

MassProperties massProperties(std::span<const Shape> shapes) {
  MassProperties total{0, {0, 0, 0}, kZero};
  Vec3 firstMoment;  // kg m
  for (const Shape& shape : shapes) {
    const double mass = boxMass(shape);
    total.mass += mass;
    firstMoment += shape.position * mass;
  }
  if (!(total.mass > 0)) return total;
  // A single shape keeps its centre to the bit: (m p) / m can miss p by one.
  total.centerOfMass = shapes.size() == 1 ? shapes[0].position : firstMoment * (1 / total.mass);

  for (const Shape& shape : shapes) {
    const double mass = boxMass(shape);
    const Mat3 turned = similarity(toMatrix(shape.orientation), boxInertia(mass, shape.halfExtents));
    total.inertia = total.inertia + turned + pointInertia(mass, shape.position - total.centerOfMass);
  }
  total.inertia = symmetric(total.inertia);
  return total;
}

MassProperties withMass(MassProperties properties, double mass) {
  // One factor on every density scales the mass and the tensor alike and leaves the centre where it is.
  if (properties.mass > 0) properties.inertia = properties.inertia * (mass / properties.mass);
  properties.mass = mass;
  return properties;
}

}  // namespace tumble
