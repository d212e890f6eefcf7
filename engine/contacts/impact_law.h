// The law of impact for two bodies that meet in one to four points at once, in double precision.
//
// With the relative velocities u of all points (normal and tangents), the impulses p and Delassus' matrix W,
//     u+ = u- + W p,    T+ - T- = p.u- + p.W p / 2 = p.(u- + u+) / 2,
// Coulomb's law at each point (coulomb_point.h) and a normal velocity that must be reached there, p is found by Gauss-Seidel over the
// points. Two such solutions are made:
//     p_c   the end of compression: no point closes any more. Friction only takes away, for then p.u+ <= 0 and
//           T_c - T- = p_c.u+ - p_c.W p_c / 2 <= 0.
//     p_n   Newton's law: a point that closed in at v_n- leaves at -e v_n-. For one point without friction it is Hecker's formula
//           (Hecker 1997, "Physics, Part 4: The Third Dimension")
//               j = -(1 + e) v_n / (1/m_A + 1/m_B + n.[(I_A^-1 (r_A x n)) x r_A + (I_B^-1 (r_B x n)) x r_B])
// With friction Newton's law creates energy where slip turns round (Kane 1984, "A dynamics puzzle"). Stronge (1990, "Rigid body
// collisions with friction") says what restitution may give: e^2 of the work that the normal impulse did against the points as they
// closed. So the impulse is
//     p = p_c + s (p_n - p_c),    s <= 1 as large as   T+ <= T_c + e^2 min(sum of -p_c,n v_n- / 2, T- - T_c)   allows.
// The cones of friction, the velocities at which nothing closes and those of bounded energy are convex sets, and p_c, p_n lie in the
// first two: so does p, and it never adds energy, whatever the levers, the friction and the number of points. Without friction
// T_n is what Stronge allows, s = 1, and Newton's, Poisson's and Stronge's laws are one.
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
  bool planar = false;    // nothing moves it along z
};

struct ImpactPoint {
  Vec3 leverA, leverB;     // m, from the centres of mass, world axes
  double approach;     // m/s before the impact, negative when closing
};

ImpactBody impactBodyOf(const FlightState& state);

/// normal: unit, from A to B. Points that close in slower than `threshold` (m/s) do not bounce. Where all that moves is planar, the law is that
/// of the section (plane_section.h), and nothing happens where the surface faces along z.
void solveImpact(ImpactBody& a, ImpactBody& b, Vec3 normal, std::span<const ImpactPoint> points, double restitution, double friction,
                 double threshold);

}  // namespace tumble
