// Gaps of joints between bodies in contact, removed from the displacements of the solver, without velocity.
#pragma once
#include "bodies/body.h"
#include "containers/list.h"

namespace tumble {

struct ContactSolver;

/// Removes gaps from the displacements.
void closeJointGaps(ContactSolver& solver, const List<Body>& bodies);
/// Call before bodies are pushed apart (convergence/push_apart.h).
void beginJointedPushes(ContactSolver& solver);
/// Call after each sweep of pushes: joints take back what opens them. Returns the largest displacement, m.
float holdJointedPushes(ContactSolver& solver);

}  // namespace tumble
