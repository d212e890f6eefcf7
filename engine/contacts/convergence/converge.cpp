#include "contacts/convergence/converge.h"

#include <algorithm>

#include "contacts/convergence/direct_solve.h"
#include "contacts/convergence/friction_caps.h"
#include "tuning.h"

namespace tumble {

void sweepToConvergence(ContactSolver& solver, SubstepContext context, SolvePass pass) {
  const int batches = static_cast<int>(solver.constraints.size());
  if (batches == 0) return;
  const int cost =
      batches + static_cast<int>(solver.network.rows.size() / kSpringsPerSolution + jointRowCount(solver) / kJointRowsPerSolution);
  const bool direct = solver.direct.cost != 0;
  const F32x4 converged = splat(direct ? kConvergedSpeedDirect : kConvergedSpeed);
  SolverBody* bodies = solver.bodies.state.data();
  DivergenceWatch watch;
  int fewest = kFewestSweeps;
  for (int sweep = 1, work = cost;; ++sweep, work += cost) {
    const float byForces = isBiased(pass) ? solveForces(solver) : 0, byJoints = solveJointed(solver);  // one after the other
    F32x4 change = splat(std::max(byForces, byJoints));
    forEachConstraint(solver,
                      [&](ContactConstraintWide& constraint) { change = max(change, solveConstraint(constraint, bodies, context, pass)); });
    change = max(change, splat(solveRollingFriction(solver)));
    constrainToPlane(solver.bodies);
    context.bodiesMoved = false;
    if (!any(change > converged) || (work >= kConvergenceWork && sweep >= fewest)) return;
    if (!context.frictionCaps && watch.sees(change)) capFriction(solver, context);
    if (!direct || sweep % kSweepsBetween != 0) continue;
    work += solver.direct.cost * solveDirectly(solver, context, pass);
    watch = {};
    fewest = sweep + kSweepsAfter;
  }
}

}  // namespace tumble
