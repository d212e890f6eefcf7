// Free motion: a body without contacts (class F), in closed form over a whole step.
//
// Translation under constant acceleration a and damping c (1/s), dv/dt = a - c v, with E = e^(-c t), T = (1 - E)/c:
//     v(t) = v E + a T          x(t) = x + v T + a (t - T)/c
// (c = 0: the parabola). Rotation with angular damping c: L(t) = L E keeps its direction, and Euler's equations are
// homogeneous in L, so the orientation is that of the undamped body after the time T.
#pragma once
#include <span>

#include "bodies/body.h"
#include "forces/drive.h"
#include "forces/evaluate.h"
#include "tuning.h"

namespace tumble {

/// The forces on a body in flight.
struct FlightForces {
  Vec3 gravity;                    // m/s^2
  std::span<const Force> lasting;  // lasting forces on this body; empty for most
  // If some of these depend on time:
  const SignalStore* signals = nullptr;
  std::span<Force> driven = {};  // the same as `lasting`
  double time = 0;               // s, at the start of the motion
};

/// Gives the forces that depend on time their mean from one time to another, s after the start of the motion.
inline void setTime(const FlightForces& forces, double from, double to) {
  if (forces.signals) driveForces(forces.driven, *forces.signals, forces.time + from, forces.time + to);
}

/// Orientation after `time` seconds of torque-free rotation; see free_rotation.h and exact_rotation.h.
using Rotation = Quat (*)(Quat q, Vec3 L, Vec3 moments, double time);

/// Moves a dynamic or kinematic body by `time` seconds, in closed form.
void moveFreely(Body& body, Vec3 gravity, double time, bool few = false);
/// Moves a dynamic body likewise, with another integration of its rotation.
void drift(Body& body, Vec3 gravity, double time, Rotation rotation);
/// Changes v and L by a constant wrench over `time` seconds.
void push(Body& body, const Wrench& wrench, double time);
/// The same with drag, in closed form at a fixed pose: dv/dt = g + F/m - (c/m) v, and L about each principal axis likewise, so that the terminal
/// velocity m g / c is exact for any rate of drag. Without drag, gravity acts in `drift`.
void pushWithDrag(Body& body, const Wrench& wrench, const Drag& drag, Vec3 gravity, double time);
/// Changes v and L over `time` seconds by the drag on the body, and by the other forces as they are in `state`. The kicks take forces that depend on time
/// as setTime left them.
void kickFrom(Body& body, const Body& state, const FlightForces& forces, double time);
/// Changes v and L over `time` seconds at a fixed pose: drag, and with it gravity, in closed form, the other forces by the midpoint rule.
void kick(Body& body, const FlightForces& forces, double time);
/// The same by Runge-Kutta of order 4, for forces that are not fast within `time`.
void kickOfOrder4(Body& body, std::span<const Force> forces, double time);
/// One step of order 2: kick - drift - kick.
void moveByOrder2(Body& body, const FlightForces& forces, double time, Rotation rotation);
/// One step of order 4, of five kick - drift - kicks (motion/composition.h).
void moveByOrder4(Body& body, const FlightForces& forces, double time, Rotation rotation);

/// Number of kick - drift - kicks in `time` seconds for this rate of the fastest spring (1/s; forces/evaluate.h).
int forceSubsteps(double rate, double time);
/// Work of `substeps` kick - drift - kicks under these forces, in evaluations of a force.
double flightWork(std::span<const Force> forces, int substeps);
/// Kick - drift - kicks that `work` evaluations of these forces allow; never fewer than kForceSubsteps.
int affordableSubsteps(std::span<const Force> forces, double work);
/// Moves a body under lasting forces: kick - drift - kick (Strang splitting, order 2), kForceSubsteps of them in `time` seconds, or more for stiff
/// springs as far as `work` allows. With springs, three of them make a step of order 4. Returns its work.
double moveUnderForces(Body& body, const FlightForces& forces, double time, bool few = false, double work = kFlightWork);

}  // namespace tumble
