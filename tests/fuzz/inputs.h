// What strangers send: scenes, commands to a running world, and changed scenes for it, from seeds. An input is one document,
//   { "scene": …, "acts": [ { "at": step, "command": … } or { "at": step, "scene": …, "matches": [index, parts, …] }, … ] }
// and what must hold for each is looked at here, without knowing what is in it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scene/json.h"

namespace tumble::fuzz {

enum class InputKind { scenes, commands, revisions };
bool inputKindNamed(std::string_view name, InputKind& out);

/// The input of a seed, spoiled by the changes whose bits are set in `mask`. `told` gets a line for each of them.
Json inputOf(InputKind kind, std::uint64_t seed, std::uint32_t mask, std::vector<std::string>& told);

struct Tally {
  std::uint64_t scenes = 0, acts = 0, steps = 0;  // that were accepted, and taken
};

/// "", or what does not hold: what is refused has one sentence and has changed nothing; what is accepted is finite and without contradiction, and
/// stays so; nothing takes long; the world can be kept and restored, and goes on from there to the bit.
std::string lookAt(const Json& input, Tally& tally);

}  // namespace tumble::fuzz
