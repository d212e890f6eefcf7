#include "contacts/quality.h"

#include "assertion.h"
#include "math/trigonometry.h"

namespace tumble {

SoftConstraint softConstraint(float hertz, float dampingRatio, float substep) {
  TUMBLE_ASSERT(hertz > 0 && dampingRatio > 0 && substep > 0, "a soft constraint has a frequency, damping and time");
  const float w = static_cast<float>(2 * kPi) * hertz;
  const float a1 = 2 * dampingRatio + substep * w, a2 = substep * w * a1;
  return {w / a1, a2 / (1 + a2), 1 / (1 + a2)};
}

SolverPreset standardPreset() { return {.substeps = 4, .rigid = false, .hertz = 45, .dampingRatio = 2}; }

SolverPreset precisePreset() { return {.substeps = 8, .rigid = true, .hertz = 0, .dampingRatio = 0}; }

}  // namespace tumble
