// The law of impact for two bodies that meet in one to four points at once: Newton's restitution at every point that closes
// in, Coulomb friction bounded by the impulse, solved together by projected Gauss-Seidel in double precision.
//
// For one point without friction it is Hecker's formula (Hecker 1997, "Physics, Part 4: The Third Dimension"):
//     j = -(1 + e) v_n / (1/m_A + 1/m_B + n.[(I_A^-1 (r_A x n)) x r_A + (I_B^-1 (r_B x n)) x r_B])
#pragma once
#include <span>

#include "contacts/flight_state.h"

namespace tumble {

struct ImpactBody {
  Vec3 v, omega;          // m/s, rad/s; changed by solveImpact
  double inverseMass = 0; // 1/kg
  Mat3 inverseInertia;    // 1/(kg m^2), world axes
  Vec3 impulse;           // N s, what the body got in all
  Vec3 angularImpulse;    // N m s about its centre of mass
};

struct ImpactPoint {
  Vec3 armA, armB;     // m, from the centres of mass, world axes
  double approach;     // m/s before the impact, negative when closing
};

ImpactBody impactBodyOf(const FlightState& state);

/// normal: unit, from A to B. Points that close in slower than `threshold` (m/s) do not bounce.
void solveImpact(ImpactBody& a, ImpactBody& b, Vec3 normal, std::span<const ImpactPoint> points, double restitution, double friction,
                 double threshold);

}  // namespace tumble
