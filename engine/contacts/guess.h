// The impulses of the last substep as the guess for this one, and how much of it is taken.
//
// Without bias the impulses lambda of rigid rows are those of the least T = v.M v / 2 + lambda.d, v = v_0 + M^-1 J^T lambda, where d is what
// kinematic bodies add along the rows (Gauss' principle of least constraint; D. Stewart, J. Trinkle, "An implicit time-stepping scheme for
// rigid body dynamics with inelastic collisions and Coulomb friction", 1996). Sweeps and solutions at once never raise T, so it ends at most
// where it began: above that of no impulses at all, T(0), only where the guess was. What carries is guessed well, but a blow was over in its
// own substep: given once more it throws what it stopped, and a gram under a ton by more than sweeps take back. So of bodies that hang
// together by contacts, where T(1) > T(0), the share c is taken that has the least T along the guess (exact line search):
//     dv = M^-1 J^T lambda,   T(c) = T(0) + c (v_0.M dv + lambda.d) + c^2 dv.M dv / 2.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Call before the guess is added to the velocities, where no springs foresaw it.
void limitWarmStart(ContactSolver& solver);

}  // namespace tumble
