// Where a body in the solver is, and how it moves, at a moment within a substep: position and velocity in double precision,
// on the path the body would take without contacts.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

struct FlightState {
  Vec3 x;             // m, centre of mass
  Quat q;             // principal frame -> world
  Vec3 v, omega;      // m/s, rad/s, at that moment
  double inverseMass = 0;
  Vec3 inverseInertia;  // principal
  bool planar = false;  // nothing moves it along z
};

/// State at (substepsDone + alpha) h after the start of the step; alpha in [0, 1]. `index` is the place among the solver's
/// bodies, 0 for a body that no impulse moves. Velocities are taken to have got the forces of the whole substep already.
FlightState flightStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t body, std::uint32_t index, double alpha);

OrientedBox boxAt(const Collider& collider, const FlightState& state);

}  // namespace tumble
