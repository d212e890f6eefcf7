// The law of impact of bodies that meet at once, at one to sixteen points of one contact or several, in double precision.
//
// With the relative velocities u of all points (normal and tangents), the impulses p and Delassus' matrix W,
//     u+ = u- + W p,    T+ - T- = p.u- + p.W p / 2 = p.(u- + u+) / 2,
// Coulomb's law (coulomb_point.h) and a least normal velocity at each point, p is found by Gauss-Seidel over the points. There are two such
// solutions:
//     p_c   the end of compression: v_n+ >= 0. Friction dissipates, p.u+ <= 0, so
//           T_c - T- = p_c.u+ - p_c.W p_c / 2 <= 0.
//     p_n   Newton's law: v_n+ = -e v_n- where v_n- < 0, e of the contact. For one point without friction it is Hecker's formula
//           (Hecker 1997, "Physics, Part 4: The Third Dimension")
//               j = -(1 + e) v_n / (1/m_A + 1/m_B + n.[(I_A^-1 (r_A x n)) x r_A + (I_B^-1 (r_B x n)) x r_B])
// With friction Newton's law creates energy where slip reverses (Kane 1984, "A dynamics puzzle"). Stronge's hypothesis (1990, "Rigid body
// collisions with friction") bounds the energy of restitution by e^2 of the work of the normal impulse in compression. So the impulse is
//     p = p_c + s (p_n - p_c),    s <= 1 as large as   T+ <= T_c + sum of e^2 W_c   allows,
// with the work of compression W_c = -p_c,n v_n- / 2 of each point, in all not more than T- - T_c.
// Friction cones, velocities v_n+ >= 0 and bounded energies are convex sets. p_c and p_n lie in the first two, so p does, and it adds no
// energy for any levers, friction and number of points. Without friction T_n equals Stronge's bound, s = 1, and the laws of Newton, Poisson
// and Stronge agree.
#pragma once
#include <span>

#include "contacts/impacts/flight_state.h"

namespace tumble {

struct ImpactBody {
  Vec3 v, omega;           // m/s, rad/s; changed by solveImpact
  double inverseMass = 0;  // 1/kg
  Mat3 inverseInertia;     // 1/(kg m^2), world axes
  Vec3 impulse;            // N s, in all
  Vec3 angularImpulse;     // N m s about its centre of mass
  bool planar = false;     // locked along z
};

struct ImpactPoint {
  Vec3 leverA, leverB;  // m, from the centres of mass, world axes
  double approach;      // m/s, v_n-, negative
};

/// Four legs with four corners each. More: its matrix, of 18 kB now, is on the stack, and friction at all points takes work with their square.
constexpr int kMostImpactPoints = 16;

/// Two of the bodies, at one to four points.
struct ImpactContact {
  std::uint32_t a = 0, b = 0;  // indices of the bodies
  Vec3 normal;                 // unit, from A to B
  std::span<const ImpactPoint> points;
  double restitution = 0, friction = 0;
  double threshold = 0;                   // m/s; points with -v_n- below it do not bounce
  Vec3 impulse;                           // N s, on B; added to by solveImpact, as the others
  Vec3 angularImpulseA, angularImpulseB;  // N m s, about the centres of mass
};

/// Changes of v_A, omega_A, v_B, omega_B by impulses and angular impulses on A and B: 1/kg, 1/(kg m), 1/(kg m^2).
struct PairResponse {
  double m[12][12];
};

ImpactBody impactBodyOf(const FlightState& state);

/// At most kMostImpactPoints points in all. Between planar bodies the law is that of the section (plane_section.h), and a surface that faces along z
/// gives no impulse. `response`: of the bodies of a single contact that are not free (jointed_impacts.h). Returns its work: how often a point with
/// friction was solved.
int solveImpact(std::span<ImpactBody> bodies, std::span<ImpactContact> contacts, const PairResponse* response = nullptr);

}  // namespace tumble
