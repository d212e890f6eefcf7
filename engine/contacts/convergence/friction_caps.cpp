#include "contacts/convergence/friction_caps.h"

#include <algorithm>

#include "contacts/constraints/solve_friction.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr float kSlight = 1e-4f;  // m/s: smaller changes are rounding

}  // namespace

bool DivergenceWatch::sees(F32x4 change) {
  alignas(16) float lanes[kLanes];
  store(lanes, change);
  const float most = std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3]));
  least = std::max(std::min(least, most), kSlight);
  return most > kDivergence * least;
}

void capFriction(ContactSolver& solver, SubstepContext& context) {
  solver.frictionCaps.clear();
  for (const ContactConstraintWide& constraint : solver.constraints) store(solver.frictionCaps.extend(), totalNormalImpulse(constraint));
  context.frictionCaps = solver.frictionCaps.data();
  context.constraints = solver.constraints.data();
}

}  // namespace tumble
