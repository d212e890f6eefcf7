// A grid over boxes of similar size: each lies in the cell of its centre, and the cell is as large as the largest box, so
// boxes that overlap have centres at most one cell apart along each axis.
//
// The boxes are laid out cell by cell by a counting sort (S. Green, "Particle simulation using CUDA", 2008, after the
// spatial hash of M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", 2003).
// Cells that follow each other in x follow each other in memory, so three neighbour cells are one run of boxes.
// Where the cells of the bounding box are few they are numbered row by row; in a scattered world rows start at a
// hashed place, and a run may hold boxes of other rows: the box test drops them, and sorting the pairs drops doubles.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collision/aabb.h"
#include "math/wide.h"

namespace tumble {

struct GridCell {
  std::int32_t x = 0, y = 0, z = 0;
};
constexpr bool operator==(GridCell a, GridCell b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// One box in a grid: its sides so that they compare four at a time, see overlapsEntry.
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
  std::uint32_t mask = 0;                         // bucket numbers are taken modulo mask + 1
  std::vector<std::uint32_t> start;  // [bucket] first entry; one more at the end
  std::uint32_t count = 0;
  std::vector<GridEntry> entries;    // in the order of their buckets; three more, so that four can always be loaded
  std::vector<GridCell> cell;        // [entry]
  std::vector<GridCell> memberCell;  // scratch, [member]
};

/// Entries [first, last) of the grid.
struct GridRun {
  std::uint32_t first = 0, last = 0;
};

/// A box as the other side of that comparison: with (-lower, upper) for one and (-upper, lower) for the other, the boxes overlap
/// when six numbers are each at most their partners.
struct EntryProbe {
  F32x4 first, second;
};
inline EntryProbe makeProbe(const Aabb& box) {
  // The last two lanes meet collider and owner, whose bits are those of small positive floats.
  return {makeWide(-box.upper.x, -box.upper.y, -box.upper.z, box.lower.x), makeWide(box.lower.y, box.lower.z, -1, -1)};
}
inline bool overlapsEntry(const EntryProbe& probe, const GridEntry& entry) {
  return all((probe.first <= load(entry.bounds)) & (probe.second <= load(entry.bounds + 4)));
}

/// Fills the grid with the boxes of `members` (collider indices, ascending); boxes[i] and owners[i] belong to collider i.
void buildGrid(Grid& grid, std::span<const std::uint32_t> members, std::span<const Aabb> boxes, std::span<const std::uint32_t> owners);

constexpr std::uint32_t gridRowStart(const Grid& grid, std::int32_t y, std::int32_t z) {
  const std::uint32_t uy = static_cast<std::uint32_t>(y) - static_cast<std::uint32_t>(grid.lowest.y);
  const std::uint32_t uz = static_cast<std::uint32_t>(z) - static_cast<std::uint32_t>(grid.lowest.z);
  if (!grid.hashed) return (uz * grid.rowsPerLayer + uy) * grid.rowLength;
  std::uint32_t h = uy * 0x9e3779b1u ^ uz * 0x85ebca77u;  // odd multipliers, then the high bits into the low ones
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  return h ^ h >> 13;
}

/// Calls visit(GridRun) for the cells x0..x1 (inclusive) of a row.
template <class Visit>
void visitRow(const Grid& grid, std::int32_t x0, std::int32_t x1, std::int32_t y, std::int32_t z, Visit&& visit) {
  if (y < grid.lowest.y || y > grid.highest.y || z < grid.lowest.z || z > grid.highest.z) return;
  x0 = x0 < grid.lowest.x ? grid.lowest.x : x0;
  x1 = x1 > grid.highest.x ? grid.highest.x : x1;
  if (x0 > x1) return;
  const std::uint32_t cells = static_cast<std::uint32_t>(x1) - static_cast<std::uint32_t>(x0);
  if (grid.hashed && cells >= grid.mask) return visit(GridRun{0, grid.count});
  const std::uint32_t offset = static_cast<std::uint32_t>(x0) - static_cast<std::uint32_t>(grid.lowest.x);
  const std::uint32_t first = (gridRowStart(grid, y, z) + offset) & grid.mask, last = first + cells;
  if (last <= grid.mask) return visit(GridRun{grid.start[first], grid.start[last + 1]});
  visit(GridRun{grid.start[first], grid.start[grid.mask + 1]});
  visit(GridRun{grid.start[0], grid.start[last - grid.mask]});
}

/// Calls visit(GridRun) for every run that may hold a box that overlaps `box`, of whatever size.
template <class Visit>
void visitOverlapping(const Grid& grid, const Aabb& box, Visit&& visit);

/// Cell number of a coordinate; numbers beyond +-2^30 are held there, which keeps neighbours neighbours.
inline std::int32_t cellNumber(double coordinate, double inverseSize) {
  constexpr double kLimit = 1 << 30;
  double c = coordinate * inverseSize;
  c = c > -kLimit ? c : -kLimit;  // and for NaN
  c = c > kLimit ? kLimit : c;
  const std::int32_t truncated = static_cast<std::int32_t>(c);
  return c < static_cast<double>(truncated) ? truncated - 1 : truncated;
}

template <class Visit>
void visitOverlapping(const Grid& grid, const Aabb& box, Visit&& visit) {
  // Centres lie at most half a cell outside the box.
  const double inverse = 1 / grid.cellSize, half = 0.5 * grid.cellSize;
  const auto low = [&](float a) { return cellNumber(static_cast<double>(a) - half, inverse); };
  const auto high = [&](float a) { return cellNumber(static_cast<double>(a) + half, inverse); };
  const auto raise = [](std::int32_t a, std::int32_t limit) { return a < limit ? limit : a; };
  const auto lowerTo = [](std::int32_t a, std::int32_t limit) { return a > limit ? limit : a; };
  const std::int32_t y0 = raise(low(box.lower.y), grid.lowest.y), y1 = lowerTo(high(box.upper.y), grid.highest.y);
  const std::int32_t z0 = raise(low(box.lower.z), grid.lowest.z), z1 = lowerTo(high(box.upper.z), grid.highest.z);
  if (y0 > y1 || z0 > z1) return;
  const std::int32_t x0 = low(box.lower.x), x1 = high(box.upper.x);
  // More rows than entries: look at every entry instead.
  const std::uint64_t rows = (static_cast<std::uint64_t>(y1 - y0) + 1) * (static_cast<std::uint64_t>(z1 - z0) + 1);
  if (rows > grid.count) return visit(GridRun{0, grid.count});
  for (std::int32_t z = z0; z <= z1; ++z)
    for (std::int32_t y = y0; y <= y1; ++y) visitRow(grid, x0, x1, y, z, visit);
}

}  // namespace tumble
