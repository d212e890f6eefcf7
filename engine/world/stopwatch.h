// Time per stage, read from the clock of the host; without one the times stay 0.
#pragma once
#include "world/world.h"

namespace tumble {

class Stopwatch {
 public:
  explicit Stopwatch(World& world) : world_(world), last_(world.clock ? world.clock() : 0) {}

  /// Adds the time since the last lap to `stage`.
  void lap(Stage stage) {
    if (!world_.clock) return;
    const double now = world_.clock();
    world_.report.stageMilliseconds[static_cast<int>(stage)] += now - last_;
    last_ = now;
  }

 private:
  World& world_;
  double last_;
};

}  // namespace tumble
