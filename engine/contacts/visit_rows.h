// One visit to four contacts. Formulas in contact_rows.h and quality.h.
#pragma once
#include "contacts/contact_solver.h"
#include "contacts/gather.h"

namespace tumble {

/// The moving state of the two bodies of four contacts, in registers.
struct BodyPairVelocity {
  Gathered vA, vB;  // w holds the inverse masses
  Gathered wA, wB;
};

inline BodyPairVelocity gatherVelocities(const ContactConstraintWide& rows, const SolverBody* bodies) {
  return {gather(bodies, rows.a, &SolverBody::velocity), gather(bodies, rows.b, &SolverBody::velocity),
          gather(bodies, rows.a, &SolverBody::scaledAngularVelocity), gather(bodies, rows.b, &SolverBody::scaledAngularVelocity)};
}

inline void scatterVelocities(const ContactConstraintWide& rows, SolverBody* bodies, const BodyPairVelocity& p) {
  scatter(bodies, rows.a, &SolverBody::velocity, p.vA);
  scatter(bodies, rows.b, &SolverBody::velocity, p.vB);
  scatter(bodies, rows.a, &SolverBody::scaledAngularVelocity, p.wA);
  scatter(bodies, rows.b, &SolverBody::scaledAngularVelocity, p.wB);
}

/// What the spins add to the relative velocity along a row.
inline F32x4 relativeAngularVelocity(const BodyPairVelocity& p, Vec3x4 jacobianA, Vec3x4 jacobianB) { return dot(jacobianB, p.wB.v) - dot(jacobianA, p.wA.v); }

/// An impulse along a row, in two parts: what it does to the spins, and, as a vector on B, to the velocities.
inline void applyAngularImpulse(BodyPairVelocity& p, Vec3x4 jacobianA, Vec3x4 jacobianB, F32x4 impulse) {
  p.wA.v = p.wA.v - jacobianA * impulse;
  p.wB.v = p.wB.v + jacobianB * impulse;
}
inline void applyLinearImpulse(BodyPairVelocity& p, Vec3x4 impulse) {
  p.vA.v = p.vA.v - impulse * p.vA.w;
  p.vB.v = p.vB.v + impulse * p.vB.w;
}

/// What all visits of one context share.
struct SubstepContext {
  float inverseSubstep;   // 1/s
  float pushOutSpeed;     // m/s
  float slop;             // m, overlap that is left alone
  bool bodiesMoved;             // bodies have bodiesMoved since the last visit: separations are computed anew
  bool rigid;             // preset: relaxing rows are those of the solve, softness and all
  const KinematicVelocity* kinematicVelocities;  // ContactConstraintWide::drift
};

/// What the visits of the present substep share.
SubstepContext substepContextOf(const ContactSolver& solver, bool bodiesMoved);

/// The separations where the bodies are now.
[[gnu::noinline]] void updateSeparations(ContactConstraintWide& rows, const SolverBody* bodies, const SubstepContext& context);

/// One visit to four contacts: the biased form pushes what overlaps apart, the other one only stops it. The points of a contact are
/// solved one after the other (Gauss, Seidel), or all of them together, as a blow is stopped best. With friction, returns the largest
/// change of relative velocity (m/s) by lane.
F32x4 solveConstraint(ContactConstraintWide& rows, SolverBody* bodies, const SubstepContext& context, bool biased, bool withFriction, bool together = false);

}  // namespace tumble
