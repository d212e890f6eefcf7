// Assertions about sleeping bodies.
#pragma once
#include "islands/sleepers.h"

namespace tumble {

/// That sleeping bodies are at rest and counted, and that none of their contacts waits for a body that moves. Call at the end of a step.
void assertSleepers(const SleepScene& scene);

}  // namespace tumble
