#include "contacts/convergence/converge.h"

#include <algorithm>

#include "contacts/constraints/solve_friction.h"
#include "contacts/convergence/direct_solve.h"
#include "contacts/convergence/friction_caps.h"
#include "tuning.h"

namespace tumble {
namespace {

bool hasNewLoad(const ContactSolver& solver) {
  const auto begins = [](const ContactConstraintWide& constraint) {
    return constraint.isNew && (constraint.isNew & bits(totalNormalImpulse(constraint) > zero4()));
  };
  return std::any_of(solver.constraints.begin(), solver.constraints.end(), begins);
}

}  // namespace

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
  bool isLeast = !direct || pass != SolvePass::biasedSweep;
  for (int sweep = 1, work = cost;; ++sweep, work += cost) {
    const float byForces = isBiased(pass) ? solveForces(solver) : 0, byJoints = solveJointed(solver);  // one after the other
    F32x4 change = splat(std::max(byForces, byJoints));
    forEachConstraint(solver,
                      [&](ContactConstraintWide& constraint) { change = max(change, solveConstraint(constraint, bodies, context, pass)); });
    change = max(change, splat(solveRollingFriction(solver)));
    constrainToPlane(solver.bodies);
    context.bodiesMoved = false;
    const bool hasConverged = !any(change > converged);
    if (work >= kConvergenceWork && sweep >= fewest) return;
    // Two walls may squeeze what fits between them with any force: sweeps leave it at what they needed on the way, and its friction would be real.
    // (In relaxing passes, too, slim rods that spin under blocks went astray.)
    if (hasConverged && (isLeast || !hasNewLoad(solver))) return;
    if (!context.frictionCaps && watch.sees(change)) capFriction(solver, context);
    if (!hasConverged && (!direct || sweep % kSweepsBetween != 0)) continue;
    isLeast |= hasConverged;
    work += solver.direct.cost * solveDirectly(solver, context, pass, hasConverged ? kSqueezedShare : 0);
    watch = {};
    fewest = sweep + kSweepsAfter;
  }
}

}  // namespace tumble
