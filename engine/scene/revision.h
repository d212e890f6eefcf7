// Revision: a running world continues with a changed scene. The edit takes effect at once; bodies that it does not change continue from their
// present state, with their indices and ids. The step count continues, pointer drags end.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "scene/json.h"
#include "world/world.h"

namespace tumble {

/// The parts of the state that a body copies from the running world; the others are those of the scene.
enum MatchedPart : std::uint32_t {
  kMatchPosition = 1,
  kMatchOrientation = 2,
  kMatchVelocity = 4,
  kMatchAngularVelocity = 8,
  kMatchState = 15
};

/// Which body of the previous scene a body of the changed scene is. Copies match in their order.
struct BodyMatch {
  std::int32_t sceneIndex = -1;  // index in "bodies" of the previous scene; -1: it is new
  std::uint32_t parts = kMatchState;
};

/// Returns "" and continues `world` with `document`, or returns one sentence as readScene and changes nothing. `matches`: by index in "bodies" of
/// `document`. Velocities are those of the centre of mass. Past commands of the scene are skipped; waiting live commands still apply. A body that a
/// command removed does not return, one that a command added stays. With another stepsPerSecond the count of steps and the time of the run go on;
/// steps that commands name are steps of the run. All bodies wake. For joints see scene/joint_revision.h.
std::string reviseScene(const Json& document, std::span<const BodyMatch> matches, World& world);

}  // namespace tumble
