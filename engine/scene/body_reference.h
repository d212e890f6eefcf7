// References to bodies in forces and commands. In a scene: an index into the bodies (arrangements expanded) or a name. In a live
// command: the id of a body. Both are numbers of the same kind: the bodies of a scene get their index as id, unless they had
// another one before the scene was changed (scene/revision.h).
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "bodies/body.h"
#include "containers/list.h"
#include "scene/cursor.h"
#include "world/world.h"

namespace tumble {

/// The name of an element of "bodies", and the indices of its copies; or that of a joint.
struct NamedBodies {
  std::string_view name;
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

/// The bodies that a reference can name.
struct BodyReferences {
  const World* world = nullptr;       // with the bodies of the scene, or the running one
  bool live = false;                  // a command of a running world: ids only
  List<NamedBodies> names = {};       // of a scene, sorted by name
  List<NamedBodies> jointNames = {};  // likewise; the index of the joint is `first`
  List<BodyId> ids = {};              // of a scene: id by index
  std::uint32_t upcoming = 0;         // bodies that the commands of the scene add
  std::uint32_t added = 0;            // of these, in a scene that is revised, by commands that are done
};

/// Sorts names (none of them empty) for look-up.
void sortNames(List<NamedBodies>& names);
/// Null: none has this name.
const NamedBodies* findName(std::span<const NamedBodies> sortedNames, std::string_view name);
/// A name that occurs twice, or an empty one.
std::string_view doubleName(std::span<const NamedBodies> sortedNames);

/// Refuses a reference to no body, and returns kNoBody.
BodyId readBodyReference(const Cursor& at, const BodyReferences& references);

}  // namespace tumble
