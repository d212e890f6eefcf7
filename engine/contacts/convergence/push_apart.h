// Overlaps of rigid rows, removed by positions alone.
//
// With s + slop = c < 0 of a row, the displacements of its two bodies change along the row, by the share p of c at most,
//     dl = -p c m,   d_A -= n dl / m_A,  th_A -= a_A dl,  d_B += n dl / m_B,  th_B += a_B dl,
// one row after the other (the "nonlinear Gauss-Seidel" of E. Catto's Box2D 2.x, 2006; C. Lacoursiere, "Ghosts and Machines", 2007, on
// the stabilisation by projection). Impulses and velocities do not change. If they did, rows that cannot all be satisfied, such as those
// of a cube in a gap too narrow for it, would wind up against each other without bound, and release the energy when the cube turns.
//
// A contact that pushes also resists the slip that pushes make at it, by what friction has left: with the impulses f and N of the substep h,
// the push q along the tangents keeps h f + q within mu h N. Otherwise a cube under a heavy block would slide out while its velocity is 0.
//
// After each sweep joints take back what pushes moved against them (contacts/joints/jointed_contacts.h). Otherwise the plank of a taut bridge would
// be pushed down by what stands on it, and pulled back up when the gaps of the joints are closed, but the load would stay in the plank.
#pragma once
#include "contacts/constraints/solve_constraint.h"

namespace tumble {

/// Sweeps until the displacements converge, or kPushOutWork is used up. Call after the positions of a substep.
void pushApart(ContactSolver& solver);

}  // namespace tumble
