// Box with half extents a, b, c: m = 8 a b c rho,  I = m/3 diag(b^2 + c^2, c^2 + a^2, a^2 + b^2).
#include "shapes/mass_properties.h"
#include "shapes/solids.h"

namespace tumble {

Mat3 boxInertia(double mass, Vec3 halfExtents) {
  const double third = mass / 3, aa = halfExtents.x * halfExtents.x, bb = halfExtents.y * halfExtents.y, cc = halfExtents.z * halfExtents.z;
  return diagonal(Vec3{third * (bb + cc), third * (cc + aa), third * (aa + bb)});
}

Solid boxSolid(double density, Vec3 h) {
  const double mass = density * (8 * h.x * h.y * h.z);
  return {mass, {}, boxInertia(mass, h)};
}

}  // namespace tumble
