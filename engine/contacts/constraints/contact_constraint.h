// The contact constraint, four contacts wide: one contact in each SIMD lane. No two lanes move the same body, so the four are solved at once.
//
// For a point with normal n (A to B) and levers r_A, r_B from the centres of mass, in the inertia-scaled coordinates of solver_body.h:
//     J_A = S_A^-1 (r_A x n)                  J_B = S_B^-1 (r_B x n)
//     v_n = n.(v_B - v_A) + J_B.w~_B - J_A.w~_A
//     1/m = 1/m_A + 1/m_B + |J_A|^2 + |J_B|^2
//     s   = s_0 + n.(d_B - d_A) + J_B.th~_B - J_A.th~_A
//     impulse dl:  v_A -= n dl / m_A,  w~_A -= J_A dl,  v_B += n dl / m_B,  w~_B += J_B dl
// Both tangents and the twist about the normal are rows of the same form at the centre of the patch.
//
// Levers and normal are those of the middle of the step (ReferencePose::midStepRotation), which makes the motion right to the second order:
//  - a point that turns about the centre by theta moves by theta x r, r of the middle: a block topples at the pace of a pendulum;
//  - the normal turns with the body whose face it is. With n of the start of the step, a body that slides at u over a face that turns at w
//    sinks in, or is lifted off, by w u dt^2 in each step (s = n.(p_B - p_A), s'' = 2 n'.u; h s' of the middle is s up to the third order).
//
// Based on: E. Catto, "Iterative Dynamics with Temporal Coherence", 2005 (constraint rows, warm starting); E. Catto, "Solver2D", 2024
// (soft step). The scaling by sqrt(I) is the mass-weighted coordinates of classical mechanics.
#pragma once
#include <cstdint>

#include "contacts/quality.h"
#include "narrow_phase/manifold.h"

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

/// Rows of a contact: its points, tangent 1, tangent 2, twist.
constexpr int kFrictionRows = 3;
constexpr int kRowsPerContact = kMaxManifoldPoints + kFrictionRows;

struct ContactConstraintPoint {
  Lanes3 jacobianA, jacobianB;  // J_A, J_B, 1/sqrt(kg)
  Lanes mass;                   // m, effective mass, kg; 0 in lanes without this point
  Lanes referenceSeparation;    // s_0, m, in the reference poses
};

struct FrictionConstraintRow {
  Lanes3 jacobianA, jacobianB;
  Lanes mass;  // kg; of the twist kg m^2
};

/// Velocity along each row that no impulse changes (kinematic_velocity.h).
struct KinematicVelocity {
  Lanes velocity[kRowsPerContact];         // m/s (twist: rad/s), at the end of the substep
  Lanes acceleration[kRowsPerContact];     // m/s^2
  Lanes displacement[kMaxManifoldPoints];  // m, along the normals, since the start of the step
  bool hasKinematicBody = false;           // in one lane at least
};

/// What moved the bodies of a constraint apart in a substep (convergence/push_apart.h), kg m: impulses on positions.
struct Push {
  Lanes3 onB;                      // in all
  Lanes normal;                    // sum over the points
  Lanes holds;                     // 1 where friction resists pushes, else 0
  Lanes massRatio;                 // 1, by which the two bodies differ at most (convergence/limit_mass_ratio.h)
  Lanes friction[kFrictionRows];   // of the twist kg m^2
  Lanes minusSlip[kFrictionRows];  // m (twist: rad), less the displacement along the friction rows before the pushes
};

/// Members are in the order in which solveConstraint reads them: big worlds wait for memory. All that it writes lies together.
struct ContactConstraintWide {
  std::uint32_t a[kLanes] = {}, b[kLanes] = {};  // indices of the solver bodies
  std::int32_t pointCount = 0;                   // the largest of the lanes
  std::uint32_t kinematicVelocity = 0;           // index in ContactSolver::kinematicVelocities; 0: none
  std::uint8_t occupied = 0;                     // a bit for each lane with a contact
  std::uint8_t isNew = 0;                        // a bit for each lane with a contact without impulse in the last step
  bool isAtJoint = false;                        // joints hold a body in a lane
  bool absorbsImpact = false;                    // a lane has a contact that is about to stop an impact at several points
  SoftConstraint softness;                       // of all four lanes
  Lanes impulse[kRowsPerContact];                // lambda in one substep, N s; of the twist N m s
  Lanes separation[kMaxManifoldPoints];          // s, m, in the present poses
  Lanes settling;                                // m/s, at which all points may come down (settlingSpeed, solve_constraint.h)
  Lanes3 normal;
  ContactConstraintPoint points[kMaxManifoldPoints];
  Lanes3 tangent;                                 // tangent 1; tangent 2 is n x t
  FrictionConstraintRow friction[kFrictionRows];  // tangent 1, tangent 2, twist
  Lanes across1[kMaxManifoldPoints];              // m, along tangent 1: centre of the patch -> the points
  Lanes across2[kMaxManifoldPoints];              // m, along tangent 2
  Lanes slipMass;                                 // common mass of the three friction rows while the patch slips, kg
  Lanes effectiveRadius;                          // r_eff, m: twist / r_eff adds to the tangents on the friction cone
  Lanes inverseEffectiveRadius;                   // 1/m; 0 where the patch is a point
  Lanes coefficient;                              // Coulomb coefficient
  std::uint32_t contactIndex[kLanes] = {kNoContact, kNoContact, kNoContact, kNoContact};  // in ContactStore::pool
};

}  // namespace tumble
