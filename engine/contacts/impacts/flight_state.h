// Flight state: pose and velocities of a solver body at a moment within a substep, in double precision, on its path without contacts.
//
// A body without contact impulses in this step and without lasting forces is in free flight between impacts. Its path is known in closed form
// (motion/free_motion.h), so the states at an impact and after the step are exact for any length of the step. The path of a substep, with a
// mean tensor of inertia, is of second order: its orientation does not fit the angular momentum, and a tumbling brick would win or lose energy
// at each bounce.
#pragma once
#include <cstdint>

#include "bodies/body_store.h"

namespace tumble {

struct ContactSolver;
struct SolverBodies;

struct FlightState {
  Vec3 x;                  // m, centre of mass
  Quat q;                  // principal frame -> world
  Vec3 v, omega;           // m/s, rad/s, at that moment
  Vec3 L;                  // kg m^2/s about the centre of mass
  double inverseMass = 0;  // 1/kg
  Vec3 inverseInertia;     // 1/(kg m^2), principal
  bool planar = false;     // locked along z

  bool isJointed = false;  // an assembly moves it (jointed_impacts.h): the velocities are those of its joints, and these the accelerations
  Vec3 acceleration, angularAcceleration;  // m/s^2, rad/s^2
};

/// State at (substepsDone + alpha) h after the start of the step; alpha in [0, 1]. `index` is that of the solver body, 0 for an immovable one.
/// Call after integrateVelocities: velocities have the forces of the whole substep.
FlightState flightStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t bodyIndex, std::uint32_t index, double alpha);

/// Whether impacts alone have changed the path of the body in this step.
bool isInFreeFlight(const SolverBodies& bodies, std::uint32_t index, const Body& body);
/// Moves a body in free flight from its last impact, or from the start of the step, to `elapsed` (s) after the start.
void continueFlight(const ContactSolver& solver, Body& body, std::uint32_t index, double elapsed);

}  // namespace tumble
