// Jointed motion: groups in flight with joints (joints/joint_assembly.h), in stages kick - constrained drift - kick.
//
// Where nothing takes energy and no stop is touched, Suzuki's composition of five stages makes steps of order 4. Else stages are shorter, of order 2, and
// end at events: a stop is hit, a slip comes to an end (joints/joint_events.h).
#pragma once
#include "motion/rates.h"
#include "world/flight_group.h"

namespace tumble {

/// Moves the group over this part of the step, and adds the reactions of its joints. `share`: of the time that all such groups may take.
void moveJointedGroup(World& world, FlightGroup& group, double share);
/// Acceleration and torque of the first body of the group, with the reactions of its joints: the slope of the parabola through the states of its
/// motion now and after two short stages. Moves the group.
Rates ratesInJoints(const World& world, FlightGroup& group);
/// After the contact solver: removes what is left of gaps, and of rates along them, from the assemblies that contacts pushed, and adds their reactions.
void settleJointed(World& world);
/// The same for the assembly of a body with joints, at its present state.
void settleAssembly(World& world, std::uint32_t index);

}  // namespace tumble
