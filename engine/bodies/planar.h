// Planar bodies: C. Hecker's two dimensions ("Physics, Part 2: Angular Effects", 1996) in the three of the engine.
//
// The body moves in x and y and turns about z; position z and the other two rotations are locked. Orientation, angular velocity
// and inertia are the scalars Omega, omega and I = z.(R I R^T) z. The principal frame of such a body has z along the world's z,
// and about x and y it has kLockedInertia times the moment about z, so every formula of the engine goes on as it is: no torque
// turns it out of its plane. What rounding, gravity along z or a torque about x leave is taken away at both ends of a step.
#pragma once
#include "bodies/body.h"
#include "bodies/body_description.h"

namespace tumble {

/// Locked axes are this many times as hard to turn: far beyond what double precision can add to the free one, and its root is
/// still a number in single precision.
constexpr double kLockedInertia = 1e30;

/// Gives `body` the inertia of a planar one from its tensor (kg m^2, about the centre of mass, body axes), for the orientation
/// it is created with.
void lockInertia(Body& body, const Mat3& tensor, Quat bodyOrientation);

/// What an impulse does to such a body: along z it is a wall, and a torque turns it about z alone.
constexpr Vec3 inPlane(Vec3 v) { return {v.x, v.y, 0}; }
constexpr Vec3 aboutZ(Vec3 torque) { return {0, 0, torque.z}; }

/// Takes away the parts of velocity, angular momentum and orientation that leave the plane.
void constrainToPlane(Body& body);

}  // namespace tumble
