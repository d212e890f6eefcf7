// When islands fall asleep.
//
// A body is still in a step when the root mean square speed of its matter, sqrt(2 E_kin / m) = sqrt(v^2 + L.omega / m), is below a
// threshold. An island falls asleep when
//   - each of its bodies was still for a time, may sleep, and is pressed by a contact,
//   - no lasting force but drag and fields acts on one of them,
//   - something that does not move carries it, and nothing that moves touches it.
// What floats free in space therefore never sleeps, however slowly it drifts.
#pragma once
#include <span>

#include "forces/force.h"
#include "islands/sleepers.h"

namespace tumble {

struct RestRule {
  double speed;             // m/s, below it a body is still
  std::uint32_t steps;      // for so many steps
  bool look;                // whether islands are looked for in this step
};

/// Counts the steps for which bodies have been still and puts islands to sleep. `forces`: those that act in this step. Writes
/// sleepers.quiet.
void fallAsleep(const SleepScene& scene, const RestRule& rule, std::span<const Force> forces);

}  // namespace tumble
