// Cylinder about y, height h: m = pi r^2 h rho,  I_y = m r^2 / 2,  I_x = I_z = m (3 r^2 + h^2) / 12.
#include "math/trigonometry.h"
#include "shapes/solids.h"

namespace tumble {

Solid cylinderSolid(double density, double r, double h) {
  const double mass = density * (kPi * r * r * h), across = mass * (3 * r * r + h * h) / 12;
  return {mass, {}, diagonal(Vec3{across, 0.5 * mass * r * r, across})};
}

}  // namespace tumble
