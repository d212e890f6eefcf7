// Assertions about the store of bodies.
#pragma once
#include "bodies/body_store.h"

namespace tumble {

/// That numbers and ids are those of bodies: finite states, unit orientations, masses with their inverses, each index in use or free.
void assertBodies(const BodyStore& store);

}  // namespace tumble
