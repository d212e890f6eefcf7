// One visit to four contacts. Formulas in contact_rows.h and quality.h.
#pragma once
#include "contacts/contact_solver.h"
#include "contacts/gather.h"

namespace tumble {

/// The moving state of the two bodies of four contacts, in registers.
struct Pair {
  Gathered vA, vB;  // w holds the inverse masses
  Gathered wA, wB;
};

inline Pair gatherPair(const ContactRows& rows, const SolverBody* bodies) {
  return {gather(bodies, rows.a, &SolverBody::velocity), gather(bodies, rows.b, &SolverBody::velocity),
          gather(bodies, rows.a, &SolverBody::spin), gather(bodies, rows.b, &SolverBody::spin)};
}

inline void scatterPair(const ContactRows& rows, SolverBody* bodies, const Pair& p) {
  scatter(bodies, rows.a, &SolverBody::velocity, p.vA);
  scatter(bodies, rows.b, &SolverBody::velocity, p.vB);
  scatter(bodies, rows.a, &SolverBody::spin, p.wA);
  scatter(bodies, rows.b, &SolverBody::spin, p.wB);
}

/// What the spins add to the relative velocity along a row.
inline F32x4 relativeSpin(const Pair& p, Vec3x4 armA, Vec3x4 armB) { return dot(armB, p.wB.v) - dot(armA, p.wA.v); }

/// An impulse along a row, in two parts: what it does to the spins, and, as a vector on B, to the velocities.
inline void turn(Pair& p, Vec3x4 armA, Vec3x4 armB, F32x4 impulse) {
  p.wA.v = p.wA.v - armA * impulse;
  p.wB.v = p.wB.v + armB * impulse;
}
inline void push(Pair& p, Vec3x4 impulse) {
  p.vA.v = p.vA.v - impulse * p.vA.w;
  p.vB.v = p.vB.v + impulse * p.vB.w;
}

/// What all visits of one pass share.
struct Pass {
  float inverseSubstep;   // 1/s
  float pushOutSpeed;     // m/s
  float slop;             // m, overlap that is left alone
  bool moved;             // bodies have moved since the last visit: separations are computed anew
  bool rigid;             // preset: relaxing rows are those of the solve, softness and all
  const RowDrift* drifts;  // ContactRows::drift
};

/// What the visits of the present substep share.
Pass passOf(const ContactSolver& solver, bool moved);

/// The separations where the bodies are now.
[[gnu::noinline]] void updateSeparations(ContactRows& rows, const SolverBody* bodies, const Pass& pass);

/// One visit to four contacts: the biased form pushes what overlaps apart, the other one only stops it. The points of a contact are
/// solved one after the other (Gauss, Seidel), or all of them together, as a blow is stopped best. With friction, returns the largest
/// change of relative velocity (m/s) by lane.
F32x4 visit(ContactRows& rows, SolverBody* bodies, const Pass& pass, bool biased, bool withFriction, bool together = false);

}  // namespace tumble
