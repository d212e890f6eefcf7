// The fields of a world's state, named once: what the state hash reads, what a snapshot writes, and what restoring fills.
//
// Of every struct all fields are named (fields.h). One that is added does not compile until it is named in state_fields.cpp and
// given its place there (archive.h says which there are). What is not visited is scratch of one step, or made anew when needed.
#pragma once
#include "replay/archive.h"
#include "world/world.h"

namespace tumble {

/// Takes the fields of the world through the archive, always in the same order. Only an archive that reads changes the world.
void visitState(Archive& archive, World& world);

}  // namespace tumble
