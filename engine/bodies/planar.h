// Planar bodies: C. Hecker's two dimensions ("Physics, Part 2: Angular Effects", 1996) in the three of the engine.
//
// The body moves in x and y and turns about z; position z and the other two rotations are locked. Orientation, angular velocity
// and inertia are the scalars Omega, omega and I = z.(R I R^T) z. The principal frame of such a body has z along the world's z,
// and about x and y it has kLockedInertia times the moment about z, so every formula of the engine goes on as it is: no torque
// turns it out of its plane. constrainToPlane removes the error of rounding, gravity along z or a torque about x at both ends of a step.
#pragma once
#include "bodies/body.h"
#include "bodies/body_description.h"

namespace tumble {

/// Ratio of the locked moments to the free one: their angular velocities vanish in double precision, and the root is finite in single precision.
constexpr double kLockedInertia = 1e30;

/// Gives `body` the inertia of a planar one from its tensor (kg m^2, about the centre of mass, body axes), for the orientation
/// it is created with.
void lockInertia(Body& body, const Mat3& tensor, Quat bodyOrientation);

/// The part of an impulse, and of an angular impulse, that moves a planar body.
constexpr Vec3 inPlane(Vec3 v) { return {v.x, v.y, 0}; }
constexpr Vec3 aboutZ(Vec3 torque) { return {0, 0, torque.z}; }

/// Removes the components of velocity, angular momentum and orientation out of the plane.
void constrainToPlane(Body& body);

}  // namespace tumble
