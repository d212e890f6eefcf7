// The solver's copy of the bodies that touch something in this step: single precision, one cache line of state each.
//
// Angular velocity is kept scaled by the root of the inertia tensor: with S = R diag(sqrt I) R^T (world axes, frozen during
// the step) the spin is w~ = S w and the turn is th~ = sum of h w~. The angular mass is then 1: the same vector
// a~ = S^-1 (r x n) is the Jacobian row, the response M^-1 J^T and the lever of the linearised separation; and L = S w~.
#pragma once
#include <cstdint>
#include <vector>

#include "math/mat3.h"

namespace tumble {

/// Read and written four at a time (gather, scatter), so each vector is padded to four floats.
struct alignas(64) SolverBody {
  float velocity[4] = {};      // v, m/s; [3] holds the inverse mass, 1/kg
  float spin[4] = {};          // w~, sqrt(kg) m/s
  float displacement[4] = {};  // m since the start of the step
  float turn[4] = {};          // th~, sqrt(kg) m since the start of the step
};

/// The vector in one of the padded arrays.
inline Vec3 vectorOf(const float (&padded)[4]) { return {padded[0], padded[1], padded[2]}; }

/// What is read once per substep or once per step.
struct SolverBodyExtra {
  std::uint32_t body = 0;       // index in the body store
  Vec3f velocityAtStart, spinAtStart;
  Vec3f velocityBeforeContacts, spinBeforeContacts;  // in this substep, after forces and impacts
  Vec3f warmVelocity, warmSpin; // what the contacts did in the last substep, sum of M^-1 J^T lambda: the body-space warm start
  Vec3f acceleration;           // m/s^2, gravity and lasting forces
  Vec3f spinAcceleration;       // S^-1 torque
  float linearDecay = 1, angularDecay = 1;  // factors of damping in one substep
  Mat3f inverseRoot;            // S^-1, 1/sqrt(kg m^2)
  float impactTime = 0;         // share of the substep at which the last blow fell
  bool touched = false;         // got an impulse in this step
  bool struck = false;          // a blow changed the velocity at once: no trapezoidal rule in finalizeTouchedBody
};

struct SolverBodies {
  std::vector<SolverBody> state;        // [0] stands for everything that does not move: zero inverse mass, zero rows
  std::vector<SolverBodyExtra> extra;   // same index
  std::vector<std::uint32_t> indexOf;   // body index -> index here; 0 for bodies that no impulse moves
};

}  // namespace tumble
