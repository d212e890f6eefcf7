// The stages of one substep, in the order of contact_solver.h. Formulas in contact_constraint.h and quality.h.
#include "contacts/contact_solver.h"

#include "assertion.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/convergence/converge.h"
#include "contacts/convergence/push_apart.h"
#include "contacts/convergence/warm_start.h"
#include "contacts/momentum_balance.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Soft constraints of the bodies on springs, with these springs, in sweeps: one pass does not converge with a stiff spring.
void solveWithForces(ContactSolver& solver, SubstepContext context) {
  SolverBody* const bodies = solver.bodies.state.data();
  context.bodiesMoved = true;
  for (int sweep = 0; sweep < kForceSweeps; ++sweep) {
    if (solveForces(solver) <= kConvergedSpeed && sweep > 0) return;
    for (const std::uint32_t batch : solver.network.touchingBatches) {
      solveConstraint(solver.constraints[batch], bodies, context, SolvePass::biasedSweep);
    }
    context.bodiesMoved = false;
  }
}

}  // namespace

SubstepContext substepContextOf(const ContactSolver& solver, bool bodiesMoved) {
  TUMBLE_ASSERT(solver.substep > 0 && !solver.kinematicVelocities.empty(), "a substep begins after prepareContacts");
  const bool rigid = solver.preset.rigid;
  return {1 / solver.substep, kPushOutSpeed, rigid ? kRigidSlop : 0, bodiesMoved, rigid, solver.kinematicVelocities.data()};
}

void beginBudgets(ContactSolver& solver, int bodies) {
  solver.network.springWorkLeft = kSpringEvaluations;
  solver.network.flightWorkLeft = kFlightWorkOfStep;
  solver.jointRowsLeft = kJointRowsOfStep;
  solver.impactWorkLeft = std::min(kImpactWorkOfStep, kImpactWorkOfFew + kImpactWorkOfBody * std::min(bodies, 1000));
}

void integrateVelocities(ContactSolver& solver) {
  const F32x4 h = splat(solver.substep);
  for (KinematicVelocity& kinematic : solver.kinematicVelocities) {
    for (int k = 0; k < kRowsPerContact; ++k)
      store(kinematic.velocity[k], load(kinematic.velocity[k]) + h * load(kinematic.acceleration[k]));
  }
  const std::span<SolverBody> bodies = solver.bodies.state;
  const SolverBodyDrive* const drives = solver.bodies.drive.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    const SolverBodyDrive& drive = drives[i];
    const F32x4 a = load(&drive.acceleration.x), alpha = load(&drive.scaledAngularAcceleration.x);
    const float inverseMass = body.velocity[3];
    store(body.velocity, (load(body.velocity) + h * a) * splat(drive.linearDecay));
    body.velocity[3] = inverseMass;
    store(body.scaledAngularVelocity, (load(body.scaledAngularVelocity) + h * alpha) * splat(drive.angularDecay));
  }
  recordRounding(solver);
  constrainToPlane(solver.bodies);
}

void warmStartContacts(ContactSolver& solver) {
  if (solver.preset.rigid && solver.network.bodies.empty()) limitWarmStart(solver), recordWarmStart(solver);
  const std::span<SolverBody> bodies = solver.bodies.state;
  const SolverBodyVelocity* const warmStarts = solver.bodies.warmStart.data();
  SolverBodyVelocity* const beforeContacts = solver.bodies.beforeContacts.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    const F32x4 v = load(body.velocity), w = load(body.scaledAngularVelocity);
    store(beforeContacts[i].velocity, v);
    store(beforeContacts[i].scaledAngularVelocity, w);
    store(body.velocity, v + load(warmStarts[i].velocity));
    store(body.scaledAngularVelocity, w + load(warmStarts[i].scaledAngularVelocity));
  }
  solveRollingFriction(solver);
}

void solveContacts(ContactSolver& solver) {
  const SubstepContext context = substepContextOf(solver, solver.displaced);
  solver.displaced = false;
  if (solver.preset.rigid) {
    sweepToConvergence(solver, context, SolvePass::biasedSweep);
    if (retractWarmStart(solver)) sweepToConvergence(solver, context, SolvePass::biasedSweep);
    return;
  }
  SolverBody* const bodies = solver.bodies.state.data();
  solveWithForces(solver, context);
  solveJointed(solver);
  forEachConstraint(solver, [&](ContactConstraintWide& constraint) { solveConstraint(constraint, bodies, context, SolvePass::biased); });
  solveJointed(solver);
  constrainToPlane(solver.bodies);
}

void integratePositions(ContactSolver& solver) {
  recordPositions(solver);
  const F32x4 h = splat(solver.substep);
  for (SolverBody& body : std::span<SolverBody>(solver.bodies.state).subspan(1)) {
    store(body.displacement, load(body.displacement) + h * load(body.velocity));
    store(body.scaledRotation, load(body.scaledRotation) + h * load(body.scaledAngularVelocity));
  }
  for (KinematicVelocity& kinematic : solver.kinematicVelocities) {
    for (int k = 0; k < kMaxManifoldPoints; ++k)
      store(kinematic.displacement[k], load(kinematic.displacement[k]) + h * load(kinematic.velocity[k]));
  }
  ++solver.substepsDone;
  if (solver.preset.rigid) pushApart(solver);
}

void relaxContacts(ContactSolver& solver) {
  const SubstepContext context = substepContextOf(solver, true);
  const std::span<SolverBody> bodies = solver.bodies.state;
  if (solver.preset.rigid) {
    sweepToConvergence(solver, context, SolvePass::relaxingSweep);
  } else {
    forEachConstraint(solver,
                      [&](ContactConstraintWide& constraint) { solveConstraint(constraint, bodies.data(), context, SolvePass::relaxing); });
    solveRollingFriction(solver);
    solveJointed(solver);
    constrainToPlane(solver.bodies);
  }
  restoreMultipleImpacts(solver);
  findTouchedJointed(solver);
  recordContactChanges(solver);
  balanceContacts(solver);
  SolverBodyVelocity* const warmStarts = solver.bodies.warmStart.data();
  const SolverBodyVelocity* const beforeContacts = solver.bodies.beforeContacts.data();
  SolverBodyMarks* const marks = solver.bodies.marks.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const SolverBody& body = bodies[i];
    const F32x4 dv = load(body.velocity) - load(beforeContacts[i].velocity);
    const F32x4 dw = load(body.scaledAngularVelocity) - load(beforeContacts[i].scaledAngularVelocity);
    store(warmStarts[i].velocity, dv);
    store(warmStarts[i].scaledAngularVelocity, dw);
    const bool hasImpulse = !all((dv == zero4()) & (dw == zero4()));
    marks[i].touched |= hasImpulse;
    marks[i].hadContactImpulse |= hasImpulse;
  }
  forgetJointImpulses(solver);
  forgetRollingFriction(solver);
}

}  // namespace tumble
