// Runs one scene and looks at it with all laws.
#pragma once
#include <string>
#include <vector>

#include "fuzz/laws.h"
#include "scene/json.h"

namespace tumble::fuzz {

struct RunLimits {
  double seconds = 20;  // of the scene
  double work = 60000;  // bodies times steps: large scenes run for less
};

struct Outcome {
  std::string problem;   // the scene was refused
  bool tangled = false;  // bodies overlap at the start: not a scene to judge
  int steps = 0;
  std::vector<Finding> findings;
};

/// `only`: the name of a law after whose finding the run may end; "" to go on to the end.
Outcome runScene(const Json& scene, const RunLimits& limits, std::string_view only = {});
const Finding* findingOf(const Outcome& outcome, std::string_view law);

}  // namespace tumble::fuzz
