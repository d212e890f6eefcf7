// Reads commands, of scenes and live ones, by the same rules.
#pragma once
#include <string>

#include "scene/body_reference.h"
#include "scene/cursor.h"
#include "world/command.h"

namespace tumble {

/// Refuses more than kMaxExactBodies bodies of the scheme `exact`, including those that waiting commands add.
void checkExactBodies(const Cursor& at, const World& world);

/// One command: an element of "commands", or a document.
Command readCommandFields(const Cursor& at, const BodyReferences& references);

/// Reads a live command for `world`. Returns "" and sets `out`, or returns one sentence with path, value and limit. Bodies are named by their id; a
/// missing "step" is the next one.
std::string readCommand(const Json& document, const World& world, Command& out);

}  // namespace tumble
