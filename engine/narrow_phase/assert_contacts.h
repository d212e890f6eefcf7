// Assertions about a contact store.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// That pairs are sorted, that each touching one has a manifold of its own, and that batch slots are free or of one contact.
void assertContacts(const ContactStore& store, const ColliderStore& colliders);

}  // namespace tumble
