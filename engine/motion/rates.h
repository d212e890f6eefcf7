// Rates of change of the state of a body under the forces on it, which every scheme but the splittings integrates.
//     x' = v      v' = g + F / m - c v      L' = torque - c L      omega = R I^-1 R^T L
// Forces are those of the state and the time that are given (G. Fiedler, "Physics in 3D", 2004: forces as a function of both).
#pragma once
#include "motion/free_motion.h"

namespace tumble {

struct Rates {
  Vec3 velocity;      // m/s
  Vec3 acceleration;  // m/s^2
  Vec3 omega;         // rad/s, world axes
  Vec3 torque;        // N m, about the centre of mass, world axes: dL/dt
};

/// `time`: s after the start of the motion.
Rates ratesOf(const Body& body, const FlightForces& forces, double time);

/// dq/dt = 1/2 omega q, with omega as a quaternion without real part.
inline Quat spinOf(Quat q, Vec3 omega) {
  const Quat spin = Quat{omega.x, omega.y, omega.z, 0} * q;
  return {0.5 * spin.x, 0.5 * spin.y, 0.5 * spin.z, 0.5 * spin.w};
}
inline Quat addScaled(Quat q, Quat rate, double time) {
  return {q.x + rate.x * time, q.y + rate.y * time, q.z + rate.z * time, q.w + rate.w * time};
}
/// The mean of four slopes as Runge-Kutta weighs them.
inline Vec3 meanSlope(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return (a + (b + c) * 2.0 + d) * (1.0 / 6); }
/// Normalizes q, and records its error in Body::quaternionDefect.
void normalizeOrientation(Body& body, Quat q);

}  // namespace tumble
