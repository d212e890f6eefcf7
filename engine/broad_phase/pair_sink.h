// The output of the sweeps: pairs of colliders whose boxes overlap.
#pragma once
#include <cstdint>

#include "colliders/pair_key.h"
#include "containers/list.h"
#include "tuning.h"

namespace tumble {

/// The body of a collider and its type: 4 bodyIndex + (2: static) + (1: dynamic). Two colliders can be a pair when one of them is dynamic and their
/// bodies differ.
constexpr std::uint32_t makeOwner(std::uint32_t body, bool still, bool moves) { return body << 2 | (still ? 2u : 0u) | (moves ? 1u : 0u); }
constexpr bool isStill(std::uint32_t owner) { return (owner & 2u) != 0; }
constexpr bool canCollide(std::uint32_t ownerA, std::uint32_t ownerB) { return ((ownerA | ownerB) & 1u) != 0 && (ownerA ^ ownerB) > 3u; }

/// Collects keys in found[0, count). A hashed grid can find a pair twice, and duplicates are removed later: the limit is twice kMaxPairs.
struct PairSink {
  List<std::uint64_t>& found;
  std::size_t count = 0;

  bool full() const { return count > 2 * static_cast<std::size_t>(kMaxPairs); }
  void add(std::uint64_t key) {
    if (count == found.size()) found.resize(2 * count + 1024);
    found[count++] = key;
  }
};

}  // namespace tumble
