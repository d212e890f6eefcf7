// Line search over the warm start: the share of the impulses of the last substep that is applied in this one.
//
// Without bias the impulses lambda of rigid constraints minimise T = v.M v / 2 + lambda.d, v = v_0 + M^-1 J^T lambda, with d the kinematic
// velocity along the rows (Gauss' principle of least constraint; D. Stewart, J. Trinkle, "An implicit time-stepping scheme for rigid body
// dynamics with inelastic collisions and Coulomb friction", 1996). Sweeps and direct solutions never raise T, so it ends above T(0), that of
// no impulses, only if the warm start was above. Supporting impulses persist, but an impact ends in its own substep: its impulses, applied
// once more, throw the body they stopped, and a gram under a ton faster than sweeps can undo. A connected component of bodies gets the share c
// of least T (exact line search) in two cases: before the sweeps where T(1) is far above T(0), and after them where T still is
// above T(0). Then its sweeps are made again, from there:
//     dv = M^-1 J^T lambda,   T(c) = T(0) + c (v_0.M dv + lambda.d) + c^2 dv.M dv / 2.
// Before the sweeps joints answer to both: the energies are those of v_0 and dv with the impulses of joints that follow from them (Jacobians of
// joints project both), as a door that its post holds shut is held by hinge and post together. Without its hinge, the push of the post
// would only throw it. Components with a motor keep the full warm start.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Call before the warm start is added to the velocities. Not with springs: their forces are made for the full warm start.
void limitWarmStart(ContactSolver& solver);
/// Call after it, for retractWarmStart.
void recordWarmStart(ContactSolver& solver);
/// Call after the sweeps. True where the sweeps of a component ended above T(0): its velocities and impulses are those of the best share, to be swept
/// again. Components with joints keep theirs.
bool retractWarmStart(ContactSolver& solver);

}  // namespace tumble
