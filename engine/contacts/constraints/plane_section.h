// Plane section: the contact of planar bodies in their plane.
//
// Without velocity along z the normal n acts as n' = (n_x, n_y, 0) / c, c = |(n_x, n_y)|. An impulse lambda along n is c lambda along n', with
// friction up to mu lambda along z x n', and a gap s along n is s / c along n'. So the section is a contact with normal n', separation s / c
// and coefficient mu / c. Constraints along n itself, whose velocities lose their z afterwards, would have friction without motion.
#pragma once
#include "bodies/body_store.h"
#include "contacts/batches/contact_batches.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

struct ConstraintSource;

/// The section: copies of the records of a contact, for a ConstraintSource to point at.
struct PlaneSection {
  Manifold manifold;
  Recycling recycling;
};

/// Whether every moving body of the contact is planar.
bool isInPlane(const BatchSlot& slot, const BodyStore& bodies);

/// Replaces `source` by its section, stored in `section`. A surface that faces along z has a section without points.
void cutByPlane(ConstraintSource& source, PlaneSection& section);

}  // namespace tumble
