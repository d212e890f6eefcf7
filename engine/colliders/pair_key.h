// A pair of colliders as one number, so that pairs sort and merge as numbers do.
#pragma once
#include <cstdint>

namespace tumble {

/// The lower collider index in the upper 32 bits: A of the pair is the collider with the lower index.
constexpr std::uint64_t makePairKey(std::uint32_t i, std::uint32_t j) {
  return i < j ? static_cast<std::uint64_t>(i) << 32 | j : static_cast<std::uint64_t>(j) << 32 | i;
}
constexpr std::uint32_t pairColliderA(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }
constexpr std::uint32_t pairColliderB(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

/// A key of two bodies, the lower index first.
constexpr std::uint64_t pairOf(std::uint32_t a, std::uint32_t b) { return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a; }

}  // namespace tumble
