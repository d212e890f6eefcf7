// A JavaScript value, as JSON.parse makes it, into the tree that the scene reader takes. world.js lays it out flat, since a call
// across the boundary for each value of a scene would take longer than reading it:
//
//   u32 n, u32 m       how many numbers and strings follow
//   f64[n]             the values in order: null 0 | false 1 | true 2 | number 3, x | string 4, s | array 5, length, items
//                      | object 6, length, (s, value) for each member | too deep 7; s is the index of a string
//   u32[m]             length of each string in bytes
//   bytes              the strings, UTF-8
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "scene/json.h"

namespace tumble {

/// Returns "" and fills `out`, or one sentence when the value is too deep or too large (scene/limits.h). The bytes are those of
/// world.js; they begin at a multiple of 8.
std::string jsonFromBytes(std::span<const std::uint8_t> bytes, Json& out);

}  // namespace tumble
