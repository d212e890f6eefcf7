// Angular momentum of springs that do not act along the line of their ends: those with a fixed line, and implicit ones
// (contacts/springs/spring_row.h). Given back to the bodies at their ends, as of other springs, it would make a light ball spin at 1,000 rad/s.
//
// The impulse J of such a spring is along neither its first nor its last line, and changes the total angular momentum by
//     T = t_A + t_B + (y_B - y_A) x J
// with the torques t and the points of application y of contacts/momentum_balance.h. The group gets -T by a rotation as one rigid body
// with the inertia tensor I about its centre of mass X:
//     omega = -I^-1 sum T,    v_i += omega x (x_i - X),    L_i += I_i omega.
// The kinetic energy of this rotation is taken from the motion relative to the rigid body, as far as there is any (theorem of Koenig).
#pragma once
#include "contacts/contact_solver.h"
#include "tuning.h"

namespace tumble {

/// Whether the impulse of a spring is so far off the line of its ends that its group as a whole is to make up for it.
inline bool isOffLine(const SpringRow& row) { return row.hasFixedLine || row.implicit > kOffLine; }
/// Call after the balance of the substep. Groups with a spring to an immovable body stay as they are.
void balanceOffLineSprings(ContactSolver& solver);

}  // namespace tumble
