// The one door for scenes: a JSON document becomes a world, or one sentence that says what is wrong with it. Page, links,
// native tests, wasm tests and benchmarks all come through here. The format is described in web/scenes/README.md.
#pragma once
#include <cstdint>
#include <string>

#include "containers/list.h"
#include "scene/command_reader.h"
#include "scene/json.h"
#include "world/world.h"

namespace tumble {

/// Slots that bodies of the scene have already, each under the id it has there (scene/revision.h).
struct SlotsBefore {
  List<std::uint32_t> generations;  // by slot: of what comes there
  List<std::uint32_t> first;        // by entry of "bodies": slot of its first copy, kNoEntry: it is new
  List<std::uint32_t> next;         // by slot: slot of the next copy of the same entry, or kNoEntry
};

/// Returns "" and sets `out` to a new world at step 0, or returns one sentence "path: value ... limit" and leaves `out` as it
/// was: nothing is half loaded. Every field is checked against scene/limits.h; unknown keys are refused. The ids of the bodies
/// are their indices, with arrangements expanded in order, unless `before` gives them slots.
std::string readScene(const Json& document, World& out, const SlotsBefore& before = {});

}  // namespace tumble
