// Makes a scene smaller while it still breaks the same law: fewer bodies, forces, commands and shapes, fewer keys, rounder numbers.
#pragma once
#include "fuzz/runner.h"

namespace tumble::fuzz {

/// `law`: which must stay broken. At most so many runs.
Json shrunk(const Json& scene, std::string_view law, RunLimits limits, int runs = 400);

}  // namespace tumble::fuzz
