// Ellipsoid with semi-axes a, b, c: m = 4/3 pi a b c rho,  I = m/5 diag(b^2 + c^2, c^2 + a^2, a^2 + b^2).
#include "math/trigonometry.h"
#include "shapes/mass_properties.h"
#include "shapes/solids.h"

namespace tumble {

Solid ellipsoidSolid(double density, Vec3 semiAxes) {
  const double mass = density * (4.0 / 3 * kPi * semiAxes.x * semiAxes.y * semiAxes.z);
  return {mass, {}, boxInertia(0.6 * mass, semiAxes)};
}

}  // namespace tumble
