// Colliders of dynamic and kinematic bodies lie in grids, one for each power of two of size, so a cell is never much larger
// than the boxes in it. A box meets the boxes of its own grid in half of its 27 neighbour cells (the other half meets it), and
// asks the grids of larger boxes for those that overlap it. Colliders of static bodies are asked from their tree.
// When few have moved, only these ask, and they ask every grid and the tree. The grids stay from step to step meanwhile: a new
// box takes the place of the old one while it belongs into the same cell, and lies among the loose ones, whom all ask, after that.
#include "broad_phase/pair_sweep.h"

#include <algorithm>
#include <bit>

#include "broad_phase/grid_sweep.h"
#include "containers/sort_keys.h"
#include "tuning.h"

namespace tumble {

namespace {

// One box that asks which others it overlaps.
struct Question {
  const Aabb& box;
  std::uint32_t self, owner;
  const std::uint8_t* isMoved;  // of each collider, or nothing: all are accepted
  PairSink& sink;
};

// Two that moved find each other: the lower one speaks.
void accept(const Question& q, std::uint32_t other, std::uint32_t owner) {
  if (!makePair(q.owner, owner) || (q.isMoved && q.isMoved[other] && q.self > other)) return;
  q.sink.add(makePairKey(q.self, other));
}

void askRun(const Question& q, const EntryProbe& probe, const List<GridEntry>& entries, GridRun run) {
  for (const GridEntry *e = entries.data() + run.first, *end = entries.data() + run.last; e < end; ++e) {
    if (overlapsEntry(probe, *e)) accept(q, e->collider, e->owner);
  }
}

void askGrid(const Question& q, const Grid& grid) {
  const EntryProbe probe = makeProbe(q.box);
  const GridRows rows = rowsNear(grid, q.box);
  if (rows.all) return askRun(q, probe, grid.entries, {0, grid.count});
  for (std::int32_t y = rows.y0; y <= rows.y1; ++y) {
    for (std::int32_t z = rows.z0; z <= rows.z1; ++z) {
      const GridRuns runs = runsOfRow(grid, rows.x0, rows.x1, y, z);
      askRun(q, probe, grid.entries, runs.first);
      askRun(q, probe, grid.entries, runs.second);
    }
  }
}

void askStatics(const Question& q, const PairSweep& sweep) {
  visitOverlapping(sweep.staticTree, q.box, [&](std::uint32_t j) { accept(q, j, sweep.owner[j]); });
}

// One pass of a counting sort of keys by a digit below `digits`.
template <class Digit>
void countingSort(const std::uint64_t* from, std::uint64_t* to, std::size_t keys, std::size_t digits, List<std::uint32_t>& count, Digit digit) {
  count.assign(digits + 1, 0u);
  for (std::size_t k = 0; k < keys; ++k) ++count[digit(from[k]) + 1];
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d <= digits; ++d) count[d] = sum += count[d];
  for (std::size_t k = 0; k < keys; ++k) to[count[digit(from[k])]++] = from[k];
}

// Sorts the keys (by B, then stably by A, where they are many) and drops doubles.
bool finish(PairSweep& sweep, const PairSink& sink) {
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
  return sweep.found.size() <= kMaxPairs;
}

/// How many loose boxes are worth it: each that asks looks at them all.
std::size_t mostLoose(const PairSweep& sweep) { return 32 + sweep.level.size() / 32; }

}  // namespace

std::uint8_t sizeClass(const Aabb& fat, Vec3f halfExtents) {
  const Vec3f now = fat.upper - fat.lower;
  float size = 2.2f * length(halfExtents);
  for (int i = 0; i < 3; ++i) size = now[i] > size ? now[i] : size;
  // The exponent of the float, biased by 127: 2^(e - 1) <= size < 2^e.
  return static_cast<std::uint8_t>((std::bit_cast<std::uint32_t>(size) >> 23 & 255u) + 1u);
}

void placeBoxes(PairSweep& sweep, std::span<const Aabb> fatBoxes) {
  std::uint32_t gridOf[256] = {}, gridCount = 0;
  for (const std::uint8_t level : sweep.level) gridOf[level] = 1;
  gridOf[0] = 0;
  for (std::uint32_t& grid : gridOf) grid = grid ? gridCount++ : 0;
  sweep.grids.resize(gridCount);
  sweep.members.resize(gridCount);
  for (List<std::uint32_t>& members : sweep.members) members.clear();
  for (std::uint32_t i = 0; i < sweep.level.size(); ++i)
    if (sweep.level[i] != 0) sweep.members[gridOf[sweep.level[i]]].push_back(i);
  sweep.place.resize(sweep.level.size());
  for (std::uint32_t g = 0; g < gridCount; ++g) {
    buildGrid(sweep.grids[g], sweep.members[g], fatBoxes, sweep.owner);
    for (std::uint32_t e = 0; e < sweep.grids[g].count; ++e) sweep.place[sweep.grids[g].entries[e].collider] = {g, e};
  }
  sweep.loose.clear();
  sweep.gridsValid = true;
}

bool followMoved(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved) {
  for (const std::uint32_t i : moved) {
    if (!sweep.gridsValid) return false;
    if (sweep.level[i] == 0) continue;
    GridPlace& place = sweep.place[i];
    const GridEntry now = makeEntry(fatBoxes[i], i, sweep.owner[i]);
    if (place.grid != kLoose) {
      if (replaceEntry(sweep.grids[place.grid], place.entry, now)) continue;
      place = {kLoose, static_cast<std::uint32_t>(sweep.loose.size())};
      sweep.loose.push_back(now);
      sweep.gridsValid = sweep.loose.size() <= mostLoose(sweep);
    }
    sweep.loose[place.entry] = now;
  }
  return sweep.gridsValid;
}

bool findAllPairs(PairSweep& sweep, std::span<const Aabb> fatBoxes) {
  PairSink sink{sweep.found};
  for (std::size_t g = 0; g < sweep.grids.size() && !sink.full(); ++g) {
    sweepGrid(sweep.grids[g], sink);
    for (const std::uint32_t i : sweep.members[g]) {
      if (sink.full()) break;
      const Question question{fatBoxes[i], i, sweep.owner[i], nullptr, sink};
      for (std::size_t larger = g + 1; larger < sweep.grids.size(); ++larger) askGrid(question, sweep.grids[larger]);
      askStatics(question, sweep);
    }
  }
  return finish(sweep, sink);
}

bool findPairsOf(PairSweep& sweep, std::span<const Aabb> fatBoxes, std::span<const std::uint32_t> moved, std::span<const std::uint8_t> isMoved) {
  PairSink sink{sweep.found};
  for (const std::uint32_t i : moved) {
    if (sink.full()) break;
    const Question question{fatBoxes[i], i, sweep.owner[i], isMoved.data(), sink};
    for (const Grid& grid : sweep.grids) askGrid(question, grid);
    askRun(question, makeProbe(question.box), sweep.loose, {0, static_cast<std::uint32_t>(sweep.loose.size())});
    if (!isStill(sweep.owner[i])) askStatics(question, sweep);
  }
  return finish(sweep, sink);
}

}  // namespace tumble
