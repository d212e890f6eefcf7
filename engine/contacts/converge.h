// Rigid rows solved to convergence: projected Gauss-Seidel, accelerated.
//
// A sweep of Gauss-Seidel changes the impulses by r. Where r shrinks slowly (a heavy body on a light one, a tall stack) the
// next changes are nearly the same again, and conjugate directions take them together: with beta = |r|^2 / |r_before|^2,
//     lambda += beta p,   p = beta p + r        (beta > 1: start anew with p = r)
// and the next sweep projects lambda back onto its bounds. The norm is the energy sum r^2 / m of the rows. Velocities are
// linear in lambda, so the bodies keep a p of their own and no row is evaluated for it.
//
// Based on: M. Silcowitz-Hansen, S. Niebe, K. Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive
// contact force problems", 2010.
#pragma once
#include "contacts/contact_solver.h"
#include "contacts/visit_rows.h"

namespace tumble {

/// Sweeps until a sweep changes no velocity by more than kConvergedSpeed, or the work allowed is used up.
void sweepToConvergence(ContactSolver& solver, const Pass& pass, bool biased);

}  // namespace tumble
