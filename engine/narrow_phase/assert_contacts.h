// Assertions about a contact store.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// That pairs are sorted, and that each touching one has a manifold of its own.
void assertContacts(const ContactStore& store, const ColliderStore& colliders);

}  // namespace tumble
