// Assertions: what the engine's own code must have made true. Bad input is refused with a sentence instead (scene/, replay/).
//
// Builds with TUMBLE_ASSERTIONS (CMakePresets.json) check them. A failing one writes file, line, condition and sentence where the C library of the
// host writes its own (stderr, or the console of a browser), and ends the program. All other builds contain neither condition nor sentence.
#pragma once
#include <cassert>

/// The sentence, a string literal, says what should be true. The condition has no effects: without assertions it is compiled, but not evaluated,
/// and the compiler assumes nothing from it. [[maybe_unused]]: what only assertions call.
#ifdef NDEBUG
#define TUMBLE_ASSERT(condition, sentence) static_cast<void>(sizeof(static_cast<bool>(condition)))
#else
#define TUMBLE_ASSERT(condition, sentence) assert((condition) && sentence)
#endif

namespace tumble {

/// Whether this build checks them. Functions that look at a whole store (assertBodies, ...) are called `if constexpr (kAssertions)`: other builds
/// do not link them.
#ifdef NDEBUG
constexpr bool kAssertions = false;
#else
constexpr bool kAssertions = true;
#endif

}  // namespace tumble
