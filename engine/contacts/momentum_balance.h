// Momentum balance: pairs of floating bodies keep momentum and angular momentum to the last digits.
//
// Constraints work in single precision and at levers r_A, r_B that are not quite one point (reference poses, middle of the step). An impulse J
// changes the total angular momentum by
//     G = t_B - t_A + (y_B - y_A) x J + P x (v_B - v_A)
// with the torques t of the constraint, the points y at which finalizeTouchedBody applies J to the bodies, and P the change of position without
// velocity, h (J_biased - J) or that of push_apart.h. Each body gives back G / 2.
// The path of a body without impact is x_k = x_(k-1) + h (v_(k-1) + v_k) / 2, so that
//     x_k x v_k - x_(k-1) x v_(k-1) = y_k x (v_k - v_(k-1)),    y_k = x_(k-1) + h v_(k-1) / 2;
// after an impact, which the trapezoidal rule leaves out, y_k = x_(k-1).
//
// A body on springs with the changes of velocity s (smooth) and j (jump) in a substep goes to x' = x + h (v + j + s / 2):
//     x' x v' - x x v = y x s + x x j,    y = x + h (v + j) / 2 (+ any share of s).
// Contacts act at y and at x by their shares, the same for both bodies; springs act along the line of their ends at y. The moment of any other
// point of application (an impact within the substep, a spring at its end) is given back to the angular momentum of the body itself.
//
// Position, and the correction of the velocities, are in double precision beside the substeps. The cost is about that of one solution of each
// constraint, so only small worlds have a balance. Anchored bodies, which touch an immovable one directly or through others, have no constant momentum and
// get no correction: a tower stands because its constraints see all velocities.
#pragma once
#include <cstdint>

#include "bodies/body.h"
#include "math/symmetric3.h"

namespace tumble {

struct ContactSolver;
struct SolverBody;

/// Balance of one solver body.
struct MomentumBalance {
  Vec3 v, L;               // m/s, kg m^2/s: missing in the velocities in single precision
  Vec3 x;                  // m, at the end of the last substep
  Vec3 velocityBefore;     // m/s, velocity at x
  Vec3 applicationPoint;   // m, of the impulses of this substep
  double inverseMass = 0;  // 1/kg
  SymmetricMat3 root;      // S
  bool anchored = false;   // touches an immovable body, directly or through others
  // Of a body on springs, in this substep
  Vec3 from;             // m, x at its start
  Vec3 impactImpulse;    // N s, sum of its impacts
  Vec3 moment;           // N m s, of impulses beside `applicationPoint`; of impacts about `from` until that point is known
  double jumpShare = 0;  // 1, share of its contact impulses outside the trapezoidal rule
  Vec3 jump;             // m/s, velocity change by that share
  Vec3 aside;            // m, from `applicationPoint` to the point of application of jumps
};

/// Adds the balance of solver body `index`, in a world that has one.
void addBalance(ContactSolver& solver, const Body& body, std::uint32_t index);
/// Corrects the rounding of an impact `time` (s) after the start of the substep. `before`: the body before it; x: its centre of mass then, m.
void balanceImpact(ContactSolver& solver, std::uint32_t index, const SolverBody& before, Vec3 x, Vec3 dv, Vec3 angularImpulse, double time);
/// Adds a velocity (m/s) and a scaled angular velocity lost by rounding.
void balanceRounding(ContactSolver& solver, std::uint32_t index, Vec3 v, Vec3 w);
/// Records positions and biased impulses. Call before positions are integrated.
void recordPositions(ContactSolver& solver);
/// The velocity of body `index` in this substep has a jump after all: its impulses act where it was at the start. Call after recordPositions, before the body
/// is marked.
void balanceLateImpact(ContactSolver& solver, std::uint32_t index);
/// Corrects the velocities of this substep. Call after the relaxing pass, before the next warm start is made.
void balanceContacts(ContactSolver& solver);
/// Finds the anchored bodies. Call once, after all substeps.
void findAnchoredBodies(ContactSolver& solver);

}  // namespace tumble
