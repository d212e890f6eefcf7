// The solver's copy of the bodies in contact: single precision, one cache line of state each.
//
// Inertia-scaled coordinates: with S = R diag(sqrt I) R^T (world axes, half a step after the reference pose)
//     w~ = S w                          scaled angular velocity
//     th~ = sum of h w~                 scaled rotation
//     J = S^-1 (r x n)                  Jacobian
// The angular mass is 1, so J is also the response M^-1 J^T and the lever of the linearised separation, and L = S w~.
#pragma once
#include <cstddef>
#include <cstdint>

#include "bodies/body.h"
#include "containers/list.h"
#include "math/symmetric3.h"

namespace tumble {

/// Read and written four at a time (gather, scatter), so each vector is padded to four floats.
struct alignas(64) SolverBody {
  float velocity[4] = {};               // v, m/s; [3]: the inverse mass, 1/kg
  float scaledAngularVelocity[4] = {};  // w~, sqrt(kg) m/s; [3] means nothing, here and below
  float displacement[4] = {};           // d, m from the reference pose (narrow_phase/contact_cache.h)
  float scaledRotation[4] = {};         // th~, sqrt(kg) m from the reference pose
};

/// Accelerations and damping of a body, the same in each substep but for lasting forces.
struct alignas(32) SolverBodyDrive {
  Vec3f acceleration;               // m/s^2, gravity and lasting forces
  float linearDecay = 1;            // factor of damping in one substep
  Vec3f scaledAngularAcceleration;  // S^-1 torque
  float angularDecay = 1;
};

/// A velocity of a body, or a change of it.
struct alignas(32) SolverBodyVelocity {
  float velocity[4] = {};               // m/s
  float scaledAngularVelocity[4] = {};  // w~
};

/// The body at the start of the step, for the preparation of constraints.
struct alignas(64) SolverBodyStart {
  Vec3f velocity;               // m/s
  float inverseMass = 0;        // 1/kg
  Vec3f scaledAngularVelocity;  // w~
  SymmetricMat3f inverseRoot;   // S^-1, 1/sqrt(kg m^2)
  Vec3f midStepRotation;        // rad, of ReferencePose
};
static_assert(offsetof(SolverBodyStart, midStepRotation) == 13 * sizeof(float));  // sixteen floats side by side: gathered four at a time

/// Displacement of the body from its reference pose at the start of the step.
struct alignas(64) SolverBodyReference {
  float displacement[4] = {};    // m
  float scaledRotation[4] = {};  // th~, sqrt(kg) m
  Quat orientation;              // of the principal frame half a step after the reference pose: S is that of this pose
};

struct SolverBodyMarks {
  bool touched = false;            // has got an impulse in this step
  bool expectsImpact = false;      // an impact is about to stop it in this part of the step
  bool hadImpact = false;          // an impact changed the velocity at once: no trapezoidal rule in finalizeTouchedBody
  bool hadContactImpulse = false;  // contact constraints gave it an impulse in this step
  bool hasLastingForce = false;    // a lasting force acts on it
  bool wobbles = false;            // torque-free precession is fast enough for its contacts to see (kinematic_velocity.h)
  bool keepsDisplacement = false;  // it stays where the substeps have put it: no trapezoidal rule in finalizeTouchedBody at all
  bool isRemembered = false;       // in MultipleImpacts::before
  bool isJointed = false;          // joints hold it
  float impactTime = 0;            // share of the substep before the last impact
  std::uint32_t flightIndex = 0;   // in SolverBodies::flightStarts; 0: no impact in this step
};

/// Whether the velocity jumps in this part of the step, as far as is known before its end.
inline bool hasJump(const SolverBodyMarks& marks) { return marks.hadImpact || marks.expectsImpact; }

/// State of a body right after its last impact, if nothing else touched it: from there it moves in closed form (flight_state.h).
struct FlightStart {
  Vec3 x;  // m
  Quat q;
  Vec3 v, L;        // m/s, kg m^2/s
  double time = 0;  // s after the start of the step
};

/// The vector in one of the padded arrays.
inline Vec3 vectorOf(const float (&padded)[4]) { return {padded[0], padded[1], padded[2]}; }
inline Vec3f vector(const float (&v)[4]) { return {v[0], v[1], v[2]}; }
inline void setVector(float (&to)[4], Vec3f v, float fourth = 0) { to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = fourth; }

/// One list for each frequency of reading; a record is one cache line or half of one.
struct SolverBodies {
  List<SolverBody> state;                   // [0] stands for all immovable bodies: zero inverse mass, zero Jacobians
  List<SolverBodyDrive> drive;              // same index, and so are the next
  List<SolverBodyVelocity> warmStart;       // sum of M^-1 J^T lambda of the last substep
  List<SolverBodyVelocity> beforeContacts;  // velocity before the contacts of this substep; from warmStartContacts to relaxContacts
  List<SolverBodyStart> start;
  List<SolverBodyReference> reference;
  List<SolverBodyMarks> marks;
  List<FlightStart> flightStarts;  // [0]: none; of the bodies with an impact in this step
  List<std::uint32_t> planar;      // indices of planar bodies
  List<std::uint32_t> indexOf;     // by body index: index here; 0 for bodies that no impulse moves
};

/// Projects the velocities of planar bodies onto their plane: along z and about x and y these are walls. Constraints know one mass for all
/// directions, at most the true one, so sweeps still converge.
inline void constrainToPlane(SolverBodies& bodies) {
  for (const std::uint32_t i : bodies.planar) {
    SolverBody& body = bodies.state[i];
    body.velocity[2] = body.scaledAngularVelocity[0] = body.scaledAngularVelocity[1] = 0;
  }
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
