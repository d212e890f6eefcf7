// Assertions about the broad phase.
#pragma once
#include "broad_phase/broad_phase.h"

namespace tumble {

/// That pairs are sorted, and that those which began overlap and may collide. Call after updatePairs.
void assertPairs(const BroadPhase& broadPhase, const ColliderStore& store);

}  // namespace tumble
