// Three angles as an orientation: yaw about y, then pitch about the new x, then roll about the newest z,
//     R = Ry(yaw) Rx(pitch) Rz(roll).
// At pitch = +-90 degrees yaw and roll turn about the same axis: gimbal lock. The rates of the angles have a pole there,
//     pitch' = w.x,   roll' = w.z / cos pitch,   yaw' = w.y + w.z tan pitch,   w = Ry(-yaw) omega  (omega in world axes).
// Source: D. Fleck, "3D Physics" (course slides), for the lock; H. Goldstein, "Classical Mechanics", 1950, 4.9, for the rates.
#pragma once
#include "math/quat.h"

namespace tumble {

/// Angles are yaw, pitch, roll in rad, as the components x, y, z of a vector.
Quat fromEulerAngles(Vec3 yawPitchRoll);
/// Pitch in [-pi/2, pi/2], the others in (-pi, pi].
Vec3 eulerAngles(Quat q);
/// Rates of the three angles, rad/s, at angular velocity `omega` (rad/s, world axes). |cos pitch| is taken as at least
/// kSmallestCosine: at the pole itself no number would be left.
Vec3 eulerRates(Vec3 yawPitchRoll, Vec3 omega);

/// Nearer to the lock the angles would turn by more than their digits can hold in a step.
constexpr double kSmallestCosine = 1e-6;

}  // namespace tumble
