// Where the colliders are and how they move: states of the bodies -> oriented boxes in the world.
#pragma once
#include <span>

#include "collision/collider.h"

namespace tumble {

/// Writes what the store has for one alive collider from the state of its body and its own place in the body's principal frame.
/// `dt`, in seconds: how far the swept box looks ahead.
void placeCollider(ColliderStore& store, std::size_t i, const Body& body, float dt);
/// The same for every alive collider but those of bodies asleep, which stay as they are. Call at the start of a step, after
/// commands, and after a pose was set. `bodies` is indexed by Collider::body.
void updateBoxes(ColliderStore& store, std::span<const Body> bodies, float dt);

}  // namespace tumble
