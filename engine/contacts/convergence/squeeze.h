// Squeezed bodies: no velocity of a body between a kinematic one and another that no impulse moves satisfies all rows. The rows against the
// kinematic one give way, by a compliance over their own mass. A body that merely rides on one kinematic body can move with it, and its rows
// are rigid: with a compliance by the mass of a plate, the load on the plate would press it into the lift.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Makes the rows against kinematic bodies soft where the set of touching bodies has a second support that no impulse moves.
/// For rigid presets. Call after all batches are prepared.
void yieldWhereSqueezed(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
