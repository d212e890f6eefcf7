// Semi-implicit Euler with the angular velocity as primary state, as game engines have it: velocities first, positions by the
// new velocities. Order 1.
//     v += h F / m,   omega += h I^-1 (torque - omega x I omega),   x += h v,   q += h/2 omega q,   L = I omega
// The gyroscopic term - omega x I omega has a minus (an article prints a plus). Without it omega stands still in free flight
// and L turns: the body spins for ever about the axis it had, and no step size, however small, makes a racket flip.
// Source: G. Fiedler, "Physics in 3D", 2004, for the form; L. Euler, "Theoria motus corporum solidorum", 1765, for the term.
#include "bodies/body_store.h"
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

/// I^-1 torque, world axes.
Vec3 angularAcceleration(const Body& body, Vec3 torque) {
  return rotate(body.q, scaled(body.inverseInertia, inverseRotate(body.q, torque)));
}

template <bool gyroscopic> void move(Body& body, const FlightForces& forces, double h) {
  const Rates now = ratesOf(body, forces, 0);
  body.v += now.acceleration * h;
  Vec3 torque = now.torque;
  if (gyroscopic) torque -= cross(now.omega, body.L);
  const Vec3 omega = now.omega + angularAcceleration(body, torque) * h;
  body.x += body.v * h;
  normalizeOrientation(body, addScaled(body.q, spinOf(body.q, omega), h));
  setAngularVelocity(body, omega);
}

/// With the gyroscopic term, L is that after the contacts. Without it, the angular velocity is that after the contacts, and L changes
/// with the orientation.
template <bool gyroscopic> void turn(Body& body, Vec3 meanMomentum, double h) {
  const Vec3 after = angularVelocity(body);
  Vec3 omega = angularAcceleration(body, meanMomentum);
  if (gyroscopic) omega -= angularAcceleration(body, cross(omega, meanMomentum)) * (0.5 * h);
  normalizeOrientation(body, addScaled(body.q, spinOf(body.q, omega), h));
  if (!gyroscopic) setAngularVelocity(body, after);
}

}  // namespace

constinit const MotionMethod kSemiImplicitEuler{move<true>, turn<true>};
constinit const MotionMethod kSemiImplicitEulerNoGyro{move<false>, turn<false>};

}  // namespace tumble
