// The fields of a world's state, named once for the state hash, for snapshots and for restoring.
//
// All fields of every struct are named (fields.h): a new field does not compile until it is named in state_fields.cpp. Fields that are named but
// not visited are scratch of a step, or follow from the state.
#pragma once
#include "replay/archive.h"
#include "world/world.h"

namespace tumble {

/// Visits the fields of the world, always in the same order. Only a reading archive changes the world.
void visitState(Archive& archive, World& world);

}  // namespace tumble
