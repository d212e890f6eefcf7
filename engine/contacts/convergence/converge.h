// Convergence of rigid constraints: projected Gauss-Seidel sweeps with direct solutions in between (direct_solve.h) where sweeps are slow.
#pragma once
#include "contacts/constraints/solve_constraint.h"
#include "contacts/contact_solver.h"

namespace tumble {

/// Sweeps until a sweep changes no velocity by more than kConvergedSpeed (kConvergedSpeedDirect), or kConvergenceWork is used up.
/// pass: biasedSweep or relaxingSweep.
void sweepToConvergence(ContactSolver& solver, SubstepContext context, SolvePass pass);

}  // namespace tumble
