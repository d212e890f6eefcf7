// Finalisation: impulses back to the manifolds, velocities and poses back to the bodies.
#include "assertion.h"
#include "contacts/constraints/gather.h"
#include "contacts/contact_solver.h"
#include "contacts/impacts/flight_state.h"
#include "contacts/momentum_balance.h"
#include "math/rotation_vector.h"
#include "motion/free_rotation.h"
#include "motion/schemes.h"

namespace tumble {
namespace {

/// m/s, at the start of the step. `kinematic`: that of the constraint.
float startVelocity(const SolverBodies& bodies, const ContactConstraintWide& constraint, const KinematicVelocity& kinematic, int lane,
                    int point) {
  const SolverBodyStart &a = bodies.start[constraint.a[lane]], &b = bodies.start[constraint.b[lane]];
  const ContactConstraintPoint& row = constraint.points[point];
  return dot(vectorOf(constraint.normal, lane), b.velocity - a.velocity) + dot(vectorOf(row.jacobianB, lane), b.scaledAngularVelocity) -
         dot(vectorOf(row.jacobianA, lane), a.scaledAngularVelocity) + kinematic.velocity[point].f[lane];
}

/// Where a contact began, its constraints put the body where it is. Marks the bodies of points without a normal impulse at the start of the step.
/// Jointed ones only where they came faster than what a step of weight makes: bodies that swing side by side are pressed together now and then,
/// without a jump, and would lose energy each time.
void markContactsBegun(SolverBodies& bodies, const ContactConstraintWide& constraint, const KinematicVelocity& kinematic,
                       const Manifold* const (&before)[kLanes], float slowest) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (constraint.contactIndex[lane] == kNoContact) continue;
    const bool jointed = bodies.marks[constraint.a[lane]].isJointed || bodies.marks[constraint.b[lane]].isJointed;
    bool began = false;
    for (int i = 0; i < constraint.pointCount; ++i) {
      if (constraint.impulse[i].f[lane] > 0 && before[lane]->normalImpulse[i] == 0)
        began |= !jointed || startVelocity(bodies, constraint, kinematic, lane, i) < -slowest;
    }
    if (began) bodies.marks[constraint.a[lane]].keepsDisplacement = bodies.marks[constraint.b[lane]].keepsDisplacement = true;
  }
}

}  // namespace

void storeImpulses(ContactSolver& solver, ContactStore& contacts) {
  findAnchoredBodies(solver);
  Manifold unused;  // of empty lanes
  const float slowest = length(solver.gravity) * solver.substep * static_cast<float>(solver.preset.substeps);
  for (ContactConstraintWide& constraint : solver.constraints) {
    Manifold* m[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
      m[lane] = constraint.contactIndex[lane] == kNoContact ? &unused : &contacts.pool[constraint.contactIndex[lane]];
    if (solver.preset.rigid) {
      markContactsBegun(solver.bodies, constraint, solver.kinematicVelocities[constraint.kinematicVelocity], {m[0], m[1], m[2], m[3]},
                        slowest);
    }
    Lanes* const i = constraint.impulse;
    const Vec3x4 n = load(constraint.normal), t1 = load(constraint.tangent), t2 = cross(n, t1);
    const Vec3x4 friction = t1 * load(i[kMaxManifoldPoints]) + t2 * load(i[kMaxManifoldPoints + 1]);
    // With the rounding of the way through the manifold, so that kept constraints have the bits of those made anew.
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

// Substeps move a body by the velocity at their end, d = sum h v_k. The trapezoidal rule is of second order:
//     sum h (v_(k-1) + v_k) / 2 = d - h (v_end - v_start) / 2.
// An impact changes the velocity at once, outside the rule: then only the change by steady forces counts (for restitution that makes
// parabolas exact, see resolve_impacts.h; of jointed bodies, all but the impacts), and none of a body that keeps its displacement.
void finalizeTouchedBody(const ContactSolver& solver, Body& body, std::uint32_t index, double timeStep) {
  const std::uint32_t i = solver.bodies.indexOf[index];
  TUMBLE_ASSERT(i != 0, "a touched body is in the solver");
  if (isInFreeFlight(solver.bodies, i, body)) return continueFlight(solver, body, i, timeStep);
  const SolverBody& state = solver.bodies.state[i];
  const SolverBodyStart& start = solver.bodies.start[i];
  const SolverBodyDrive& drive = solver.bodies.drive[i];
  const double half = 0.5 * static_cast<double>(solver.substep);
  const Vec3 dv = vectorOf(state.velocity) - toDouble(start.velocity);
  Vec3 dw = vectorOf(state.scaledAngularVelocity) - toDouble(start.scaledAngularVelocity);
  const SolverBodyMarks& marks = solver.bodies.marks[i];
  // Rigid rows know at the end whether an impact that was expected came (markContactsBegun).
  const bool hadImpact = solver.preset.rigid ? marks.hadImpact : hasJump(marks), keepsDisplacement = marks.keepsDisplacement;
  // Lasting forces differ between substeps, and single precision lacks a part of their impulse.
  const ForcedBody* const forced = forcedBodyOf(solver, index);
  const MomentumBalance* const balance = solver.balance.empty() || solver.balance[i].anchored ? nullptr : &solver.balance[i];
  const JointVelocity impacts = impactChangeOf(solver, i);
  const Vec3 smoothV = forced              ? forced->smooth
                       : keepsDisplacement ? Vec3{}
                       : !hadImpact        ? dv - impacts.linear
                                           : toDouble(drive.acceleration) * timeStep;
  const Vec3 smoothW = forced              ? forced->smoothW
                       : keepsDisplacement ? Vec3{}
                       : !hadImpact        ? dw - impacts.angular
                                           : toDouble(drive.scaledAngularAcceleration) * timeStep;
  if (balance) body.x = balance->x;
  else body.x += displacementOf(solver.bodies, i) - smoothV * half;
  body.v += forced ? dv + forced->remainder : dv;
  if (balance) body.v += balance->v, body.L += balance->L;
  const Vec3 turn = scaledRotationOf(solver.bodies, i) - smoothW * half;
  if (forced) dw += forced->remainderW;
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
