// Builds that take several times as long as native-release: with sanitizers, and WebAssembly. What they compute is the same to the bit (tests/determinism),
// so minutes of one kind of physics, which have nothing else to show there, are left to native-release.
#pragma once
#include <doctest/doctest.h>

namespace tumble::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__EMSCRIPTEN__)
inline constexpr bool kIsSlowBuild = true;
#else
inline constexpr bool kIsSlowBuild = false;
#endif

/// `TEST_CASE("…" * leftToFastBuilds())`
inline doctest::skip leftToFastBuilds() { return doctest::skip(kIsSlowBuild); }

}  // namespace tumble::test
