// Assertions about the store of colliders.
#pragma once
#include "bodies/body_store.h"
#include "colliders/collider.h"

namespace tumble {

/// That each collider belongs to its body, and was placed with it.
void assertColliders(const ColliderStore& store, const BodyStore& bodies);

}  // namespace tumble
