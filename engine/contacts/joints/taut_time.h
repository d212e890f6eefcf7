// The time in which a taut joint pulls a body by a radian through its own vibration. A body that joints pull at with the forces F, at the levers r from
// its centre of mass, turns back like a pendulum, at the rate omega^2 = sum F . r / I (the geometric stiffness of M. Tournier and others, "Stable
// Constrained Dynamics", 2015). Rows of joints are those of the start of a substep: one longer than 1 / omega takes what is light between heavy bodies
// past where it would be held, and tears it.
#pragma once

namespace tumble {

struct ContactSolver;

constexpr double kNeverTaut = 1e300;

/// s. The least 1 / omega of the bodies whose joints the solver has solved for with contacts in this part of the step, of `time` (s); kNeverTaut without one.
double tautTime(const ContactSolver& solver, double time);

}  // namespace tumble
