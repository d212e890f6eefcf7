// A JavaScript value, as JSON.parse makes it, into the tree that the scene reader takes.
#pragma once
#include <emscripten/val.h>

#include <string>

#include "scene/json.h"

namespace tumble {

/// Returns "" and fills `out`, or one sentence when the value is too deep or too large (scene/limits.h). Values that JSON does
/// not have (functions, undefined) become null.
std::string jsonFromJs(const emscripten::val& value, Json& out);

}  // namespace tumble
