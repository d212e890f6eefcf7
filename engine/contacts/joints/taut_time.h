// The time in which a taut joint pulls a body by a radian through its own vibration (joints/taut_rate.h). Rows of joints are those of the start of a
// substep: one longer than 1 / omega takes what is light between heavy bodies past where it would be held, and tears it.
#pragma once

namespace tumble {

struct ContactSolver;

constexpr double kNeverTaut = 1e300;

/// s. The least 1 / omega of the bodies whose joints the solver has solved for with contacts in this part of the step, of `time` (s); kNeverTaut without one.
double tautTime(const ContactSolver& solver, double time);

}  // namespace tumble
