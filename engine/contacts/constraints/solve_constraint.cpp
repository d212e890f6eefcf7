#include "contacts/constraints/solve_constraint.h"

#include "contacts/constraints/solve_friction.h"
#include "tuning.h"

namespace tumble {
namespace {

/// N s, more than any impulse.
constexpr float kNoLimit = 3e38f;

bool hasFrictionImpulse(const ContactConstraintWide& constraint) {
  const Lanes* const impulse = constraint.impulse + kMaxManifoldPoints;
  const F32x4 zero = zero4();
  return !all((load(impulse[0]) == zero) & (load(impulse[1]) == zero) & (load(impulse[2]) == zero));
}

/// The change of a normal impulse, clamp(l - m (v + b)) - l, as a function of v = J v:
///     dl = clamp(constant - slope v, least, most).
/// Only v depends on the points solved before, which shortens the chain of dependent instructions.
struct NormalResponse {
  F32x4 slope, constant, least, most;
  F32x4 change(F32x4 v) const { return min(max(constant - slope * v, least), most); }
};

/// The bias b of a point with separation s and impulse `old` demands
///     s > tolerance, apart      v_n >= -s / h: the surfaces just touch at the end of the substep
///     else, biased pass         spring and damper of quality.h
///     else                      v_n >= 0
/// The tolerance (m) prevents rounding from braking some corners of a face alone.
inline NormalResponse normalResponse(F32x4 s, F32x4 tolerance, F32x4 mass, F32x4 old, const SoftConstraint& softness,
                                     const SubstepContext& context, SolvePass pass) {
  const F32x4 zero = zero4(), inverseSubstep = splat(context.inverseSubstep);
  const M32x4 apart = s > tolerance, touching = s <= tolerance;
  const F32x4 closing = s * inverseSubstep;
  // The relaxing pass comes after the integration of positions: the impulse of a point that is still apart may decrease, but not increase for
  // a contact of the next substep.
  if (!isBiased(pass)) {
    const F32x4 release = -mass * (apart & closing);
    if (!context.rigid) return {mass, release, -old, touching & splat(kNoLimit)};
    return {mass * splat(softness.massScale), release - splat(softness.impulseScale) * old, -old, touching & splat(kNoLimit)};
  }
  const F32x4 pushOut =
      max(splat(softness.massScale * softness.biasRate) * min(s + splat(context.slop), zero), splat(-context.pushOutSpeed));
  const F32x4 bias = mass * select(apart, closing, pushOut), slope = mass * select(apart, splat(1.0f), splat(softness.massScale));
  return {slope, -(bias + (touching & (splat(softness.impulseScale) * old))), -old, splat(kNoLimit)};
}

/// Change of the normal impulses, N s: the sum over the points, and the largest.
struct NormalImpulse {
  F32x4 sum, change;
};

/// Gauss-Seidel: each point has the velocities that the points before it changed. `along`: n.(v_B - v_A), the same for all points, so that
/// the caller applies the linear impulse once.
inline NormalImpulse solveNormalsByGaussSeidel(ContactConstraintWide& constraint, BodyPairVelocity& p, F32x4 along, F32x4 inverseMass,
                                               const KinematicVelocity& kinematic, const SubstepContext& context, SolvePass pass) {
  const F32x4 tolerance = splat(isBiased(pass) ? context.slop : kTouching);
  NormalImpulse result{zero4(), zero4()};
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 s = load(constraint.separation[i]), old = load(constraint.impulse[i]);
    const F32x4 v = along + relativeAngularVelocity(p, jacobianA, jacobianB) + load(kinematic.velocity[i]);
    const F32x4 next = old + normalResponse(s, tolerance, load(point.mass), old, constraint.softness, context, pass).change(v);
    const F32x4 delta = next - old;  // the change of the stored impulse, to the bit
    store(constraint.impulse[i], next);
    along = along + delta * inverseMass;
    result.sum = result.sum + delta;
    applyAngularImpulse(p, jacobianA, jacobianB, delta);
    result.change = max(result.change, abs(delta));
  }
  return result;
}

/// Jacobi: all points have the same velocities, and all changes dl are scaled by the step length of the steepest descent of the kinetic energy,
///     (sum dl^2 / m) / (dl^T J M^-1 J^T dl).
/// An impact on a face or an edge then gets no spin across it. By Gauss-Seidel, the first point would stop most of the impact.
[[gnu::noinline]] NormalImpulse solveNormalsByJacobi(ContactConstraintWide& constraint, BodyPairVelocity& p, F32x4 along,
                                                     const KinematicVelocity& kinematic, const SubstepContext& context, SolvePass pass) {
  const F32x4 inverseMass = p.vA.w + p.vB.w, zero = zero4();
  const F32x4 touching = splat(isBiased(pass) ? context.slop : kTouching);
  const F32x4 tolerance =
      isBiased(pass) || isSweep(pass) ? touching : max(splat(kImpactDepth) * load(constraint.effectiveRadius), touching);
  F32x4 wanted[kMaxManifoldPoints], sum = zero;
  Vec3x4 angularA{zero, zero, zero}, angularB = angularA;
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    const Vec3x4 jacobianA = load(point.jacobianA), jacobianB = load(point.jacobianB);
    const F32x4 s = load(constraint.separation[i]), old = load(constraint.impulse[i]);
    const F32x4 v = along + relativeAngularVelocity(p, jacobianA, jacobianB) + load(kinematic.velocity[i]);
    wanted[i] = normalResponse(s, tolerance, load(point.mass), old, constraint.softness, context, pass).change(v);
    sum = sum + wanted[i];
    angularA = angularA + jacobianA * wanted[i];
    angularB = angularB + jacobianB * wanted[i];
  }
  F32x4 descent = zero, curvature = splat(1e-30f);
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    const F32x4 mass = load(point.mass);
    descent = descent + ((mass > zero) & (wanted[i] * wanted[i] / mass));
    curvature = curvature + wanted[i] * (sum * inverseMass + (dot(load(point.jacobianA), angularA) + dot(load(point.jacobianB), angularB)));
  }
  const F32x4 share = min(descent / curvature, splat(1.0f));
  NormalImpulse result{zero, zero};
  for (int i = 0; i < constraint.pointCount; ++i) {
    const F32x4 old = load(constraint.impulse[i]), next = old + wanted[i] * share, delta = next - old;
    store(constraint.impulse[i], next);
    applyAngularImpulse(p, load(constraint.points[i].jacobianA), load(constraint.points[i].jacobianB), delta);
    result.sum = result.sum + delta;
    result.change = max(result.change, abs(delta));
  }
  return result;
}

