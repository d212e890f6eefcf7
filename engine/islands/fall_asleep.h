// When islands fall asleep.
//
// A body is still in a step when the root mean square speed of its matter, sqrt(2 E_kin / m) = sqrt(v^2 + L.omega / m), is below a
// threshold. An island falls asleep when
//   - each of its bodies has been still for a time, may sleep, and is pressed by a contact,
//   - its bodies together move no faster than in the first half of that time: what has just begun to slide, roll or topple is slow, too,
//   - no lasting force but drag and fields acts on one of them,
//   - a body that does not move supports it, and no moving body touches it.
// A body that floats free in space therefore never sleeps, however slow it is.
#pragma once
#include <span>
#include "joints/joint_graph.h"

#include "forces/force.h"
#include "islands/sleepers.h"

namespace tumble {

struct RestRule {
  double speed;          // m/s; a slower body is still
  double speedOnSpring;  // m/s; the same of a body on a joint with a spring or servo
  std::uint32_t steps;   // number of still steps before an island may sleep
  bool findIslands;      // in this step
};

/// Counts the steps for which bodies have been still and puts islands to sleep. `forces`: those that act in this step. Writes
/// sleepers.allAsleep.
void fallAsleep(const SleepScene& scene, const RestRule& rule, std::span<const Force> forces, std::span<const Joint> joints);

}  // namespace tumble
