// Finds overlapping fat boxes.
#pragma once
#include <cstdint>
#include <vector>

#include "containers/list.h"
#include "broad_phase/grid.h"
#include "broad_phase/pair_sink.h"
#include "broad_phase/static_tree.h"

namespace tumble {

/// In sweep.grids[grid], or in sweep.loose.
struct GridPlace {
  std::uint32_t grid, entry;
};
constexpr std::uint32_t kLoose = 0xffffffffu;

/// Everything here follows from the fat boxes and is only kept to save work.
struct PairSweep {
  bool staticTreeValid = false, gridsValid = false;
  StaticTree staticTree;
  List<std::uint32_t> owner;  // [collider] makeOwner
  List<std::uint8_t> level;   // [collider] sizeClass; 0: static, or none
  std::vector<Grid> grids;    // from small to large boxes
  std::vector<List<std::uint32_t>> members;  // [grid] collider indices
  List<GridPlace> place;      // [collider] where its box lies
  List<GridEntry> loose;      // boxes that left the cell they were put into when the grids were made
  List<std::uint64_t> found;  // keys
  List<std::uint64_t> spare;  // of the sort
  List<std::uint32_t> count;  // of the sort
};

/// Size class of a mover: the power of two above every side its fat box has in any orientation, or has now by sweeping.
std::uint8_t sizeClass(const Aabb& fat, Vec3f halfExtents);

/// Puts the fat boxes of all that move into grids. sweep.owner and sweep.level must be up to date.
void placeBoxes(PairSweep& sweep, std::span<const Aabb> fatBoxes);
/// Brings the grids up to date with the new fat boxes of `moved`. False: they have to be made anew.
bool followMoved(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved);

/// Writes the sorted keys of all pairs of overlapping fat boxes to sweep.found. False: there are more than kMaxPairs.
bool findAllPairs(PairSweep& sweep, std::span<const Aabb> fatBoxes);

/// The same for the pairs that have a collider of `moved` (indices; isMoved[i] says the same).
bool findPairsOf(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved, std::span<const std::uint8_t> isMoved);

}  // namespace tumble
