// Reading the bodies of a scene.
#pragma once

#include "bodies/body_description.h"
#include "containers/list.h"
#include "scene/arrangement.h"
#include "scene/cursor.h"
#include "world/world.h"

namespace tumble {

/// An element of "bodies": a body, and the poses of its copies.
struct SceneBody {
  BodyDescription description;
  List<Placement> copies;  // one where there is no arrangement
};

/// An element of "bodies". Its default "motion" is that of `settings`.
SceneBody readSceneBody(const Cursor& at, const WorldSettings& settings);
/// A single body, as the command addBody has it: everything but "arrangement".
BodyDescription readBody(const Cursor& at, const WorldSettings& settings);
/// Description of copy i of an entry. Copies of an arrangement are called "name[i]".
BodyDescription copyOf(const SceneBody& body, std::size_t i);

}  // namespace tumble
