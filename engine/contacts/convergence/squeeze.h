// What is squeezed: between something that is driven and something else that no impulse moves, no velocity meets all rows. The rows of
// such a contact give way, by a compliance over their own mass. What merely rides on one driven thing can follow it, and its rows are
// rigid: a compliance by the mass of a plate would let what lies on the plate press it into the lift.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Makes the rows against kinematic bodies soft where the bodies that hang together by contacts touch a second thing that no impulse moves.
/// For rigid presets, when all groups are prepared.
void yieldWhereSqueezed(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
