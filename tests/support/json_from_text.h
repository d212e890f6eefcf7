// JSON text to the engine's plain tree, by nlohmann's parser: what JSON.parse does in the page. Needs neither exceptions nor
// RTTI, so that it compiles for wasm, too.
#pragma once
#include <string>
#include <string_view>

#include "scene/json.h"

namespace tumble::test {

struct JsonFromText {
  Json json;
  std::string error;  // empty when all is well
};

/// Refuses text that is no JSON, deeper than kMaxJsonDepth or larger than kMaxJsonNodes. Members keep their order, and keys
/// that come twice stay twice. Unlike JSON.parse it refuses numbers beyond the range of a double (1e999).
JsonFromText jsonFromText(std::string_view text);
/// The same from a file.
JsonFromText jsonFromFile(const std::string& path);

}  // namespace tumble::test
