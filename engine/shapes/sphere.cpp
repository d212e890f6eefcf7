// Sphere: m = 4/3 pi r^3 rho,  I = 2/5 m r^2.
#include "math/trigonometry.h"
#include "shapes/solids.h"

namespace tumble {

Solid sphereSolid(double density, double r) {
  const double mass = density * (4.0 / 3 * kPi * r * r * r), moment = 0.4 * mass * r * r;
  return {mass, {}, diagonal(Vec3{moment, moment, moment})};
}

}  // namespace tumble
