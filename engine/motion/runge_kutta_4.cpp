// Runge-Kutta of order 4 on a quaternion, in the notation of its source: a State with momenta as primary quantities, a
// Derivative, and four evaluations:
//     a = f(y),  b = f(y + a h/2),  c = f(y + b h/2),  d = f(y + c h),   y += h/6 (a + 2 (b + c) + d)
// Every evaluation makes the quaternion unit and computes omega anew from L (Fiedler's `recalculate`).
// Source: G. Fiedler, "Physics in 3D", 2004. (There the torque is printed as F x (p - x); it is (p - x) x F.)
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

struct Derivative {
  Rates rates;
  Quat spin;  // dq/dt
};

/// The state after `dt` at the given derivative, with its own derivative there.
Derivative evaluate(const Body& initial, const FlightForces& forces, double dt, const Derivative& derivative) {
  Body state = initial;
  state.x += derivative.rates.velocity * dt;
  state.v += derivative.rates.acceleration * dt;
  state.L += derivative.rates.torque * dt;
  state.q = normalized(addScaled(initial.q, derivative.spin, dt));
  const Rates rates = ratesOf(state, forces, dt);
  return {rates, spinOf(state.q, rates.omega)};
}

void move(Body& body, const FlightForces& forces, double h) {
  const Derivative a = evaluate(body, forces, 0, {});
  const Derivative b = evaluate(body, forces, 0.5 * h, a);
  const Derivative c = evaluate(body, forces, 0.5 * h, b);
  const Derivative d = evaluate(body, forces, h, c);
  body.x += meanSlope(a.rates.velocity, b.rates.velocity, c.rates.velocity, d.rates.velocity) * h;
  body.v += meanSlope(a.rates.acceleration, b.rates.acceleration, c.rates.acceleration, d.rates.acceleration) * h;
  body.L += meanSlope(a.rates.torque, b.rates.torque, c.rates.torque, d.rates.torque) * h;
  Quat q = addScaled(body.q, a.spin, h / 6);
  q = addScaled(q, b.spin, h / 3);
  q = addScaled(q, c.spin, h / 3);
  normalizeOrientation(body, addScaled(q, d.spin, h / 6));
}

void turn(Body& body, Vec3 meanMomentum, double h) { turnByMoving(move, body, meanMomentum, h); }

}  // namespace

constinit const MotionMethod kRungeKutta4{move, turn};

}  // namespace tumble
