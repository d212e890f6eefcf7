// Caps of friction, where sweeps diverge.
//
// With friction the rows of contacts are no minimum of an energy: a normal impulse N raises the limit mu N, friction turns the body, and the turning
// asks for more N. Where a rod of 6 mm lies on an edge between heavy blocks, each sweep asks for 1.2 times the impulse of the one before, and
// one pass of Gauss-Seidel went from 4 kJ to 1e34 J (the jamming of P. Painleve, 1895). With the limits of the sweep at which that
// is seen the rows have a minimum again, and each sweep comes nearer to it.
#pragma once
#include "contacts/constraints/solve_constraint.h"

namespace tumble {

/// Finds out whether sweeps diverge, by their largest changes (m/s).
struct DivergenceWatch {
  float least = 3e38f;
  /// True for a change far above the least before.
  bool sees(F32x4 change);
};

/// Holds friction to the normal impulses as they are, for all passes with this context.
void capFriction(ContactSolver& solver, SubstepContext& context);

}  // namespace tumble
