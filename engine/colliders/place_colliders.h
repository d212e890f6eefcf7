// Poses, motions and swept boxes of colliders from the states of their bodies.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// Resizes the lists that placeColliders writes. Call before it.
void makeRoom(ColliderStore& store);
/// Updates the colliders of a body from its state. Call at the start of a step, after commands, and after a pose was set. `dt`: s, the time that
/// the swept boxes cover.
void placeColliders(ColliderStore& store, const Body& body, float dt);

}  // namespace tumble
