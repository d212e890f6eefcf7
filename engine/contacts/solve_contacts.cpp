// The passes of one substep: integrate, solve, relax. Formulas in contact_rows.h and quality.h.
#include "contacts/contact_solver.h"
#include "contacts/converge.h"
#include "contacts/visit_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

Pass passOf(const ContactSolver& solver) {
  return {1 / solver.substep, static_cast<float>(solver.substepsDone) * solver.substep, kPushOutSpeed,
          solver.preset.rigid ? kRigidSlop : 0};
}

/// One visit stops a blow at the corner that comes first and leaves a spin; a face must be stopped at all corners.
int visitsFor(const ContactRows& rows) { return rows.strikes ? kVisitsForBlow : 1; }

}  // namespace

void integrateVelocities(ContactSolver& solver) {
  const float h = solver.substep;
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    SolverBody& body = solver.bodies.state[i];
    const SolverBodyExtra& extra = solver.bodies.extra[i];
    for (int k = 0; k < 3; ++k) {
      body.velocity[k] = (body.velocity[k] + h * extra.acceleration[k]) * extra.linearDecay;
      body.spin[k] = (body.spin[k] + h * extra.spinAcceleration[k]) * extra.angularDecay;
    }
  }
}

void warmStartContacts(ContactSolver& solver) {
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    SolverBody& body = solver.bodies.state[i];
    SolverBodyExtra& extra = solver.bodies.extra[i];
    extra.velocityBeforeContacts = {body.velocity[0], body.velocity[1], body.velocity[2]};
    extra.spinBeforeContacts = {body.spin[0], body.spin[1], body.spin[2]};
    for (int k = 0; k < 3; ++k) {
      body.velocity[k] += extra.warmVelocity[k];
      body.spin[k] += extra.warmSpin[k];
    }
  }
}

void solveContacts(ContactSolver& solver) {
  const Pass pass = passOf(solver);
  if (solver.preset.rigid) return sweepToConvergence(solver, pass, true);
  SolverBody* bodies = solver.bodies.state.data();
  for (ContactRows& rows : solver.rows) {
    for (int i = visitsFor(rows); i > 0; --i) {
      if (rows.fresh) visit<true, true, false>(rows, bodies, pass);
      else visit<true, false, false>(rows, bodies, pass);
    }
  }
}

void integratePositions(ContactSolver& solver) {
  const float h = solver.substep;
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    SolverBody& body = solver.bodies.state[i];
    for (int k = 0; k < 3; ++k) {
      body.displacement[k] += h * body.velocity[k];
      body.turn[k] += h * body.spin[k];
    }
  }
  ++solver.substepsDone;
}

void relaxContacts(ContactSolver& solver) {
  const Pass pass = passOf(solver);
  if (solver.preset.rigid) {
    sweepToConvergence(solver, pass, false);
  } else {
    for (ContactRows& rows : solver.rows) {
      for (int i = visitsFor(rows); i > 0; --i) visit<false, true, false>(rows, solver.bodies.state.data(), pass);
    }
  }
  // What the contacts did in this substep is the guess for the next one.
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    const SolverBody& body = solver.bodies.state[i];
    SolverBodyExtra& extra = solver.bodies.extra[i];
    extra.warmVelocity = Vec3f{body.velocity[0], body.velocity[1], body.velocity[2]} - extra.velocityBeforeContacts;
    extra.warmSpin = Vec3f{body.spin[0], body.spin[1], body.spin[2]} - extra.spinBeforeContacts;
    const bool pushed = lengthSquared(extra.warmVelocity) > 0 || lengthSquared(extra.warmSpin) > 0;
    extra.touched = extra.touched || pushed;
  }
}

}  // namespace tumble
