// A grid over boxes of similar size: each lies in the cell of its centre, and the cell is as large as the largest box, so
// boxes that overlap have centres at most one cell apart along each axis.
//
// The boxes are laid out cell by cell by a counting sort (S. Green, "Particle simulation using CUDA", 2008, after the
// spatial hash of M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", 2003).
// Cells that follow each other in x follow each other in memory, so three neighbour cells are one run of boxes.
// Where the cells of the bounding box are few they are numbered row by row; in a scattered world rows start at a
// hashed bucket, and a run may contain boxes of other rows: the box test rejects them, and sorting the pairs removes duplicates.
#pragma once
#include <cstdint>
#include <span>

#include "colliders/aabb.h"
#include "containers/list.h"
#include "math/wide.h"

namespace tumble {

struct GridCell {
  std::int32_t x = 0, y = 0, z = 0;
};
constexpr bool operator==(GridCell a, GridCell b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// A box in a grid; its sides are stored so that four compare at once, see overlapsEntry.
struct alignas(16) GridEntry {
  float bounds[6];  // m: -lower x, y, z, upper x, y, z
  std::uint32_t collider = 0;
  std::uint32_t owner = 0;  // see pair_sink.h
};

struct Grid {
  double cellSize = 0;  // m
  GridCell lowest, highest;
  bool hashed = false;
  std::uint32_t rowLength = 0, rowsPerLayer = 0;  // not hashed: cells in x, rows in y
  std::uint32_t mask = 0;                         // bucket numbers are modulo mask + 1
  List<std::uint32_t> start;                      // [bucket] first entry; one more at the end
  std::uint32_t count = 0;
  List<GridEntry> entries;    // in the order of their buckets; three more as padding for loads of four
  List<GridCell> cell;        // [entry]
  List<GridCell> memberCell;  // scratch, [member]
};

inline GridEntry makeEntry(const Aabb& box, std::uint32_t collider, std::uint32_t owner) {
  return {{-box.lower.x, -box.lower.y, -box.lower.z, box.upper.x, box.upper.y, box.upper.z}, collider, owner};
}

/// Entries [first, last) of the grid.
struct GridRun {
  std::uint32_t first = 0, last = 0;
};

/// The other side of that comparison: boxes a and b overlap when (-upper, lower) of a <= (-lower, upper) of b, all six.
struct EntryProbe {
  F32x4 first, second;
};
inline EntryProbe makeProbe(const Aabb& box) {
  // The last two lanes compare with collider and owner, whose bits are those of small positive floats.
  return {makeWide(-box.upper.x, -box.upper.y, -box.upper.z, box.lower.x), makeWide(box.lower.y, box.lower.z, -1, -1)};
}
inline bool overlapsEntry(const EntryProbe& probe, const GridEntry& entry) {
  return all((probe.first <= load(entry.bounds)) & (probe.second <= load(entry.bounds + 4)));
}

/// Fills the grid with the boxes of `members` (collider indices, ascending); boxes[i] and owners[i] belong to collider i.
void buildGrid(Grid& grid, std::span<const std::uint32_t> members, std::span<const Aabb> boxes, std::span<const std::uint32_t> owners);

/// Replaces the box of an entry. False: the box belongs to another cell or to no cell of this grid, and the entry now overlaps nothing.
bool replaceEntry(Grid& grid, std::uint32_t entry, const GridEntry& now);

inline std::uint32_t rowStart(const Grid& grid, std::int32_t y, std::int32_t z) {
  const std::uint32_t uy = static_cast<std::uint32_t>(y) - static_cast<std::uint32_t>(grid.lowest.y);
  const std::uint32_t uz = static_cast<std::uint32_t>(z) - static_cast<std::uint32_t>(grid.lowest.z);
  if (!grid.hashed) return (uz * grid.rowsPerLayer + uy) * grid.rowLength;
  std::uint32_t h = uy * 0x9e3779b1u ^ uz * 0x85ebca77u;  // odd multipliers, then the high bits into the low ones
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ h >> 13;
}

inline std::uint32_t bucketOf(const Grid& grid, GridCell c) {
  return (rowStart(grid, c.y, c.z) + static_cast<std::uint32_t>(c.x) - static_cast<std::uint32_t>(grid.lowest.x)) & grid.mask;
}

/// The cells of a part of a row: two runs where the row wraps around the end of the buckets, else the second one is empty.
struct GridRuns {
  GridRun first, second;
};
/// The cells x0..x1 (inclusive) of a row.
inline GridRuns runsOfRow(const Grid& grid, std::int32_t x0, std::int32_t x1, std::int32_t y, std::int32_t z) {
  if (y < grid.lowest.y || y > grid.highest.y || z < grid.lowest.z || z > grid.highest.z) return {};
  x0 = x0 < grid.lowest.x ? grid.lowest.x : x0;
  x1 = x1 > grid.highest.x ? grid.highest.x : x1;
  if (x0 > x1) return {};
  const std::uint32_t cells = static_cast<std::uint32_t>(x1) - static_cast<std::uint32_t>(x0);
  if (grid.hashed && cells >= grid.mask) return {{0, grid.count}, {}};
  const std::uint32_t first = bucketOf(grid, {x0, y, z}), last = first + cells;
  if (last <= grid.mask) return {{grid.start[first], grid.start[last + 1]}, {}};
  return {{grid.start[first], grid.start[grid.mask + 1]}, {grid.start[0], grid.start[last - grid.mask]}};
}

/// The rows that can contain boxes overlapping a box of any size.
struct GridRows {
  std::int32_t x0, x1, y0, y1, z0, z1;  // inclusive; none when y1 < y0
  bool all;                             // more rows than entries: test every entry instead
};
GridRows rowsNear(const Grid& grid, const Aabb& box);

}  // namespace tumble