/// Jacobi first: what squeezes the contact comes from joints, and all points of a face or line feel it alike, when it comes and when it goes. By
/// Gauss-Seidel one of them would take it, and between two jaws nothing would ever take it from there: friction would turn what they hold.
[[gnu::noinline]] NormalImpulse solveNormalsEvenly(ContactConstraintWide& constraint, BodyPairVelocity& pair, F32x4 along,
                                                   F32x4 inverseMass, const KinematicVelocity& kinematic, const SubstepContext& context,
                                                   SolvePass pass) {
  F32x4 before[kMaxManifoldPoints];
  for (int i = 0; i < constraint.pointCount; ++i) before[i] = load(constraint.impulse[i]);
  const NormalImpulse together = solveNormalsByJacobi(constraint, pair, along, kinematic, context, pass);
  NormalImpulse normal =
      solveNormalsByGaussSeidel(constraint, pair, along + together.sum * inverseMass, inverseMass, kinematic, context, pass);
  normal.sum = normal.sum + together.sum;
  normal.change = zero4();
  for (int i = 0; i < constraint.pointCount; ++i) normal.change = max(normal.change, abs(load(constraint.impulse[i]) - before[i]));
  return normal;
}

}  // namespace

void updateSeparations(ContactConstraintWide& constraint, const SolverBody* bodies, const SubstepContext& context) {
  const Vec3x4 dA = gather(bodies, constraint.a, &SolverBody::displacement).v,
               dB = gather(bodies, constraint.b, &SolverBody::displacement).v;
  const Vec3x4 thA = gather(bodies, constraint.a, &SolverBody::scaledRotation).v;
  const Vec3x4 thB = gather(bodies, constraint.b, &SolverBody::scaledRotation).v;
  const F32x4 along = dot(load(constraint.normal), dB - dA);
  F32x4 lowest = splat(kHeldGap);
  const KinematicVelocity& kinematic = context.kinematicVelocities[constraint.kinematicVelocity];
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    const F32x4 turned = dot(load(point.jacobianB), thB) - dot(load(point.jacobianA), thA);
    const F32x4 s = load(point.referenceSeparation) + along + turned + load(kinematic.displacement[i]);
    store(constraint.separation[i], heldSeparation(s, load(constraint.impulse[i]), context.rigid));
    lowest = select(load(point.mass) > zero4(), min(lowest, s), lowest);
  }
  store(constraint.settling, settlingSpeed(lowest, context.rigid));
}

F32x4 solveConstraint(ContactConstraintWide& constraint, SolverBody* bodies, const SubstepContext& context, SolvePass pass) {
  if (context.bodiesMoved) updateSeparations(constraint, bodies, context);
  BodyPairVelocity p = gatherVelocities(constraint, bodies);
  const KinematicVelocity& kinematic = context.kinematicVelocities[constraint.kinematicVelocity];
  const Vec3x4 n = load(constraint.normal), velocity = p.vB.v - p.vA.v;
  const F32x4 inverseMass = p.vA.w + p.vB.w, along = dot(n, velocity) + load(constraint.settling), zero = zero4();
  const bool absorbsImpact = constraint.absorbsImpact && !isSweep(pass);

  // Friction first, because the rows solved last have the smallest residual: a stack slides slightly rather than tilts.
  FrictionImpulse friction{{zero, zero, zero}, zero};
  bool hasFriction = false;
  if (pass != SolvePass::biased || constraint.isNew || absorbsImpact) {
    PatchLoad patch = loadOf(constraint);
    if (context.frictionCaps) patch.normalImpulse = min(patch.normalImpulse, load(context.frictionCaps[&constraint - context.constraints]));
    hasFriction = any(patch.normalImpulse > zero) || hasFrictionImpulse(constraint);
    if (hasFriction) {
      friction = solveFriction(constraint, constraint.impulse + kMaxManifoldPoints, kinematic.velocity + kMaxManifoldPoints, p, n, velocity,
                               patch);
    }
  }

  NormalImpulse normal{zero, zero};
  if (absorbsImpact) {
    BodyPairVelocity copy = p;  // so that p stays in registers
    normal = solveNormalsByJacobi(constraint, copy, along, kinematic, context, pass);
    p = copy;
  } else if (isSweep(pass) && constraint.isAtJoint && constraint.pointCount > 1) {
    normal = solveNormalsEvenly(constraint, p, along, inverseMass, kinematic, context, pass);
  } else {
    normal = solveNormalsByGaussSeidel(constraint, p, along, inverseMass, kinematic, context, pass);
  }

  const F32x4 change = max(friction.change, normal.change);
  if (!hasFriction && !any(change > zero)) return zero;  // all points are apart
  applyLinearImpulse(p, friction.onB + n * normal.sum);
  scatterVelocities(constraint, bodies, p);
  return change * inverseMass;
}

}  // namespace tumble
