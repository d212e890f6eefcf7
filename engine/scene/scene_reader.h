// Reads scenes: a JSON document becomes a world, or one sentence on its first error. Page, links, tests and benchmarks all use this reader. The
// format is described in web/scenes/README.md.
#pragma once
#include <cstdint>
#include <string>

#include "containers/list.h"
#include "scene/command_reader.h"
#include "scene/json.h"
#include "world/world.h"

namespace tumble {

/// What a revised scene takes over of the running world (scene/revision.h): indices and generations of bodies, and those that commands added.
struct PreviousBodies {
  const World* world = nullptr;
  List<std::uint32_t> generations;  // [body index] of the next body there
  List<std::uint32_t> first;        // [scene index] body index of the first copy; kNoSceneIndex: it is new
  List<std::uint32_t> next;         // [body index] body index of the next copy, or kNoSceneIndex
  List<std::uint32_t> added;        // body indices of those that commands added
};

/// Returns "" and sets `out` to a new world at step 0, or returns one sentence "path: value ... limit" and leaves `out` unchanged. Every field is
/// checked against scene/limits.h; unknown keys are refused. The ids of bodies are their indices, with arrangements expanded in order, unless
/// `before` determines them.
std::string readScene(const Json& document, World& out, const PreviousBodies& before = {});

}  // namespace tumble
