// Angular momentum of springs that are held on their first lines (contacts/spring_row.h).
//
// Over the substep the line of such a spring goes from d_0 to d_1 and its impulse J is along neither, so its ends get the angular momentum
// T = t_a + t_b + (y_b - y_a) x J, with the torques t and the places y of contacts/momentum_balance.h. All of the group gives it back, turning as one
// rigid body with the tensor I about its centre of mass X:
//     omega = -I^-1 sum T,    v_i += omega x (x_i - X),    L_i += I_i omega.
// What energy this adds is taken from how the bodies move besides, as far as there is any: the end-of-substep rule has just taken more.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Call once the balance of the substep is closed. Groups that a spring joins to what does not move are left as they are.
void turnLostGroups(ContactSolver& solver);

}  // namespace tumble
