// From the solver's copy back to the bodies and manifolds.
#include "contacts/contact_solver.h"
#include "contacts/flight_state.h"
#include "contacts/gather.h"
#include "contacts/momentum_balance.h"
#include "math/rotation_vector.h"
#include "motion/free_rotation.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

/// Marks the bodies of points that carried nothing at the start.
void markContactsBegun(SolverBodies& bodies, const ContactConstraintWide& rows, const Manifold* const (&before)[kLanes]) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (rows.contactIndex[lane] == kNoContact) continue;
    bool landed = false;
    for (int i = 0; i < rows.pointCount; ++i) landed |= rows.impulse[i].f[lane] > 0 && before[lane]->normalImpulse[i] == 0;
    if (landed) bodies.marks[rows.a[lane]].contactBegan = bodies.marks[rows.b[lane]].contactBegan = true;
  }
}

}  // namespace

void storeImpulses(ContactSolver& solver, ContactStore& contacts) {
  findHeldBodies(solver);
  Manifold nobody;
  for (ContactConstraintWide& rows : solver.constraints) {
    Manifold* m[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) m[lane] = rows.contactIndex[lane] == kNoContact ? &nobody : &contacts.pool[rows.contactIndex[lane]];
    if (solver.preset.rigid) markContactsBegun(solver.bodies, rows, {m[0], m[1], m[2], m[3]});
    Lanes* const i = rows.impulse;
    const Vec3x4 n = load(rows.normal), t1 = load(rows.tangent), t2 = cross(n, t1);
    const Vec3x4 friction = t1 * load(i[kMaxManifoldPoints]) + t2 * load(i[kMaxManifoldPoints + 1]);
    // As they would come back from there: rows that stay hold the same bits as rows made anew.
    store(i[kMaxManifoldPoints], dot(friction, t1));
    store(i[kMaxManifoldPoints + 1], dot(friction, t2));
    scatterTo(m[0]->normalImpulse, m[1]->normalImpulse, m[2]->normalImpulse, m[3]->normalImpulse,
              {{load(i[0]), load(i[1]), load(i[2])}, load(i[3])});
    scatterTo(&m[0]->frictionImpulse.x, &m[1]->frictionImpulse.x, &m[2]->frictionImpulse.x, &m[3]->frictionImpulse.x,
              {friction, load(i[kMaxManifoldPoints + 2])});
  }
}

void scaleImpulses(Manifold& manifold, float share) {
  manifold.frictionImpulse = manifold.frictionImpulse * share;
  manifold.twistImpulse *= share;
  for (float& impulse : manifold.normalImpulse) impulse *= share;
}

// The substeps move a body by the velocity at their end; over the step that is d = sum h v_k, where the trapezoidal rule
// has sum h (v_k-1 + v_k) / 2 = d - h (v_end - v_start) / 2: second order at the price of one line. A blow changes the
// velocity at once and must not be smoothed: what lands is where the rows put it; a struck body gets the correction of its steady forces alone (for restitution
// that makes its parabolas exact, see impacts.h).
void finalizeTouchedBody(const ContactSolver& solver, Body& body, std::uint32_t index, double timeStep) {
  const std::uint32_t i = solver.bodies.indexOf[index];
  if (isInFreeFlight(solver.bodies, i, body)) return continueFlight(solver, body, i, timeStep);
  const SolverBody& state = solver.bodies.state[i];
  const SolverBodyStart& start = solver.bodies.start[i];
  const SolverBodyDrive& drive = solver.bodies.drive[i];
  const double half = 0.5 * static_cast<double>(solver.substep);
  const Vec3 dv = vectorOf(state.velocity) - toDouble(start.velocity);
  Vec3 dw = vectorOf(state.scaledAngularVelocity) - toDouble(start.scaledAngularVelocity);
  const bool struck = solver.bodies.marks[i].hadImpact;
  // Lasting forces are not the same in all substeps, and single precision has not all of what they did.
  const ForcedBody* const forced = forcedBodyOf(solver, index);
  const MomentumBalance* const balance = solver.balance.empty() || solver.balance[i].held ? nullptr : &solver.balance[i];
  const bool landed = solver.bodies.marks[i].contactBegan;
  const Vec3 smoothV = forced ? forced->smooth : landed ? Vec3{} : !struck ? dv : toDouble(drive.acceleration) * timeStep;
  const Vec3 smoothW = forced ? forced->spinSmooth : landed ? Vec3{} : !struck ? dw : toDouble(drive.scaledAngularAcceleration) * timeStep;
  if (balance) body.x = balance->x;
  else body.x += displacementOf(solver.bodies, i) - smoothV * half;
  body.v += forced ? dv + forced->left : dv;
  if (balance) body.v += balance->v, body.L += balance->L;
  const Vec3 turn = scaledRotationOf(solver.bodies, i) - smoothW * half;
  if (forced) dw += forced->spinLeft;
  if (body.motion == MotionScheme::automatic && isIsotropic(body.inverseInertia)) {
    const double inverseRoot = std::sqrt(body.inverseInertia.x);
    body.L += dw * (1 / inverseRoot);
    body.q = rotatedBy(body.q, turn * inverseRoot);
    return;
  }
  const SymmetricMat3 root = inertiaRootOf(solver.bodies, i, body);
  const Vec3 impulse = root * turn;  // the integral of L over the step
  body.L += root * dw;
  if (body.motion == MotionScheme::automatic) {
    body.q = freeRotationOrder2(body.q, impulse, body.inertia, 1);
  } else {
    methodOf(body.motion).turn(body, impulse * (1 / timeStep), timeStep);
  }
}

}  // namespace tumble
