// Colliders of dynamic and kinematic bodies are in grids, one for each power of two of size, so a cell is never much larger than the boxes in
// it. A box is tested against the boxes in half of its 27 neighbour cells of its own grid (the other half tests it), against the grids of larger
// boxes, and against the tree of static colliders.
// When few have moved, only these are tested, against every grid and the tree. The grids are reused meanwhile: a new box replaces the old one
// while it belongs to the same cell; after that it is loose, and every query tests the loose boxes.
#include "broad_phase/pair_sweep.h"

#include <algorithm>
#include <bit>

#include "assertion.h"
#include "broad_phase/grid_sweep.h"
#include "containers/ascending.h"
#include "containers/sort_keys.h"
#include "tuning.h"

namespace tumble {

namespace {

// Which boxes overlap one box.
struct OverlapQuery {
  const Aabb& box;
  std::uint32_t self, owner;
  const std::uint8_t* isMoved;  // [collider]; null: accept all
  PairSink& sink;
};

// Two colliders that both moved find each other: the pair is added once, by the lower index.
void accept(const OverlapQuery& q, std::uint32_t other, std::uint32_t owner) {
  if (!canCollide(q.owner, owner) || (q.isMoved && q.isMoved[other] && q.self > other)) return;
  q.sink.add(makePairKey(q.self, other));
}

void queryRun(const OverlapQuery& q, const EntryProbe& probe, const List<GridEntry>& entries, GridRun run) {
  for (const GridEntry *e = entries.data() + run.first, *end = entries.data() + run.last; e < end; ++e) {
    if (overlapsEntry(probe, *e)) accept(q, e->collider, e->owner);
  }
}

void queryGrid(const OverlapQuery& q, const Grid& grid) {
  const EntryProbe probe = makeProbe(q.box);
  const GridRows rows = rowsNear(grid, q.box);
  if (rows.all) return queryRun(q, probe, grid.entries, {0, grid.count});
  for (std::int32_t y = rows.y0; y <= rows.y1; ++y) {
    for (std::int32_t z = rows.z0; z <= rows.z1; ++z) {
      const GridRuns runs = runsOfRow(grid, rows.x0, rows.x1, y, z);
      queryRun(q, probe, grid.entries, runs.first);
      queryRun(q, probe, grid.entries, runs.second);
    }
  }
}

void queryStatics(const OverlapQuery& q, const PairSweep& sweep) {
  visitOverlapping(sweep.staticTree, q.box, [&](std::uint32_t j) { accept(q, j, sweep.owner[j]); });
}

// One pass of a counting sort of keys by a digit below `digits`.
template <class Digit>
void countingSort(const std::uint64_t* from, std::uint64_t* to, std::size_t keys, std::size_t digits, List<std::uint32_t>& count,
                  Digit digit) {
  count.assign(digits + 1, 0u);
  for (std::size_t k = 0; k < keys; ++k) ++count[digit(from[k]) + 1];
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d <= digits; ++d) count[d] = sum += count[d];
  for (std::size_t k = 0; k < keys; ++k) to[count[digit(from[k])]++] = from[k];
}

// Sorts the keys (many: by B, then stably by A) and removes duplicates.
bool sortFoundPairs(PairSweep& sweep, const PairSink& sink) {
  if (sink.full()) return false;
  const std::size_t keys = sink.count, digits = sweep.owner.size();
  if (keys < digits / 8) {
    sweep.found.resize(keys);
    sortKeys(sweep.found);
  } else {
    if (sweep.spare.size() < keys) sweep.spare.resize(sweep.found.size());
    countingSort(sweep.found.data(), sweep.spare.data(), keys, digits, sweep.count, pairColliderB);
    countingSort(sweep.spare.data(), sweep.found.data(), keys, digits, sweep.count, pairColliderA);
    sweep.found.resize(keys);
  }
  sweep.found.resize(static_cast<std::size_t>(std::unique(sweep.found.begin(), sweep.found.end()) - sweep.found.begin()));
  TUMBLE_ASSERT(isAscending(sweep.found), "the pairs found are sorted, and none is there twice");
  return sweep.found.size() <= kMaxPairs;
}

/// Limit of loose boxes: every query tests them all.
std::size_t maxLoose(const PairSweep& sweep) { return 32 + sweep.level.size() / 32; }

}  // namespace

