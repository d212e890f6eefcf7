// Where the colliders are and how they move: states of the bodies -> oriented boxes in the world.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// Room for what follows. Call before bodies are placed.
void makeRoom(ColliderStore& store);
/// Writes what the store has for the colliders of an alive body from its state and their own places in its principal frame. Call
/// at the start of a step, after commands, and after a pose was set. `dt`, in seconds: how far the swept boxes look ahead.
void placeColliders(ColliderStore& store, const Body& body, float dt);

}  // namespace tumble
