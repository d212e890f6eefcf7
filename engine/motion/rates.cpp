#include "motion/rates.h"

#include "forces/evaluate.h"

namespace tumble {

Rates ratesOf(const Body& body, const FlightForces& forces, double time) {
  Rates rates{body.v, forces.gravity - body.v * body.linearDamping, angularVelocity(body), body.L * -body.angularDamping};
  if (forces.lasting.empty()) return rates;
  setTime(forces, time, time);
  const Wrench wrench = totalWrench(forces.lasting, body);
  rates.acceleration += wrench.force * body.inverseMass;
  rates.torque += wrench.torque;
  return rates;
}

void normalizeOrientation(Body& body, Quat q) {
  const double defect = std::sqrt(dot(q, q)) - 1;
  body.quaternionDefect = defect < 0 ? -defect : defect;
  body.q = normalized(q);
}

}  // namespace tumble
