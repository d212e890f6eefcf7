// Rolling friction: what rolls sinks in a little, and the ground holds it back with a torque. Its arm rho (m) is the way by which the normal force is
// ahead of the middle of the contact (A. Coulomb, "Theorie des machines simples", 1785):
//     |tau| <= rho N,      tau against the rolling omega_B - omega_A - n (n.(omega_B - omega_A)).
// Below that nothing rolls: a ball rests on a slope up to tan(angle) = rho / r, and on a level floor it comes to rest after
//     (v^2 / 2) (1 + k) r / (g rho),      k = I / (m r^2).
// It acts in contacts at a point or along a line; what lies on a face does not roll. rho of a pair is the larger of the two.
//
// Two rows for each contact, tau = S^-1 t in the coordinates of solver_body.h, solved with the friction of the contact and from zero in every substep.
#pragma once
#include <cstdint>

#include "math/vec3.h"

namespace tumble {

struct ContactScene;
struct ContactSolver;

struct RollingFriction {
  std::uint32_t batch, lane;         // of the contact
  std::uint32_t a, b;                // solver bodies
  float arm;                         // rho, m
  Vec3f tangent[2];                  // axes of rolling, world
  Vec3f jacobianA[2], jacobianB[2];  // 1/sqrt(kg m^2)
  float inverse[3];                  // of the 2 x 2 matrix J M^-1 J^T: first, second, off the diagonal; kg m^2
  float kinematic[2];                // rad/s, that no impulse changes
  float impulse[2];                  // N m s, in this substep, on B
};

/// Lists the contacts with rolling friction. Call when the constraints are made.
void gatherRollingFriction(ContactSolver& solver, const ContactScene& scene);
/// N s, over the points of the contact.
float normalImpulseOf(const ContactSolver& solver, const RollingFriction& rows);
/// rad/s, about one of the axes.
float rollingRate(const ContactSolver& solver, const RollingFriction& rows, int axis);
/// Returns the largest change of velocity, m/s.
float solveRollingFriction(ContactSolver& solver);
/// Takes the impulses out of the next warm start and out of the balance of momentum. Call at the end of a substep.
void forgetRollingFriction(ContactSolver& solver);

}  // namespace tumble
