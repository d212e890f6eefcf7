// Rigid rows solved to convergence: projected Gauss-Seidel sweeps, and where these take too many, all rows that carry at once
// (direct_solve.h) in between.
#pragma once
#include "contacts/contact_solver.h"
#include "contacts/visit_rows.h"

namespace tumble {

/// Sweeps until a sweep changes no velocity by more than kConvergedSpeed (kConvergedSpeedDirect), or the work allowed is used up.
void sweepToConvergence(ContactSolver& solver, SubstepContext context, bool biased);

}  // namespace tumble
