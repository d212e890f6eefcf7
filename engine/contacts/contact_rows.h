// The rows of the contact solver: four manifolds side by side, one in each SIMD lane. No two lanes of a group move the same
// body, so the lanes may be solved at once.
//
// For a point with normal n (A to B) and levers r_A, r_B from the centres of mass, in the scaled coordinates of solver_body.h:
//     a_A = S_A^-1 (r_A x n)                  a_B = S_B^-1 (r_B x n)
//     v_n = n.(v_B - v_A) + a_B.w_B - a_A.w_A
//     1/m = 1/m_A + 1/m_B + |a_A|^2 + |a_B|^2
//     s   = s_0 + n.(d_B - d_A) + a_B.th_B - a_A.th_A
//     impulse dl:  v_A -= n dl / m_A,  w_A -= a_A dl,  v_B += n dl / m_B,  w_B += a_B dl
// The tangents and the twist about the normal are rows of the same form at the centre of the patch.
// The levers are those of the middle of the step (ReferencePose::lead), which makes them right to the second order: the way of a point
// that turns about the centre by theta is theta x r there, and a block that topples does so at the pace of a pendulum. So is the normal,
// which turns with the body whose face it is: with n fixed at the start of the step, what slides at u over a face that turns at w sinks in,
// or is lifted off, by w u dt^2 in each (s = n.(p_B - p_A), s'' = 2 n'.u: h s' of the middle is s up to the third order).
//
// Based on: E. Catto, "Iterative Dynamics with Temporal Coherence", 2005 (rows, warm starting); E. Catto, "Solver2D", 2024
// (soft step); the scaling by sqrt(I) is the mass-weighted coordinates of classical mechanics.
#pragma once
#include <cstdint>

#include "narrow_phase/manifold.h"
#include "contacts/quality.h"

namespace tumble {

constexpr int kLanes = 4;
constexpr std::uint32_t kNoContact = 0xffffffffu;

struct alignas(16) Lanes {
  float f[kLanes] = {};
};
struct Lanes3 {
  Lanes x, y, z;
};
/// The vector in one lane.
inline Vec3f vectorOf(const Lanes3& v, int lane) { return {v.x.f[lane], v.y.f[lane], v.z.f[lane]}; }

/// Rows of a manifold: its points, tangent 1, tangent 2, twist.
constexpr int kFrictionRows = 3;
constexpr int kRowsPerContact = kMaxManifoldPoints + kFrictionRows;

struct ContactConstraintPoint {
  Lanes3 jacobianA, jacobianB;   // a_A, a_B
  Lanes mass;          // effective mass, kg; 0 in lanes without this point
  Lanes referenceSeparation;  // s_0, m, in the reference poses
};

struct FrictionConstraintRow {
  Lanes3 jacobianA, jacobianB;
  Lanes mass;          // kg; of the twist kg m^2
};

/// What adds to the relative velocity along each row and is no velocity of the solver's (row_drift.h).
struct KinematicVelocity {
  Lanes velocity[kRowsPerContact];       // m/s (twist: rad/s), at the end of the substep
  Lanes acceleration[kRowsPerContact];      // m/s^2
  Lanes displacement[kMaxManifoldPoints];  // m, of the normals, since the start of the step
  bool hasKinematicBody = false;        // a lane has a kinematic body
};

/// In the order in which a visit needs it: big worlds wait for memory. All that a visit writes lies together.
struct ContactConstraintWide {
  std::uint32_t a[kLanes] = {}, b[kLanes] = {};  // solver body indices
  std::int32_t pointCount = 0;  // the largest of the lanes
  std::uint32_t kinematicVelocity = 0;      // in ContactSolver::drifts; 0: there is nothing
  std::uint8_t occupied = 0;    // a bit for each lane with a contact
  bool isNew = false;           // a lane holds a contact that carried nothing in the last step
  bool absorbsImpact = false;         // a lane holds a contact that is about to stop a blow at several points
  SoftConstraint softness;          // of all four lanes
  Lanes impulse[kRowsPerContact]; // lambda in one substep, N s; of the twist N m s
  Lanes separation[kMaxManifoldPoints];  // s, m, where the bodies are now
  Lanes3 normal;
  ContactConstraintPoint points[kMaxManifoldPoints];
  Lanes3 tangent;               // tangent 1; tangent 2 is n x t
  FrictionConstraintRow friction[kFrictionRows];  // tangent 1, tangent 2, twist
  Lanes slipMass;               // common mass of the three rows when the patch slips, kg
  Lanes effectiveRadius;                  // r_eff, m: twist / reach adds to the tangents on the friction cone
  Lanes inverseEffectiveRadius;           // 1/m; 0 where the patch is a point
  Lanes coefficient;            // Coulomb coefficient
  std::uint32_t contactIndex[kLanes] = {kNoContact, kNoContact, kNoContact, kNoContact};  // in the pool of contacts
};

}  // namespace tumble
