// The solver's copy of the bodies that touch something in this step: single precision, one cache line of state each.
//
// Angular velocity is kept scaled by the root of the inertia tensor: with S = R diag(sqrt I) R^T (world axes, half a step
// after the reference pose) the spin is w~ = S w and the turn is th~ = sum of h w~. The angular mass is then 1: the same vector
// a~ = S^-1 (r x n) is the Jacobian row, the response M^-1 J^T and the lever of the linearised separation; and L = S w~.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bodies/body.h"
#include "containers/list.h"
#include "math/symmetric3.h"

namespace tumble {

/// Read and written four at a time (gather, scatter), so each vector is padded to four floats.
struct alignas(64) SolverBody {
  float velocity[4] = {};      // v, m/s; [3] holds the inverse mass, 1/kg
  float scaledAngularVelocity[4] = {};          // w~, sqrt(kg) m/s; [3] means nothing, here and below
  float displacement[4] = {};  // m from the reference pose (narrow_phase/contact_cache.h)
  float scaledRotation[4] = {};          // th~, sqrt(kg) m, from there
};

/// What moves a body freely in each substep.
struct alignas(32) SolverBodyDrive {
  Vec3f acceleration;      // m/s^2, gravity and lasting forces
  float linearDecay = 1;   // factor of damping in one substep
  Vec3f scaledAngularAcceleration;  // S^-1 torque
  float angularDecay = 1;
};

/// The body-space warm start: what the contacts did in the last substep, sum of M^-1 J^T lambda. From its use in
/// warmStartContacts to the end of relaxContacts, which makes the next from it, it holds the velocities before the contacts instead.
struct alignas(32) SolverBodyWarmStart {
  float velocity[4] = {}, scaledAngularVelocity[4] = {};
};

/// The body at the start of the step: all that rows are made of.
struct alignas(64) SolverBodyStart {
  Vec3f velocity;              // m/s
  float inverseMass = 0;       // 1/kg
  Vec3f scaledAngularVelocity;                  // w~
  SymmetricMat3f inverseRoot;  // S^-1, 1/sqrt(kg m^2)
  Vec3f midStepRotation;                  // rad, ReferencePose::lead
};
static_assert(offsetof(SolverBodyStart, midStepRotation) == 13 * sizeof(float));  // sixteen floats side by side: gathered four at a time

/// Where the body was against its reference pose at the start of the step.
struct alignas(64) SolverBodyReference {
  float displacement[4] = {};  // m
  float scaledRotation[4] = {};          // th~, sqrt(kg) m
  Quat orientation;            // of the principal frame half a step after the reference pose: S is taken there
};

struct SolverBodyMarks {
  bool touched = false;  // got an impulse in this step
  bool hadImpact = false;   // a blow changed the velocity at once: no trapezoidal rule in finalizeTouchedBody
  bool hadContactImpulse = false;  // rows gave it an impulse in this step
  bool hasLastingForce = false;   // a lasting force acts on it
  bool wobbles = false;  // its angular velocity changes by itself so far that rows see it (row_drift.h)
  bool contactBegan = false;   // a point that carried nothing does so now: no trapezoidal rule either
  float impactTime = 0;  // share of the substep at which the last blow fell
  std::uint32_t flightIndex = 0;  // in SolverBodies::flights; 0: no blow in this step
};

/// Where a blow left a body that nothing else touched: from there it flies on in closed form (contacts/flight_state.h).
struct FlightStart {
  Vec3 x;           // m
  Quat q;
  Vec3 v, L;        // m/s, kg m^2/s, after the blow
  double time = 0;  // s after the start of the step
};

/// The vector in one of the padded arrays.
inline Vec3 vectorOf(const float (&padded)[4]) { return {padded[0], padded[1], padded[2]}; }
inline Vec3f vector(const float (&v)[4]) { return {v[0], v[1], v[2]}; }
inline void setVector(float (&to)[4], Vec3f v, float fourth = 0) { to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = fourth; }

/// Apart, by how often they are read; each record is one cache line or half of one.
struct SolverBodies {
  List<SolverBody> state;        // [0] stands for everything that does not move: zero inverse mass, zero rows
  List<SolverBodyDrive> drive;   // same index, and so are the next
  List<SolverBodyWarmStart> warm;
  List<SolverBodyStart> start;
  List<SolverBodyReference> reference;
  List<SolverBodyMarks> marks;
  List<FlightStart> flightStarts;       // [0]: none; of the bodies that were struck in this step
  List<std::uint32_t> planar;    // solver bodies that nothing moves along z
  List<std::uint32_t> indexOf;   // body index -> index here; 0 for bodies that no impulse moves
};

/// Takes back what rows did to planar bodies along z and about x and y: they are walls there. The rows, which know one mass for all
/// directions, then find more to do, and as they never think a body harder to move than it is, sweeps converge.
inline void holdInPlane(SolverBodies& bodies) {
  for (const std::uint32_t i : bodies.planar) bodies.state[i].velocity[2] = bodies.state[i].scaledAngularVelocity[0] = bodies.state[i].scaledAngularVelocity[1] = 0;
}

/// m since the start of the step.
inline Vec3 displacementOf(const SolverBodies& bodies, std::uint32_t i) {
  return vectorOf(bodies.state[i].displacement) - vectorOf(bodies.reference[i].displacement);
}
/// th~ since the start of the step.
inline Vec3 scaledRotationOf(const SolverBodies& bodies, std::uint32_t i) {
  return vectorOf(bodies.state[i].scaledRotation) - vectorOf(bodies.reference[i].scaledRotation);
}
/// S of a body that is solver body i.
inline SymmetricMat3 inertiaRootOf(const SolverBodies& bodies, std::uint32_t i, const Body& body) {
  return worldTensorRoot(bodies.reference[i].orientation, body.inertia);
}

}  // namespace tumble
