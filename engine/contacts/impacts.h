// Impacts with restitution, inside the substep and at the moment they happen.
//
// A contact with restitution e whose bodies approach faster than the threshold, and would meet within the substep, is taken
// out of the sweep of the solver:
//  1. the time of impact alpha h is found on the bodies' own paths, and the manifold is built anew at that moment, so both
//     bodies get the impulse at one common point and the total angular momentum stays;
//  2. all its points are solved together by the law of impact_law.h, to v_n+ = -e v_n- but for the energy that friction would add;
//  3. a body that nothing else touched flies on from there in closed form (flight_state.h); of the others, positions follow the old velocity up to alpha and the new one after it (d -= alpha h dv), so no time is lost, and an
//     elastic bounce keeps its height;
//  4. the list is gone through again until no pair approaches: a blow runs along a row of touching bodies.
// What the rows, linear in the turning of the bodies, foresee wrongly is corrected for each point that closes in and does not meet.
// Planar bodies, walls along z, take every blow in this way.
// v_n- is the velocity at the moment of impact, not at the end of the substep: gravity adds no energy to a bounce.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// Lists the contacts with a restitution, in the order of their pairs. Call after the contacts were prepared.
void gatherBouncing(ContactSolver& solver, const ContactScene& scene);
/// Resolves the impacts of this substep. Call after integrateVelocities and before warmStartContacts.
void resolveImpacts(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
