// Position, velocity and acceleration of a point of a body (C. Hecker, "Physics, Part 4: The Third Dimension", 1997; J. Chasles 1830):
//     p = x + r        v_p = v + omega x r        a_p = a + alpha x r + omega x (omega x r)
// with the tangential part alpha x r and the centripetal part omega x (omega x r), which points to the axis through the centre
// of mass. alpha = I^-1 (torque - omega x L).
#pragma once
#include "world/world.h"

namespace tumble {

/// Accelerations of a body: from the forces on it and the reactions of its joints, or, when contacts acted on it in the last step, the mean over
/// that step.
struct Accelerations {
  Vec3 linear;   // a, m/s^2, of the centre of mass
  Vec3 angular;  // alpha, rad/s^2, world axes
};
/// Gathers the connections of the world (world/lasting_forces.h).
Accelerations accelerationsOf(World& world, std::uint32_t bodyIndex);

struct PointKinematics {
  Vec3 position;      // m, world
  Vec3 velocity;      // m/s
  Vec3 acceleration;  // m/s^2, all of it
  Vec3 tangential;    // m/s^2
  Vec3 centripetal;   // m/s^2
};
/// point: m, body frame; it need not lie in the body.
PointKinematics kinematicsOf(const Body& body, Vec3 point, const Accelerations& accelerations);

}  // namespace tumble
