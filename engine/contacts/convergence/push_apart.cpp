#include "contacts/convergence/push_apart.h"

#include <algorithm>

#include "contacts/constraints/solve_friction.h"
#include "contacts/convergence/friction_caps.h"
#include "contacts/convergence/limit_mass_ratio.h"
#include "contacts/joints/jointed_gaps.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The separations before the sweep. True if one of them is an overlap to be removed.
bool findOverlaps(ContactConstraintWide& rows, const SolverBody* bodies, const SubstepContext& context) {
  updateSeparations(rows, bodies, context);
  F32x4 deepest = zero4();
  for (int i = 0; i < rows.pointCount; ++i) deepest = min(deepest, load(rows.separation[i]) + splat(context.slop));
  return any(deepest < zero4());
}

BodyPairVelocity gatherDisplacements(const ContactConstraintWide& rows, const SolverBody* bodies) {
  return {gather(bodies, rows.a, &SolverBody::displacement), gather(bodies, rows.b, &SolverBody::displacement),
          gather(bodies, rows.a, &SolverBody::scaledRotation), gather(bodies, rows.b, &SolverBody::scaledRotation)};
}

/// The displacement along the friction rows that pushes are to leave as it is. (Not of jointed bodies: what is held would pull at their joints.)
void rememberSlip(Push& push, const ContactConstraintWide& rows, const SolverBodies& bodies) {
  for (int lane = 0; lane < kLanes; ++lane)
    push.holds.f[lane] = bodies.marks[rows.a[lane]].isJointed || bodies.marks[rows.b[lane]].isJointed ? 0.0f : 1.0f;
  store(push.massRatio, splat(kAnyMassRatio));
  const BodyPairVelocity p = gatherDisplacements(rows, bodies.state.data());
  const Vec3x4 t1 = load(rows.tangent), t2 = cross(load(rows.normal), t1), moved = p.vB.v - p.vA.v;
  const auto turned = [&](int k) { return relativeAngularVelocity(p, load(rows.friction[k].jacobianA), load(rows.friction[k].jacobianB)); };
  store(push.minusSlip[0], zero4() - (dot(t1, moved) + turned(0)));
  store(push.minusSlip[1], zero4() - (dot(t2, moved) + turned(1)));
  store(push.minusSlip[2], zero4() - turned(2));
}

/// Friction of a contact that pushes, see push_apart.h. Changes the rotations; returns what it pushes on B, kg m.
Vec3x4 holdSlip(const ContactConstraintWide& rows, Push& push, BodyPairVelocity& p, Vec3x4 n, F32x4 substep) {
  const M32x4 pushes = load(push.normal) * load(push.holds) > zero4();
  Lanes before[kFrictionRows], now[kFrictionRows];
  for (int k = 0; k < kFrictionRows; ++k) {
    store(before[k], pushes & (substep * load(rows.impulse[kMaxManifoldPoints + k])));
    store(now[k], pushes & (load(push.friction[k]) + load(before[k])));
  }
  PatchLoad patch = loadOf(rows);
  patch.normalImpulse = pushes & (substep * patch.normalImpulse);
  const Vec3x4 onB = solveFriction(rows, now, push.minusSlip, p, n, p.vB.v - p.vA.v, patch).onB;
  for (int k = 0; k < kFrictionRows; ++k) store(push.friction[k], load(now[k]) - load(before[k]));
  return onB;
}

