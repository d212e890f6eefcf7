// How a body moves while nothing touches it (class F): in closed form over a whole step.
//
// Translation under constant acceleration a and damping c (1/s), dv/dt = a - c v, with E = e^(-c t), T = (1 - E)/c:
//     v(t) = v E + a T          x(t) = x + v T + a (t - T)/c
// (c = 0: the parabola). Rotation with angular damping c: L(t) = L E keeps its direction, and Euler's equations are
// homogeneous in L, so the orientation is that of the undamped body after the time T.
#pragma once
#include <span>

#include "bodies/body.h"
#include "forces/evaluate.h"

namespace tumble {

/// What acts on bodies in flight.
struct FlightForces {
  Vec3 gravity;                  // m/s^2
  std::span<const Force> laws;   // lasting forces of this body only; empty for most
};

/// Orientation after `time` seconds of torque-free rotation; see free_rotation.h and exact_rotation.h.
using Rotation = Quat (*)(Quat q, Vec3 L, Vec3 moments, double time);

/// Moves a dynamic or kinematic body by `time` seconds, in closed form.
void moveFreely(Body& body, Vec3 gravity, double time, bool few = false);
/// The same of a dynamic body with another rotation.
void drift(Body& body, Vec3 gravity, double time, Rotation rotation);
/// v and L by a constant force over `time` seconds.
void push(Body& body, const Wrench& wrench, double time);
/// The same with drag, in closed form at a fixed pose: dv/dt = g + F/m - (c/m) v, and L about each principal axis likewise, so that what
/// they end at, v = m g / c, is right however fast the drag. Without drag gravity is left to drift.
void pushWithDrag(Body& body, const Wrench& wrench, const Drag& drag, Vec3 gravity, double time);
/// v and L by the forces over `time` seconds at a fixed pose: drag, and with it gravity, exactly, the others by the midpoint rule.
void kick(Body& body, const FlightForces& forces, double time);
/// The same by Runge-Kutta of order 4, for forces that are not fast within `time`.
void kickOfOrder4(Body& body, std::span<const Force> laws, double time);
/// One step of order 2: kick - drift - kick.
void moveByOrder2(Body& body, const FlightForces& forces, double time, Rotation rotation);
/// One step of order 4: three kick - drift - kicks (Yoshida 1990).
void moveByOrder4(Body& body, const FlightForces& forces, double time, Rotation rotation);

/// How many kick - drift - kicks `time` seconds take where the fastest spring has this rate (1/s; forces/evaluate.h).
int forceSubsteps(double rate, double time);
/// The same for a body that lasting forces act on: kick - drift - kick (Strang splitting, second order), kForceSubsteps of
/// them in `time` seconds, or more for stiff springs. With springs three of them at a time make a step of fourth order.
void moveUnderForces(Body& body, const FlightForces& forces, double time, bool few = false);

}  // namespace tumble
