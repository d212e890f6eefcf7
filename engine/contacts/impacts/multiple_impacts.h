// Multiple impacts: impacts that do not end one after the other are one impact of all bodies that they join.
//
// A light body between a heavy one and the ground has impacts again and again: each pair of impacts takes a share of about m / M of the
// momentum of the heavy body, and nothing else changes until it is stopped. The solver takes the impacts of such a group back, and the constraints
// are the compression: velocities v_c with v_n >= 0 at all contacts at once, and friction, by the impulses lambda. Restitution follows Poisson's
// hypothesis at all contacts at once (C. Glocker, F. Pfeiffer, "Multiple impacts with friction in rigid multibody systems", 1995):
//     v+ = v_c + e (v_c - v-),   that is, the impulses (1 + e) lambda.
// With lambda.v_c <= 0 (equality without friction) the kinetic energy is T+ <= T_c + e^2 (T- - T_c). e is the least of the group.
#pragma once
#include <cstdint>

#include "contacts/momentum_balance.h"
#include "contacts/solver_body.h"
#include "containers/list.h"
#include "joints/joint_system.h"

namespace tumble {

/// A body before its first impact of a substep.
struct BodyBeforeImpacts {
  std::uint32_t index = 0;  // solver body
  SolverBody state;
  SolverBodyMarks marks;
  FlightStart flight;
  MomentumBalance balance;
  JointVelocity impacts;  // of a jointed one
};

struct MultipleImpacts {
  List<BodyBeforeImpacts> before;  // of this substep
  List<std::uint8_t> isJoined;     // by solver body: in a multiple impact of this substep; empty without one
};

/// At the start of the impacts of a substep.
void clearMultipleImpacts(ContactSolver& solver);
/// Call before the first change of the body by an impact.
void rememberBeforeImpacts(ContactSolver& solver, std::uint32_t index);
/// Takes the impacts of groups with an endless one back. Call when the rounds of impacts are used up.
void joinEndlessImpacts(ContactSolver& solver);
/// Restitution of the multiple impacts of this substep. Call when the constraints are solved, before their impulses are recorded.
void restoreMultipleImpacts(ContactSolver& solver);

}  // namespace tumble
