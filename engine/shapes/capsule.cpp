// Capsule about y: a cylinder of height h and two half balls. A half ball of mass b has its centre 3/8 r above its base, and
// 2/5 b r^2 - b (3/8 r)^2 = 83/320 b r^2 across its axis about that centre.
#include "math/trigonometry.h"
#include "shapes/solids.h"

namespace tumble {

Solid capsuleSolid(double density, double r, double h) {
  const Solid cylinder = cylinderSolid(density, r, h);
  const double halfBall = density * (2.0 / 3 * kPi * r * r * r), distance = 0.5 * h + 0.375 * r;
  const double along = cylinder.inertia.cy.y + 2 * (0.4 * halfBall * r * r);
  const double across = cylinder.inertia.cx.x + 2 * halfBall * (83.0 / 320 * r * r + distance * distance);
  return {cylinder.mass + 2 * halfBall, {}, diagonal(Vec3{across, along, across})};
}

}  // namespace tumble
