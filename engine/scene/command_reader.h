// Reading commands: the scripted ones of a scene and the live ones of a running world, by the same rules.
#pragma once
#include <string>

#include "scene/body_reference.h"
#include "scene/cursor.h"
#include "world/command.h"

namespace tumble {

/// Refuses more bodies of the scheme `exact` than kMaxExactBodies, those that wait to be added with them.
void checkExactBodies(const Cursor& at, const World& world);

/// One command; `at` is an entry of "commands" or a document of its own.
Command readCommandFields(const Cursor& at, const BodyReferences& references);

/// A live command for `world`, which it does not change. Returns "" and sets `out`, or returns one sentence that names the
/// path, the value and the limit, and leaves `out` alone. Bodies are named by their id; a missing "step" is the next one.
std::string readCommand(const Json& document, const World& world, Command& out);

}  // namespace tumble
