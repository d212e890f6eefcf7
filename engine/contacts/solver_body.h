// The solver's copy of the bodies that touch something in this step: single precision, one cache line of state each.
//
// Angular velocity is kept scaled by the root of the inertia tensor: with S = R diag(sqrt I) R^T (world axes, frozen during
// the step) the spin is w~ = S w and the turn is th~ = sum of h w~. The angular mass is then 1: the same vector
// a~ = S^-1 (r x n) is the Jacobian row, the response M^-1 J^T and the lever of the linearised separation; and L = S w~.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "math/mat3.h"

namespace tumble {

/// Read and written four at a time (gather, scatter), so each vector is padded to four floats.
struct alignas(64) SolverBody {
  float velocity[4] = {};      // v, m/s; [3] holds the inverse mass, 1/kg
  float spin[4] = {};          // w~, sqrt(kg) m/s
  float displacement[4] = {};  // m since the start of the step; [3] means nothing
  float turn[4] = {};          // th~, sqrt(kg) m since the start of the step
};

/// What moves a body freely in each substep. Vectors of four floats have 0 (a factor: 1) in the fourth, here and below.
struct alignas(64) SolverBodyDrive {
  float acceleration[4] = {};      // m/s^2, gravity and lasting forces
  float spinAcceleration[4] = {};  // S^-1 torque
  float linearDecay[4] = {1, 1, 1, 1}, angularDecay[4] = {1, 1, 1, 1};  // factors of damping in one substep
};

/// The body-space warm start.
struct alignas(64) SolverBodyWarmStart {
  float velocity[4] = {}, spin[4] = {};              // what the contacts did in the last substep, sum of M^-1 J^T lambda
  float velocityBefore[4] = {}, spinBefore[4] = {};  // of this substep, after forces and impacts and before the contacts
};

/// What is read once per step.
struct alignas(16) SolverBodyStart {
  float inverseRootX[4] = {}, inverseRootY[4] = {}, inverseRootZ[4] = {};  // S^-1 by columns, 1/sqrt(kg m^2)
  Vec3 position;                // m, centre of mass at the start of the step
  Vec3f velocity, spin;         // at the start of the step
  float impactTime = 0;         // share of the substep at which the last blow fell
  bool struck = false;          // a blow changed the velocity at once: no trapezoidal rule in finalizeTouchedBody
};

/// The vector in one of the padded arrays.
inline Vec3 vectorOf(const float (&padded)[4]) { return {padded[0], padded[1], padded[2]}; }
inline Vec3f vector(const float (&v)[4]) { return {v[0], v[1], v[2]}; }
inline void setVector(float (&to)[4], Vec3f v, float fourth = 0) { to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = fourth; }
inline Mat3f inverseRoot(const SolverBodyStart& body) {
  return {vector(body.inverseRootX), vector(body.inverseRootY), vector(body.inverseRootZ)};
}

/// Apart, by how often they are read: what a substep needs of a body is one cache line in each of the first three lists.
struct SolverBodies {
  List<SolverBody> state;        // [0] stands for everything that does not move: zero inverse mass, zero rows
  List<SolverBodyDrive> drive;   // same index
  List<SolverBodyWarmStart> warm;  // same index
  List<SolverBodyStart> start;   // same index
  List<std::uint8_t> touched;    // same index: got an impulse in this step
  List<std::uint32_t> indexOf;   // body index -> index here; 0 for bodies that no impulse moves
};

}  // namespace tumble
