// The one door for scenes: a JSON document becomes a world, or one sentence that says what is wrong with it. Page, links,
// native tests, wasm tests and benchmarks all come through here. The format is described in web/scenes/README.md.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "scene/command_reader.h"
#include "scene/json.h"
#include "world/world.h"

namespace tumble {

/// For each body of the world, the entry of "bodies" that it came from: arrangements make many of one. (The page looks up
/// colours by it.)
using SceneOrigins = std::vector<std::uint32_t>;

/// Returns "" and sets `out` to a new world at step 0, or returns one sentence "path: value ... limit" and leaves `out` as it
/// was: nothing is half loaded. Every field is checked against scene/limits.h; unknown keys are refused. The ids of the bodies
/// are their indices, with arrangements expanded in order.
std::string readScene(const Json& document, World& out, SceneOrigins* origins = nullptr);

}  // namespace tumble
