#include "contacts/convergence/limit_mass_ratio.h"

#include "tuning.h"

namespace tumble {
namespace {

template <class Function> void forEachPush(ContactSolver& solver, Function f) {
  for (std::size_t batch = 0; batch < solver.pushes.size(); ++batch) {
    const ContactConstraintWide& rows = solver.constraints[batch];
    for (int lane = 0; lane < kLanes; ++lane) f(solver.pushes[batch], lane, rows.a[lane], rows.b[lane]);
  }
}

}  // namespace

void limitMassRatios(ContactSolver& solver) {
  List<std::uint8_t>& held = solver.held;
  held.clear();
  held.resize(solver.bodies.state.size());
  held[0] = 1;
  for (bool spreads = true; spreads;) {
    spreads = false;
    forEachPush(solver, [&](const Push& push, int lane, std::uint32_t a, std::uint32_t b) {
      if (!(push.normal.f[lane] > 0) || held[a] == held[b]) return;
      held[a] = held[b] = 1;
      spreads = true;
    });
  }
  forEachPush(solver, [&](Push& push, int lane, std::uint32_t a, std::uint32_t b) {
    if (held[a] != 0 && held[b] != 0 && push.holds.f[lane] > 0) push.massRatio.f[lane] = kPushMassRatio;
  });
}

}  // namespace tumble
