// The rows that carry, solved at once: where the sweeps of converge.h get nowhere.
//
// A tower of n cubes that begins to sway changes so little from cube to cube that no row sees much of it: Gauss-Seidel takes some
// n^4 sweeps. Rows that carry are equations, J v + b = 0, and all of them are one linear system. As springs of stiffness k = K m,
// stiffer than anything that moves, they stand beside the masses:
//     (M + sum k J^T J) dv = -sum k J^T (J v + b)
//     d lambda = -k (J v + b + J dv)
// It has a block for each body and each contact, and is factored in its envelope: left of the first entry of a row all stays
// zero. A tower is a narrow band. What would have to pull at once, or to slip, is left to the sweeps, and the rest solved again; then
// the impulses go as far along d lambda as none pulls, and the sweeps go on from there.
//
// Based on: M. Silcowitz-Hansen, S. Niebe, K. Erleben, "Projected Gauss-Seidel subspace minimization method for interactive rigid
// body dynamics", 2010; A. George, J. Liu, "Computer Solution of Large Sparse Positive Definite Systems", 1981.
#pragma once
#include "contacts/constraints/solve_constraint.h"
#include "contacts/contact_solver.h"

namespace tumble {

/// Lays the matrix out for the rows of this step and sets DirectSolve::cost.
void layOutDirectly(ContactSolver& solver);
/// Impulses and velocities of the rows that carry. Returns how many solutions it took.
int solveDirectly(ContactSolver& solver, const SubstepContext& context, bool biased);

}  // namespace tumble