std::uint8_t sizeClass(const Aabb& fat, Vec3f halfExtents) {
  const Vec3f now = fat.upper - fat.lower;
  float size = 2.2f * length(halfExtents);
  for (int i = 0; i < 3; ++i) size = now[i] > size ? now[i] : size;
  // The exponent of the float, biased by 127: 2^(e - 1) <= size < 2^e.
  return static_cast<std::uint8_t>((std::bit_cast<std::uint32_t>(size) >> 23 & 255u) + 1u);
}

void buildGrids(PairSweep& sweep, std::span<const Aabb> fatBoxes) {
  std::uint32_t gridOf[256] = {}, gridCount = 0;
  for (const std::uint8_t level : sweep.level) gridOf[level] = 1;
  gridOf[0] = 0;
  for (std::uint32_t& grid : gridOf) grid = grid ? gridCount++ : 0;
  sweep.grids.resize(gridCount);
  sweep.members.resize(gridCount);
  for (List<std::uint32_t>& members : sweep.members) members.clear();
  for (std::uint32_t i = 0; i < sweep.level.size(); ++i)
    if (sweep.level[i] != 0) sweep.members[gridOf[sweep.level[i]]].push_back(i);
  sweep.position.resize(sweep.level.size());
  for (std::uint32_t g = 0; g < gridCount; ++g) {
    buildGrid(sweep.grids[g], sweep.members[g], fatBoxes, sweep.owner);
    for (std::uint32_t e = 0; e < sweep.grids[g].count; ++e) sweep.position[sweep.grids[g].entries[e].collider] = {g, e};
  }
  sweep.loose.clear();
  sweep.gridsValid = true;
}

bool updateGrids(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved) {
  for (const std::uint32_t i : moved) {
    if (!sweep.gridsValid) return false;
    if (sweep.level[i] == 0) continue;
    GridPosition& position = sweep.position[i];
    const GridEntry now = makeEntry(fatBoxes[i], i, sweep.owner[i]);
    if (position.gridIndex != kLoose) {
      if (replaceEntry(sweep.grids[position.gridIndex], position.entryIndex, now)) continue;
      position = {kLoose, static_cast<std::uint32_t>(sweep.loose.size())};
      sweep.loose.push_back(now);
      sweep.gridsValid = sweep.loose.size() <= maxLoose(sweep);
    }
    sweep.loose[position.entryIndex] = now;
  }
  return sweep.gridsValid;
}

bool findAllPairs(PairSweep& sweep, std::span<const Aabb> fatBoxes) {
  PairSink sink{sweep.found};
  for (std::size_t g = 0; g < sweep.grids.size() && !sink.full(); ++g) {
    sweepGrid(sweep.grids[g], sink);
    for (const std::uint32_t i : sweep.members[g]) {
      if (sink.full()) break;
      const OverlapQuery query{fatBoxes[i], i, sweep.owner[i], nullptr, sink};
      for (std::size_t larger = g + 1; larger < sweep.grids.size(); ++larger) queryGrid(query, sweep.grids[larger]);
      queryStatics(query, sweep);
    }
  }
  return sortFoundPairs(sweep, sink);
}

bool findPairsOf(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved,
                 std::span<const std::uint8_t> isMoved) {
  PairSink sink{sweep.found};
  for (const std::uint32_t i : moved) {
    if (sink.full()) break;
    const OverlapQuery query{fatBoxes[i], i, sweep.owner[i], isMoved.data(), sink};
    for (const Grid& grid : sweep.grids) queryGrid(query, grid);
    queryRun(query, makeProbe(query.box), sweep.loose, {0, static_cast<std::uint32_t>(sweep.loose.size())});
    if (!isStill(sweep.owner[i])) queryStatics(query, sweep);
  }
  return sortFoundPairs(sweep, sink);
}

}  // namespace tumble
