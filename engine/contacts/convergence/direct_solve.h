// Direct solution of all active rows, where the sweeps of converge.h converge too slowly.
//
// The sway of a tower of n cubes changes so little from cube to cube that the residual of each row is small: Gauss-Seidel needs some
// n^4 sweeps. Active rows are equations, J v + b = 0, and all of them are one linear system. As springs of stiffness k = K m,
// stiffer than all other motion, they are added to the masses:
//     (M + sum k J^T J) dv = -sum k J^T (J v + b)
//     d lambda = -k (J v + b + J dv)
// It has a block for each body and each contact, and is factored in its envelope: left of the first entry of a row all stays
// zero. A tower is a narrow band. Rows that would pull at once, or slip, become inactive, and the others are solved again; then
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
/// Impulses and velocities of the active rows. Nothing is changed where the impulses would change by less than leastShare of their sum. Returns the
/// number of solutions.
int solveDirectly(ContactSolver& solver, const SubstepContext& context, SolvePass pass, double leastShare = 0);

}  // namespace tumble
