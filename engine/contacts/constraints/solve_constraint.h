// Solves one contact constraint, four contacts wide: an iteration of projected Gauss-Seidel (E. Catto, "Iterative Dynamics with Temporal
// Coherence", 2005). For each row, with the accumulated impulse l and the bias b of quality.h,
//     l' = clamp(l - m (J v + b)),    v += M^-1 J^T (l' - l).
// The three friction rows come first, clamped to the cone, then the normals, clamped to l' >= 0. Formulas in contact_constraint.h.
#pragma once
#include "contacts/constraints/gather.h"
#include "contacts/contact_solver.h"
#include "tuning.h"

namespace tumble {

/// Velocities of both bodies of four contacts, in registers.
struct BodyPairVelocity {
  Gathered vA, vB;  // m/s; w: inverse masses
  Gathered wA, wB;  // w~
};

inline BodyPairVelocity gatherVelocities(const ContactConstraintWide& constraint, const SolverBody* bodies) {
  return {gather(bodies, constraint.a, &SolverBody::velocity), gather(bodies, constraint.b, &SolverBody::velocity),
          gather(bodies, constraint.a, &SolverBody::scaledAngularVelocity),
          gather(bodies, constraint.b, &SolverBody::scaledAngularVelocity)};
}

inline void scatterVelocities(const ContactConstraintWide& constraint, SolverBody* bodies, const BodyPairVelocity& p) {
  scatter(bodies, constraint.a, &SolverBody::velocity, p.vA);
  scatter(bodies, constraint.b, &SolverBody::velocity, p.vB);
  scatter(bodies, constraint.a, &SolverBody::scaledAngularVelocity, p.wA);
  scatter(bodies, constraint.b, &SolverBody::scaledAngularVelocity, p.wB);
}

/// J_B.w~_B - J_A.w~_A
inline F32x4 relativeAngularVelocity(const BodyPairVelocity& p, Vec3x4 jacobianA, Vec3x4 jacobianB) {
  return dot(jacobianB, p.wB.v) - dot(jacobianA, p.wA.v);
}

/// w~_A -= J_A dl, w~_B += J_B dl
inline void applyAngularImpulse(BodyPairVelocity& p, Vec3x4 jacobianA, Vec3x4 jacobianB, F32x4 impulse) {
  p.wA.v = p.wA.v - jacobianA * impulse;
  p.wB.v = p.wB.v + jacobianB * impulse;
}
/// v_A -= P / m_A, v_B += P / m_B
inline void applyLinearImpulse(BodyPairVelocity& p, Vec3x4 impulse) {
  p.vA.v = p.vA.v - impulse * p.vA.w;
  p.vB.v = p.vB.v + impulse * p.vB.w;
}

/// The kinds of pass over all constraints. With bias overlaps are pushed apart; without they are only stopped.
enum class SolvePass {
  biased,       // soft constraints, once; friction of the others waits for the relaxing pass, that of new contacts does not
  relaxing,     // without bias, once
  biasedSweep,  // one of many: normals by Gauss-Seidel, and friction
  relaxingSweep,
};
constexpr bool isBiased(SolvePass pass) { return pass == SolvePass::biased || pass == SolvePass::biasedSweep; }
constexpr bool isSweep(SolvePass pass) { return pass == SolvePass::biasedSweep || pass == SolvePass::relaxingSweep; }

/// What the constraints of one pass share.
struct SubstepContext {
  float inverseSubstep;                                // 1/s
  float pushOutSpeed;                                  // m/s
  float slop;                                          // m, overlap that is left alone
  bool bodiesMoved;                                    // since the last pass: separations are computed anew
  bool rigid;                                          // preset: relaxing constraints keep the softness of the biased ones
  const KinematicVelocity* kinematicVelocities;        // ContactConstraintWide::kinematicVelocity
  const Lanes* frictionCaps = nullptr;                 // N s, by constraint; none mostly (convergence/friction_caps.h)
  const ContactConstraintWide* constraints = nullptr;  // the first one, if there are caps
};

SubstepContext substepContextOf(const ContactSolver& solver, bool bodiesMoved);

/// m. The separation of a point that has this impulse (N s): less, if it bears and hardly opened (kHeldGap).
inline F32x4 heldSeparation(F32x4 separation, F32x4 impulse, bool rigid) {
  const M32x4 isHeld = (impulse > zero4()) & (separation < splat(rigid ? kHeldGap : 0));
  return select(isHeld, min(separation, splat(0.5f * kTouching)), separation);
}

/// m/s. The speed at which a contact whose lowest point is at this separation comes down (kSettledGap): all its points alike, so that they share its load as
/// before.
inline F32x4 settlingSpeed(F32x4 lowest, bool rigid) {
  const M32x4 settles = (lowest > splat(kSettledGap)) & (lowest < splat(rigid ? kHeldGap : 0));
  return settles & ((lowest - splat(0.5f * kTouching)) * splat(kSettlingRate));
}

/// s of every point in the present poses.
[[gnu::noinline]] void updateSeparations(ContactConstraintWide& constraint, const SolverBody* bodies, const SubstepContext& context);

/// Solves friction, then the normals: by Gauss-Seidel, or by Jacobi where an impact is absorbed in one pass. Returns the largest
/// change of relative velocity (m/s) by lane.
F32x4 solveConstraint(ContactConstraintWide& constraint, SolverBody* bodies, const SubstepContext& context, SolvePass pass);

}  // namespace tumble
