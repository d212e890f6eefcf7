#include "contacts/convergence/push_apart.h"

#include <algorithm>

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

/// solveConstraint for displacements instead of velocities. No row moves by more than `farthest` (m) beyond its separation before the sweep.
/// Returns the largest displacement (m) by lane.
F32x4 pushApart(ContactConstraintWide& rows, SolverBody* bodies, const SubstepContext& context, F32x4 farthest, Lanes3& push) {
  BodyPairVelocity p{gather(bodies, rows.a, &SolverBody::displacement), gather(bodies, rows.b, &SolverBody::displacement),
                     gather(bodies, rows.a, &SolverBody::scaledRotation), gather(bodies, rows.b, &SolverBody::scaledRotation)};
  const F32x4 inverseMassA = gather(bodies, rows.a, &SolverBody::velocity).w,
              inverseMassB = gather(bodies, rows.b, &SolverBody::velocity).w;
  const Vec3x4 n = load(rows.normal);
  const KinematicVelocity& kinematic = context.kinematicVelocities[rows.kinematicVelocity];
  F32x4 most = zero4(), total = zero4();
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 before = load(rows.separation[i]), kinematicDisplacement = load(kinematic.displacement[i]);
    const F32x4 now = load(point.referenceSeparation) + dot(n, p.vB.v - p.vA.v) + relativeAngularVelocity(p, jacobianA, jacobianB) +
                      kinematicDisplacement;
    const F32x4 way = max(min(splat(-kPushOutShare) * (now + splat(context.slop)), before + farthest - now), zero4());
    most = max(most, way);
    const F32x4 impulse = load(point.mass) * way;
    p.vA.v = p.vA.v - n * (impulse * inverseMassA);
    p.vB.v = p.vB.v + n * (impulse * inverseMassB);
    applyAngularImpulse(p, jacobianA, jacobianB, impulse);
    total = total + impulse;
  }
  scatter(bodies, rows.a, &SolverBody::displacement, p.vA);
  scatter(bodies, rows.b, &SolverBody::displacement, p.vB);
  scatter(bodies, rows.a, &SolverBody::scaledRotation, p.wA);
  scatter(bodies, rows.b, &SolverBody::scaledRotation, p.wB);
  store(push.x, load(push.x) + n.x * total);
  store(push.y, load(push.y) + n.y * total);
  store(push.z, load(push.z) + n.z * total);
  return most;
}

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
  solver.pushes.resize(solver.constraints.size());
  const int batches = static_cast<int>(solver.constraints.size());
  float farthest = pushOutSpeed(squaredPressing) * solver.substep;
  for (int work = 0; overlap && work < kPushOutWork; work += batches) {
    F32x4 most = zero4();
    forEachConstraint(solver, [&](ContactConstraintWide& rows) {
      most = max(most, pushApart(rows, bodies, context, splat(farthest),
                                 solver.pushes[static_cast<std::size_t>(&rows - solver.constraints.data())]));
    });
    overlap = any(most > splat(kPushedOut));
    farthest = kShallowOverlap;
  }
}

}  // namespace tumble
