// The passes of one substep: integrate, solve, relax. Formulas in contact_rows.h and quality.h.
#include "contacts/contact_solver.h"
#include "contacts/converge.h"
#include "contacts/guess.h"
#include "contacts/momentum_balance.h"
#include "contacts/push_apart.h"
#include "contacts/visit_rows.h"
#include "tuning.h"

namespace tumble {

Pass passOf(const ContactSolver& solver, bool moved) {
  return {1 / solver.substep, kPushOutSpeed, solver.preset.rigid ? kRigidSlop : 0, moved, solver.preset.rigid, solver.drifts.data()};
}

void integrateVelocities(ContactSolver& solver) {
  const F32x4 h = splat(solver.substep);
  for (RowDrift& drift : solver.drifts) {
    for (int k = 0; k < kRowsPerGroup; ++k) store(drift.rows[k], load(drift.rows[k]) + h * load(drift.rates[k]));
  }
  const std::span<SolverBody> bodies = solver.bodies.state;
  const SolverBodyDrive* const drives = solver.bodies.drive.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    const SolverBodyDrive& drive = drives[i];
    const float inverseMass = body.velocity[3];
    store(body.velocity, (load(body.velocity) + h * load(&drive.acceleration.x)) * splat(drive.linearDecay));
    body.velocity[3] = inverseMass;
    store(body.spin, (load(body.spin) + h * load(&drive.spinAcceleration.x)) * splat(drive.angularDecay));
  }
  noteRounding(solver);
  holdInPlane(solver.bodies);
}

void warmStartContacts(ContactSolver& solver) {
  if (solver.preset.rigid && solver.network.bodies.empty()) temperGuess(solver);
  const std::span<SolverBody> bodies = solver.bodies.state;
  SolverBodyWarmStart* const warmStarts = solver.bodies.warm.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    SolverBody& body = bodies[i];
    SolverBodyWarmStart& warm = warmStarts[i];
    const F32x4 velocity = load(body.velocity), spin = load(body.spin);
    store(body.velocity, velocity + load(warm.velocity));
    store(body.spin, spin + load(warm.spin));
    store(warm.velocity, velocity);
    store(warm.spin, spin);
  }
}

/// One pass of soft rows, and the springs of what they touch: these may be stiffer than the bodies are heavy, and one visit is not enough.
static void solveWithForces(ContactSolver& solver, Pass pass) {
  SolverBody* const bodies = solver.bodies.state.data();
  pass.moved = true;
  for (int sweep = 0; sweep < kForceSweeps; ++sweep) {
    if (solveForces(solver) <= kConvergedSpeed && sweep > 0) return;
    for (const std::uint32_t group : solver.network.touching) visit(solver.rows[group], bodies, pass, true, true);
    pass.moved = false;
  }
}

void solveContacts(ContactSolver& solver) {
  const Pass pass = passOf(solver, solver.displaced);
  solver.displaced = false;
  if (solver.preset.rigid) return sweepToConvergence(solver, pass, true);
  SolverBody* bodies = solver.bodies.state.data();
  solveWithForces(solver, pass);
  forEachGroup(solver, [&](ContactRows& rows) { visit(rows, bodies, pass, true, rows.fresh || rows.strikes, rows.strikes); });
  holdInPlane(solver.bodies);
}

void integratePositions(ContactSolver& solver) {
  notePlaces(solver);
  const F32x4 h = splat(solver.substep);
  for (SolverBody& body : std::span<SolverBody>(solver.bodies.state).subspan(1)) {
    store(body.displacement, load(body.displacement) + h * load(body.velocity));
    store(body.turn, load(body.turn) + h * load(body.spin));
  }
  for (RowDrift& drift : solver.drifts) {
    for (int k = 0; k < kMaxManifoldPoints; ++k) store(drift.ways[k], load(drift.ways[k]) + h * load(drift.rows[k]));
  }
  ++solver.substepsDone;
  if (solver.preset.rigid) pushApart(solver);
}

void relaxContacts(ContactSolver& solver) {
  const Pass pass = passOf(solver, true);
  const std::span<SolverBody> bodies = solver.bodies.state;
  if (solver.preset.rigid) {
    sweepToConvergence(solver, pass, false);
  } else {
    forEachGroup(solver, [&](ContactRows& rows) { visit(rows, bodies.data(), pass, false, true, rows.strikes); });
    holdInPlane(solver.bodies);
  }
  noteContacts(solver);
  balanceContacts(solver);
  // What the contacts did in this substep is the guess for the next one.
  SolverBodyWarmStart* const warmStarts = solver.bodies.warm.data();
  SolverBodyMarks* const marks = solver.bodies.marks.data();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const SolverBody& body = bodies[i];
    SolverBodyWarmStart& warm = warmStarts[i];
    const F32x4 velocity = load(body.velocity) - load(warm.velocity), spin = load(body.spin) - load(warm.spin);
    store(warm.velocity, velocity);
    store(warm.spin, spin);
    const bool pressed = !all((velocity == zero4()) & (spin == zero4()));
    marks[i].touched |= pressed;
    marks[i].pressed |= pressed;
  }
}

}  // namespace tumble
