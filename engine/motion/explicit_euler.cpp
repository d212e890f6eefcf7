// Explicit Euler on a 3x3 matrix, with and without re-orthogonalisation. Order 1.
//
// A: body -> world, L: angular momentum, both primary; every derivative is that of the start of the step:
//     I^-1 = A Ibody^-1 A^T   (similarity transform),   omega = I^-1 L
//     x += h v,   A += h omega~ A,   v += h F / m,   L += h torque
// A^T A grows by -h^2 omega~^2 in every step, so the body swells across its axis of rotation and, since I^-1 swells with it,
// gains energy. Gram-Schmidt makes A a rotation again; the error of the motion stays. (D. Fleck's slides print the
// update without the factor h.)
// Source: C. Hecker, "Physics, Part 4: The Third Dimension", 1997; D. Fleck, "3D Physics" (course slides).
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

void turnMatrix(Body& body, Vec3 omega, double h, bool repaired) {
  body.matrix = body.matrix + tilde(omega) * body.matrix * h;
  const Mat3 rotation = orthonormalized(body.matrix);
  if (repaired) body.matrix = rotation;
  body.q = fromMatrix(rotation);
}

template <bool repaired> void move(Body& body, const FlightForces& forces, double h) {
  const Rates now = ratesOf(body, forces, 0);
  body.x += now.velocity * h;
  turnMatrix(body, now.omega, h, repaired);
  body.v += now.acceleration * h;
  body.L += now.torque * h;
}

template <bool repaired> void turn(Body& body, Vec3 meanMomentum, double h) {
  const Vec3 omega = body.matrix * scaled(body.inverseInertia, transposeTimes(body.matrix, meanMomentum));
  turnMatrix(body, omega, h, repaired);
}

}  // namespace

constinit const MotionMethod kExplicitEuler{move<false>, turn<false>};
constinit const MotionMethod kExplicitEulerGramSchmidt{move<true>, turn<true>};

}  // namespace tumble
