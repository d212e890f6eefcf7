#include "contacts/converge.h"

#include "contacts/direct_solve.h"
#include "tuning.h"

namespace tumble {

void sweepToConvergence(ContactSolver& solver, SubstepContext context, bool biased) {
  const int groups = static_cast<int>(solver.constraints.size());
  if (groups == 0) return;
  const int cost = groups + static_cast<int>(solver.network.rows.size() / kSpringsPerVisit);
  const bool direct = solver.direct.cost != 0;
  const F32x4 converged = splat(direct ? kConvergedSpeedDirect : kConvergedSpeed);
  SolverBody* bodies = solver.bodies.state.data();
  for (int sweep = 1, work = cost;; ++sweep, work += cost) {
    F32x4 change = biased ? splat(solveForces(solver)) : zero4();
    forEachConstraint(solver, [&](ContactConstraintWide& rows) { change = max(change, solveConstraint(rows, bodies, context, biased, true)); });
    holdInPlane(solver.bodies);
    context.bodiesMoved = false;
    if (!any(change > converged) || (work >= kConvergenceWork && sweep >= kFewestSweeps)) return;
    if (direct && sweep % kSweepsBetween == 0) work += solver.direct.cost * solveDirectly(solver, context, biased);
  }
}

}  // namespace tumble
