// The passes of one substep: integrate, solve, relax. Formulas in contact_rows.h and quality.h.
#include "contacts/contact_solver.h"
#include "contacts/converge.h"
#include "contacts/guess.h"
#include "contacts/momentum_balance.h"
#include "contacts/push_apart.h"
#include "contacts/visit_rows.h"
#include "tuning.h"

namespace tumble {

SubstepContext substepContextOf(const ContactSolver& solver, bool bodiesMoved) {
  return {1 / solver.substep, kPushOutSpeed, solver.preset.rigid ? kRigidSlop : 0, bodiesMoved, solver.preset.rigid, solver.kinematicVelocities.data()};
}

void integrateVelocities(ContactSolver& solver) {
  const F32x4 h = splat(solver.substep);
  for (KinematicVelocity& kinematic : solver.kinematicVelocities) {
    for (int k = 0; k < kRowsPerContact; ++k) store(kinematic.velocity[k], load(kinematic.velocity[k]) + h * load(kinematic.acceleration[k]));
  }
  const std::span<SolverBody> bodies = solver.bodies.state;
  const SolverBodyDrive* const drives = solver.bodies.drive.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    const SolverBodyDrive& drive = drives[i];
    const float inverseMass = body.velocity[3];
    store(body.velocity, (load(body.velocity) + h * load(&drive.acceleration.x)) * splat(drive.linearDecay));
    body.velocity[3] = inverseMass;
    store(body.scaledAngularVelocity, (load(body.scaledAngularVelocity) + h * load(&drive.scaledAngularAcceleration.x)) * splat(drive.angularDecay));
  }
  recordRounding(solver);
  holdInPlane(solver.bodies);
}

void warmStartContacts(ContactSolver& solver) {
  if (solver.preset.rigid && solver.network.bodies.empty()) limitWarmStart(solver);
  const std::span<SolverBody> bodies = solver.bodies.state;
  SolverBodyWarmStart* const warmStarts = solver.bodies.warm.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    SolverBodyWarmStart& warm = warmStarts[i];
    const F32x4 velocity = load(body.velocity), spin = load(body.scaledAngularVelocity);
    store(body.velocity, velocity + load(warm.velocity));
    store(body.scaledAngularVelocity, spin + load(warm.scaledAngularVelocity));
    store(warm.velocity, velocity);
    store(warm.scaledAngularVelocity, spin);
  }
}

/// One context of soft rows, and the springs of what they touch: these may be stiffer than the bodies are heavy, and one visit is not enough.
static void solveWithForces(ContactSolver& solver, SubstepContext context) {
  SolverBody* const bodies = solver.bodies.state.data();
  context.bodiesMoved = true;
  for (int sweep = 0; sweep < kForceSweeps; ++sweep) {
    if (solveForces(solver) <= kConvergedSpeed && sweep > 0) return;
    for (const std::uint32_t group : solver.network.touching) solveConstraint(solver.constraints[group], bodies, context, true, true);
    context.bodiesMoved = false;
  }
}

void solveContacts(ContactSolver& solver) {
  const SubstepContext context = substepContextOf(solver, solver.displaced);
  solver.displaced = false;
  if (solver.preset.rigid) return sweepToConvergence(solver, context, true);
  SolverBody* bodies = solver.bodies.state.data();
  solveWithForces(solver, context);
  forEachConstraint(solver, [&](ContactConstraintWide& rows) { solveConstraint(rows, bodies, context, true, rows.isNew || rows.absorbsImpact, rows.absorbsImpact); });
  holdInPlane(solver.bodies);
}

void integratePositions(ContactSolver& solver) {
  recordPositions(solver);
  const F32x4 h = splat(solver.substep);
  for (SolverBody& body : std::span<SolverBody>(solver.bodies.state).subspan(1)) {
    store(body.displacement, load(body.displacement) + h * load(body.velocity));
    store(body.scaledRotation, load(body.scaledRotation) + h * load(body.scaledAngularVelocity));
  }
  for (KinematicVelocity& kinematic : solver.kinematicVelocities) {
    for (int k = 0; k < kMaxManifoldPoints; ++k) store(kinematic.displacement[k], load(kinematic.displacement[k]) + h * load(kinematic.velocity[k]));
  }
  ++solver.substepsDone;
  if (solver.preset.rigid) pushApart(solver);
}

void relaxContacts(ContactSolver& solver) {
  const SubstepContext context = substepContextOf(solver, true);
  const std::span<SolverBody> bodies = solver.bodies.state;
  if (solver.preset.rigid) {
    sweepToConvergence(solver, context, false);
  } else {
    forEachConstraint(solver, [&](ContactConstraintWide& rows) { solveConstraint(rows, bodies.data(), context, false, true, rows.absorbsImpact); });
    holdInPlane(solver.bodies);
  }
  recordContactChanges(solver);
  balanceContacts(solver);
  // What the contacts did in this substep is the guess for the next one.
  SolverBodyWarmStart* const warmStarts = solver.bodies.warm.data();
  SolverBodyMarks* const marks = solver.bodies.marks.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const SolverBody& body = bodies[i];
    SolverBodyWarmStart& warm = warmStarts[i];
    const F32x4 velocity = load(body.velocity) - load(warm.velocity), spin = load(body.scaledAngularVelocity) - load(warm.scaledAngularVelocity);
    store(warm.velocity, velocity);
    store(warm.scaledAngularVelocity, spin);
    const bool impulse = !all((velocity == zero4()) & (spin == zero4()));
    marks[i].touched |= impulse;
    marks[i].hadContactImpulse |= impulse;
  }
}

}  // namespace tumble
