// Impacts with restitution, inside the substep and at the moment they happen.
//
// A contact with restitution e whose bodies approach faster than the threshold, and would meet within the substep, is taken
// out of the sweep of the solver:
//  1. the time of impact alpha h is found on the bodies' own paths, and the manifold is built anew at that moment, so both
//     bodies get the impulse at one common point and the total angular momentum stays;
//  2. all its points are solved together to v_n+ = -e v_n- (Hecker 1997, part 3 and 4: for two bodies without friction
//         j = -(1 + e) v_n- / (1/m_A + 1/m_B + n.[(I_A^-1 (r_A x n)) x r_A + (I_B^-1 (r_B x n)) x r_B])
//     and many corners at once by projected Gauss-Seidel to convergence), with friction within mu times the impulse;
//  3. positions follow the old velocity up to alpha and the new one after it (d -= alpha h dv), so no time is lost, and an
//     elastic bounce keeps its height;
//  4. the list is gone through again until no pair approaches: a blow runs along a row of touching bodies.
// v_n- is the velocity at the moment of impact, not at the end of the substep: gravity adds no energy to a bounce.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Lists the contacts with a restitution, in the order of their pairs. Call after the contacts were prepared.
void gatherBouncing(ContactSolver& solver, const ContactScene& scene);
/// Resolves the impacts of this substep. Call after integrateVelocities and before warmStartContacts.
void resolveImpacts(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
