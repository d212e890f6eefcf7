// Runge-Kutta of order 4 on yaw, pitch and roll (math/euler_angles.h): as good as on a quaternion while the pitch stays away
// from 90 degrees, and lost near it, where the rates of yaw and roll go to infinity although the body turns smoothly: gimbal
// lock, the reason not to integrate angles.
// Source: D. Fleck, "3D Physics" (course slides), for the lock; the scheme is that of runge_kutta_4.cpp.
#include "math/euler_angles.h"
#include "math/trigonometry.h"
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

struct Derivative {
  Rates rates;
  Vec3 angles;  // rad/s
};

/// The angle within half a turn of 0.
double wrapped(double angle) {
  const SineCosine s = sineCosine(angle);
  return arcTangent2(s.sine, s.cosine);
}

Derivative evaluate(const Body& initial, const FlightForces& forces, double dt, const Derivative& derivative) {
  Body state = initial;
  state.x += derivative.rates.velocity * dt;
  state.v += derivative.rates.acceleration * dt;
  state.L += derivative.rates.torque * dt;
  state.angles += derivative.angles * dt;
  state.q = fromEulerAngles(state.angles);
  const Rates rates = ratesOf(state, forces, dt);
  return {rates, eulerRates(state.angles, rates.omega)};
}

void move(Body& body, const FlightForces& forces, double h) {
  const Derivative a = evaluate(body, forces, 0, {});
  const Derivative b = evaluate(body, forces, 0.5 * h, a);
  const Derivative c = evaluate(body, forces, 0.5 * h, b);
  const Derivative d = evaluate(body, forces, h, c);
  body.x += meanSlope(a.rates.velocity, b.rates.velocity, c.rates.velocity, d.rates.velocity) * h;
  body.v += meanSlope(a.rates.acceleration, b.rates.acceleration, c.rates.acceleration, d.rates.acceleration) * h;
  body.L += meanSlope(a.rates.torque, b.rates.torque, c.rates.torque, d.rates.torque) * h;
  body.angles += meanSlope(a.angles, b.angles, c.angles, d.angles) * h;
  for (int i = 0; i < 3; ++i) body.angles[i] = wrapped(body.angles[i]);
  body.q = normalized(fromEulerAngles(body.angles));
}

void turn(Body& body, Vec3 meanMomentum, double h) { turnByMoving(move, body, meanMomentum, h); }

}  // namespace

constinit const MotionMethod kEulerAngles{move, turn};

}  // namespace tumble