/// solveConstraint for displacements instead of velocities. No row moves by more than `farthest` (m) beyond its separation before the sweep.
/// Returns the largest displacement (m) by lane.
F32x4 pushApart(ContactConstraintWide& rows, SolverBody* bodies, const SubstepContext& context, F32x4 farthest, F32x4 substep, Push& push) {
  BodyPairVelocity p = gatherDisplacements(rows, bodies);
  const F32x4 inverseMassA = gather(bodies, rows.a, &SolverBody::velocity).w,
              inverseMassB = gather(bodies, rows.b, &SolverBody::velocity).w;
  const Vec3x4 n = load(rows.normal);
  const KinematicVelocity& kinematic = context.kinematicVelocities[rows.kinematicVelocity];
  const F32x4 massRatio = load(push.massRatio);
  const bool hasLimit = any(massRatio < splat(kAnyMassRatio));
  F32x4 most = zero4(), total = zero4();
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 before = load(rows.separation[i]), kinematicDisplacement = load(kinematic.displacement[i]);
    const F32x4 now = load(point.referenceSeparation) + dot(n, p.vB.v - p.vA.v) + relativeAngularVelocity(p, jacobianA, jacobianB) +
                      kinematicDisplacement;
    const F32x4 way = max(min(splat(-kPushOutShare) * (now + splat(context.slop)), before + farthest - now), zero4());
    most = max(most, way);
    F32x4 impulse = load(point.mass) * way, onA = impulse, onB = impulse;
    if (hasLimit) {
      const LimitedMasses limited =
          limitMassRatio(inverseMassA + dot(jacobianA, jacobianA), inverseMassB + dot(jacobianB, jacobianB), massRatio);
      impulse = (load(point.mass) > zero4()) & (limited.mass * way);
      onA = impulse * limited.shareA;
      onB = impulse * limited.shareB;
    }
    p.vA.v = p.vA.v - n * (onA * inverseMassA);
    p.vB.v = p.vB.v + n * (onB * inverseMassB);
    p.wA.v = p.wA.v - jacobianA * onA;
    p.wB.v = p.wB.v + jacobianB * onB;
    total = total + impulse;
  }
  const F32x4 pushed = load(push.normal) + total;
  store(push.normal, pushed);
  Vec3x4 onB = n * total;
  if (any(pushed > zero4())) {
    const Vec3x4 friction = holdSlip(rows, push, p, n, substep);
    p.vA.v = p.vA.v - friction * inverseMassA;
    p.vB.v = p.vB.v + friction * inverseMassB;
    onB = onB + friction;
  }
  scatter(bodies, rows.a, &SolverBody::displacement, p.vA);
  scatter(bodies, rows.b, &SolverBody::displacement, p.vB);
  scatter(bodies, rows.a, &SolverBody::scaledRotation, p.wA);
  scatter(bodies, rows.b, &SolverBody::scaledRotation, p.wB);
  store(push.onB.x, load(push.onB.x) + onB.x);
  store(push.onB.y, load(push.onB.y) + onB.y);
  store(push.onB.z, load(push.onB.z) + onB.z);
  return most;
}

/// Pushes that diverge, as sweeps do (friction_caps.h), go on without friction, and if they still do with the masses as they are: as projections in the
/// metric of the masses, which never diverge.
class PushWatch {
 public:
  void check(F32x4 speed, List<Push>& pushes) {
    if (!watch_.sees(speed)) return;
    for (Push& push : pushes) {
      if (slips_) store(push.massRatio, splat(kAnyMassRatio));
      else store(push.holds, zero4());
    }
    slips_ = true;
    watch_ = {};
  }

 private:
  DivergenceWatch watch_;
  bool slips_ = false;
};

/// (m/s)^2, by lane.
F32x4 squaredSpeed(const KinematicVelocity& kinematic) {
  const F32x4 n = load(kinematic.velocity[0]), t1 = load(kinematic.velocity[kMaxManifoldPoints]),
              t2 = load(kinematic.velocity[kMaxManifoldPoints + 1]);
  return n * n + t1 * t1 + t2 * t2;
}

/// m/s. A body pressed against a wall moves out of the kinematic body no faster than that moves.
float pushOutSpeed(F32x4 squaredPressing) {
  alignas(16) float lanes[kLanes];
  store(lanes, sqrt(squaredPressing));
  const float pressing = std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
  return pressing > 0 ? std::min(pressing + kSqueezeOutSpeed, kPushOutSpeed) : kPushOutSpeed;
}

}  // namespace

void pushApart(ContactSolver& solver) {
  const SubstepContext context = substepContextOf(solver, true);
  SolverBody* const bodies = solver.bodies.state.data();
  bool overlap = false;
  F32x4 squaredPressing = zero4();
  for (ContactConstraintWide& rows : solver.constraints) {
    const bool found = findOverlaps(rows, bodies, context);
    overlap |= found;
    if (found && solver.kinematicVelocities[rows.kinematicVelocity].hasKinematicBody)
      squaredPressing = max(squaredPressing, squaredSpeed(solver.kinematicVelocities[rows.kinematicVelocity]));
  }
  solver.pushes.clear();
  if (!overlap) return;
  const int batches = static_cast<int>(solver.constraints.size());
  for (const ContactConstraintWide& rows : solver.constraints) {
    solver.pushes.push_back({});
    rememberSlip(solver.pushes.back(), rows, solver.bodies);
  }
  float farthest = pushOutSpeed(squaredPressing) * solver.substep;
  const int cost = batches + std::min(static_cast<int>(jointRowCount(solver) / kJointRowsPerPush), kPushOutWork / kFewestSweeps);
  beginJointedPushes(solver);
  PushWatch watch;
  for (int work = 0, sweep = 0; overlap && work < kPushOutWork; work += cost, ++sweep) {
    if (sweep == kSweepsByMass) limitMassRatios(solver);
    F32x4 most = zero4();
    forEachConstraint(solver, [&](ContactConstraintWide& rows) {
      most = max(most, pushApart(rows, bodies, context, splat(farthest), splat(solver.substep),
                                 solver.pushes[static_cast<std::size_t>(&rows - solver.constraints.data())]));
    });
    most = max(most, splat(holdJointedPushes(solver)));
    watch.check(most * splat(context.inverseSubstep), solver.pushes);
    overlap = any(most > splat(kPushedOut));
    farthest = kShallowOverlap;
  }
}

}  // namespace tumble
