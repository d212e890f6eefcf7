// Contacts of planar bodies as they are in the plane.
//
// A body whose velocity has no z feels a surface with the normal n through n' = (n_x, n_y, 0) / c, c = |(n_x, n_y)|: with the impulse lambda
// along n it gets c lambda along n', friction up to mu lambda along z x n', and s / c is how far it may go along n' until the gap s is closed.
// So the contact is one with the normal n', the separation s / c and the coefficient mu / c; what is pushed along z does not matter. Rows along
// n itself, with velocities that lose their z afterwards, would brake by friction what never moved.
#pragma once
#include "bodies/body_store.h"
#include "narrow_phase/contact_store.h"
#include "contacts/contact_groups.h"

namespace tumble {

struct ConstraintSource;

/// Copies of a contact's records that hold the section; a ConstraintSource points at them.
struct PlaneSection {
  Manifold manifold;
  Recycling recycling;
};

/// Whether all that moves in the contact of this lane is planar.
bool isInPlane(const BatchSlot& slot, const BodyStore& bodies);

/// Makes `source` the section of itself, kept in `section`. Where the surface faces along z there is none, and no point is left.
void cutByPlane(ConstraintSource& source, PlaneSection& section);

}  // namespace tumble
