// Where a body in the solver is, and how it moves, at a moment within a substep: position and velocity in double precision,
// on the path the body would take without contacts.
//
// A body that rows have not touched in this step, and no lasting force drives, is in free flight from blow to blow, and its path is
// known in closed form (motion/free_motion.h): the state at a blow and after the step are exact, whatever the length of the step.
// (The path of a substep, which turns with a mean tensor of inertia, is of second order: the orientation after it does not fit the
// angular momentum, and a tumbling brick would win or lose energy at every bounce.)
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

struct FlightState {
  Vec3 x;             // m, centre of mass
  Quat q;             // principal frame -> world
  Vec3 v, omega;      // m/s, rad/s, at that moment
  Vec3 L;             // kg m^2/s about the centre of mass
  double inverseMass = 0;
  Vec3 inverseInertia;  // principal
  bool planar = false;  // nothing moves it along z
};

/// State at (substepsDone + alpha) h after the start of the step; alpha in [0, 1]. `index` is the place among the solver's
/// bodies, 0 for a body that no impulse moves. Velocities are taken to have got the forces of the whole substep already.
FlightState flightStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t body, std::uint32_t index, double alpha);

/// True while nothing but blows has changed the way of the body in this step.
bool isInFreeFlight(const SolverBodies& bodies, std::uint32_t index, const Body& body);
/// Moves a body that flies on from its last blow, or from the start of the step, to `elapsed` (s) after the start.
void continueFlight(const ContactSolver& solver, Body& body, std::uint32_t index, double elapsed);

OrientedBox boxAt(const Collider& collider, const FlightState& state);

}  // namespace tumble
