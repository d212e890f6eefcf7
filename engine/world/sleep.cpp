#include "world/sleep.h"

#include "islands/fall_asleep.h"
#include "tuning.h"

namespace tumble {

void updateSleep(World& world) {
  if (!world.settings.sleeping) return;
  const RestRule rule{world.contactSolver.preset.rigid ? kSleepSpeedPrecise : kSleepSpeed, kSleepSpeedOnSpring,
                      static_cast<std::uint32_t>(kTimeToSleep * world.settings.stepsPerSecond) + 1, world.stepCount % kIslandPeriod == 0};
  fallAsleep(sleepSceneOf(world), rule, world.activeForces, world.joints);
}

bool canSkipStep(const World& world) { return world.sleepers.allAsleep && world.report.commandCount == 0; }

const StepReport& skipStep(World& world, const StepReport& before) {
  StepReport& report = world.report;
  report.bodyCount = before.bodyCount;
  report.pairCount = before.pairCount;
  report.contactCount = before.contactCount;
  report.sleeperCount = before.sleeperCount;
  ++world.stepCount;
  return report;
}

}  // namespace tumble
