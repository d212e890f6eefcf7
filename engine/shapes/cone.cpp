// Cone about y, base at -h/2, apex at +h/2: m = pi r^2 h rho / 3, centre h/4 above the base,
// I_y = 3/10 m r^2,  I_x = I_z = 3/80 m (4 r^2 + h^2) about the centre.
#include "math/trigonometry.h"
#include "shapes/solids.h"

namespace tumble {

Solid coneSolid(double density, double r, double h) {
  const double mass = density * (kPi * r * r * h / 3), across = 0.0375 * mass * (4 * r * r + h * h);
  return {mass, {0, -0.25 * h, 0}, diagonal(Vec3{across, 0.3 * mass * r * r, across})};
}

}  // namespace tumble
