// A running world goes on as a scene that was changed: an edit takes effect at once, and what the edit does not concern goes on
// from where it is. Bodies keep their slots and ids, time its step. Hands let go.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "scene/json.h"
#include "world/world.h"

namespace tumble {

/// What a body takes over from the running world; the rest begins as its scene says.
enum KeptPart : std::uint32_t { kKeptPosition = 1, kKeptOrientation = 2, kKeptVelocity = 4, kKeptAngularVelocity = 8, kKeptState = 15 };

/// Where an entry of "bodies" stood before. Its copies follow those that were there, in their order.
struct KeptEntry {
  std::int32_t entry = -1;  // in the scene before; -1: it is new
  std::uint32_t parts = kKeptState;
};

/// Returns "" and lets `world` go on as `document`, or one sentence as readScene; then nothing has changed. `kept` is by the entries
/// of `document`. Velocities are those of the centre of mass. Commands of the scene whose step is over are left out; what was given
/// to the running world waits on. A body that a command removed stays away, one that a command added goes. All bodies wake.
std::string reviseScene(const Json& document, std::span<const KeptEntry> kept, World& world);

}  // namespace tumble
