// Finds overlapping fat boxes.
#pragma once
#include <cstdint>
#include <vector>

#include "containers/list.h"
#include "collision/grid.h"
#include "collision/pair_sink.h"
#include "collision/static_tree.h"

namespace tumble {

/// Everything here follows from the fat boxes and is only kept to save work.
struct PairSweep {
  bool staticTreeValid = false;
  StaticTree staticTree;
  List<std::uint32_t> owner;  // [collider] makeOwner
  List<std::uint8_t> level;   // [collider] size class; 0: in no grid
  std::vector<Grid> grids;           // from small to large boxes
  std::vector<List<std::uint32_t>> members;  // [grid] collider indices
  List<std::uint32_t> statics;
  List<std::uint64_t> found;  // keys
  List<std::uint64_t> spare;  // of the sort
  List<std::uint32_t> count;  // of the sort
};

/// Puts the fat boxes into grids and tree. sweep.owner must be up to date.
void placeBoxes(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint8_t> tracked, const ColliderStore& store);

/// Writes the sorted keys of all pairs of overlapping fat boxes to sweep.found. False: there are more than kMaxPairs.
bool findAllPairs(PairSweep& sweep, std::span<const Aabb> fatBoxes);

/// The same for the pairs that have a collider of `moved` (indices, ascending; isMoved[i] says the same).
bool findPairsOf(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved, std::span<const std::uint8_t> isMoved);

}  // namespace tumble
