// The midpoint rule on a quaternion: the derivative in the middle of the step, found by half an explicit step. Order 2.
//     y_m = y + h/2 f(y),   y += h f(y_m)
// Source: C. Runge, "Ueber die numerische Aufloesung von Differentialgleichungen", 1895.
#include "motion/rates.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

void move(Body& body, const FlightForces& forces, double h) {
  const Rates start = ratesOf(body, forces, 0);
  Body middle = body;
  middle.x += start.velocity * (0.5 * h);
  middle.v += start.acceleration * (0.5 * h);
  middle.L += start.torque * (0.5 * h);
  middle.q = normalized(addScaled(body.q, spinOf(body.q, start.omega), 0.5 * h));
  const Rates rates = ratesOf(middle, forces, 0.5 * h);
  body.x += rates.velocity * h;
  body.v += rates.acceleration * h;
  body.L += rates.torque * h;
  normalizeOrientation(body, addScaled(body.q, spinOf(middle.q, rates.omega), h));
}

void turn(Body& body, Vec3 meanMomentum, double h) { turnByMoving(move, body, meanMomentum, h); }

}  // namespace

constinit const MotionMethod kMidpoint{move, turn};

}  // namespace tumble
