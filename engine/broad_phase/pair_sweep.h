// Finds overlapping fat boxes.
#pragma once
#include <cstdint>
#include <vector>

#include "broad_phase/grid.h"
#include "broad_phase/pair_sink.h"
#include "broad_phase/static_tree.h"
#include "containers/list.h"

namespace tumble {

/// Where a box is: an entry of sweep.grids[gridIndex], or with kLoose of sweep.loose.
struct GridPosition {
  std::uint32_t gridIndex, entryIndex;
};
constexpr std::uint32_t kLoose = 0xffffffffu;

/// Follows from the fat boxes; reused from step to step.
struct PairSweep {
  bool staticTreeValid = false, gridsValid = false;
  StaticTree staticTree;
  List<std::uint32_t> owner;                 // [collider] makeOwner
  List<std::uint8_t> level;                  // [collider] sizeClass; 0: static, or none
  std::vector<Grid> grids;                   // from small to large boxes
  std::vector<List<std::uint32_t>> members;  // [grid] collider indices
  List<GridPosition> position;               // [collider]
  List<GridEntry> loose;                     // boxes that left their cells since the grids were built
  List<std::uint64_t> found;                 // keys
  List<std::uint64_t> spare;                 // of the sort
  List<std::uint32_t> count;                 // of the sort
};

/// Size class of a moving collider: the power of two above every side of its fat box in any orientation, and now.
std::uint8_t sizeClass(const Aabb& fat, Vec3f halfExtents);

/// Builds the grids of the fat boxes of all moving colliders. sweep.owner and sweep.level must be up to date.
void buildGrids(PairSweep& sweep, std::span<const Aabb> fatBoxes);
/// Updates the grids with the new fat boxes of `moved`. False: they must be rebuilt.
bool updateGrids(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved);

/// Writes the sorted keys of all pairs of overlapping fat boxes to sweep.found. False: there are more than kMaxPairs.
bool findAllPairs(PairSweep& sweep, std::span<const Aabb> fatBoxes);

/// The same for the pairs that have a collider of `moved` (indices; isMoved[i] is the same as flags).
bool findPairsOf(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved,
                 std::span<const std::uint8_t> isMoved);

}  // namespace tumble
