#include "broad_phase/grid.h"

#include "assertion.h"

namespace tumble {

namespace {

/// Cell number of a coordinate; clamped to +-2^30, so that neighbours stay neighbours.
std::int32_t cellNumber(double coordinate, double inverseSize) {
  constexpr double kLimit = 1 << 30;
  double c = coordinate * inverseSize;
  c = c > -kLimit ? c : -kLimit;  // and for NaN
  c = c > kLimit ? kLimit : c;
  const std::int32_t truncated = static_cast<std::int32_t>(c);
  return c < static_cast<double>(truncated) ? truncated - 1 : truncated;
}

GridCell cellOf(const Aabb& box, double inverseSize) {
  const Vec3 middle = (toDouble(box.lower) + toDouble(box.upper)) * 0.5;
  return {cellNumber(middle.x, inverseSize), cellNumber(middle.y, inverseSize), cellNumber(middle.z, inverseSize)};
}

float largestSide(const Aabb& box) {
  const Vec3f size = box.upper - box.lower;
  const float largest = size.x > size.y ? size.x : size.y;
  return size.z > largest ? size.z : largest;
}

/// A millionth more, so that rounding cannot put touching boxes two cells apart.
double cellSizeFor(float largest) { return static_cast<double>(largest) * (1 + 1e-6) + 1e-12; }

// Sizes the table and decides how rows are numbered. A table of four buckets per box keeps other rows out of most runs.
void layOutRows(Grid& grid, std::size_t count) {
  const auto extent = [](std::int32_t low, std::int32_t high) {
    return static_cast<std::uint64_t>(high - static_cast<std::int64_t>(low)) + 1;
  };
  const std::uint64_t nx = extent(grid.lowest.x, grid.highest.x), ny = extent(grid.lowest.y, grid.highest.y),
                      nz = extent(grid.lowest.z, grid.highest.z);
  const std::uint64_t limit = 8 * static_cast<std::uint64_t>(count) + 64;
  // Each factor is below 2^32: compared one by one, nothing overflows.
  grid.hashed = nx > limit || ny > limit || nz > limit || nx * ny > limit || nx * ny * nz > limit;
  if (!grid.hashed) {
    grid.rowLength = static_cast<std::uint32_t>(nx);
    grid.rowsPerLayer = static_cast<std::uint32_t>(ny);
    grid.mask = 0xffffffffu;
    grid.start.assign(static_cast<std::size_t>(nx * ny * nz) + 1, 0u);
    return;
  }
  std::uint32_t buckets = 64;
  while (buckets < 4 * count) buckets *= 2;
  grid.mask = buckets - 1;
  grid.start.assign(static_cast<std::size_t>(buckets) + 1, 0u);
}

}  // namespace

void buildGrid(Grid& grid, std::span<const std::uint32_t> members, std::span<const Aabb> boxes, std::span<const std::uint32_t> owners) {
  const std::size_t count = members.size();
  float largest = 0;
  for (const std::uint32_t i : members) {
    const float side = largestSide(boxes[i]);
    largest = side > largest ? side : largest;
  }
  TUMBLE_ASSERT(isFinite(largest), "the boxes of a grid are finite");
  grid.cellSize = cellSizeFor(largest);
  const double inverse = 1 / grid.cellSize;

  grid.memberCell.resize(count);
  grid.lowest = {INT32_MAX, INT32_MAX, INT32_MAX};
  grid.highest = {INT32_MIN, INT32_MIN, INT32_MIN};
  for (std::size_t m = 0; m < count; ++m) {
    const GridCell c = cellOf(boxes[members[m]], inverse);
    grid.memberCell[m] = c;
    grid.lowest = {c.x < grid.lowest.x ? c.x : grid.lowest.x, c.y < grid.lowest.y ? c.y : grid.lowest.y,
                   c.z < grid.lowest.z ? c.z : grid.lowest.z};
    grid.highest = {c.x > grid.highest.x ? c.x : grid.highest.x, c.y > grid.highest.y ? c.y : grid.highest.y,
                    c.z > grid.highest.z ? c.z : grid.highest.z};
  }
  layOutRows(grid, count);

  // Counting sort: start[b + 1] counts bucket b, the sums make start[b] its first entry; while the entries are placed it
  // moves on to the end of b, which is the start of b + 1, so everything is shifted back by one in the end.
  for (std::size_t m = 0; m < count; ++m) ++grid.start[bucketOf(grid, grid.memberCell[m]) + 1];
  std::uint32_t sum = 0;
  for (std::uint32_t& s : grid.start) s = sum += s;
  grid.count = static_cast<std::uint32_t>(count);
  grid.entries.resize(count + 3);
  grid.cell.resize(count);
  for (std::size_t m = 0; m < count; ++m) {
    const std::uint32_t entry = grid.start[bucketOf(grid, grid.memberCell[m])]++;
    grid.cell[entry] = grid.memberCell[m];
    grid.entries[entry] = makeEntry(boxes[members[m]], members[m], owners[members[m]]);
  }
  for (std::size_t b = grid.start.size() - 1; b > 0; --b) grid.start[b] = grid.start[b - 1];
  grid.start[0] = 0;
}

bool replaceEntry(Grid& grid, std::uint32_t entry, const GridEntry& now) {
  TUMBLE_ASSERT(entry < grid.count && grid.entries[entry].collider == now.collider, "an entry is replaced by one of its collider");
  const float* b = now.bounds;
  const Aabb box{{-b[0], -b[1], -b[2]}, {b[3], b[4], b[5]}};
  const bool belongs = cellSizeFor(largestSide(box)) <= grid.cellSize && cellOf(box, 1 / grid.cellSize) == grid.cell[entry];
  grid.entries[entry] = now;
  if (!belongs) grid.entries[entry].bounds[0] = -3.4e38f;
  return belongs;
}

GridRows rowsNear(const Grid& grid, const Aabb& box) {
  // Centres lie at most half a cell outside the box.
  const double inverse = 1 / grid.cellSize, half = 0.5 * grid.cellSize;
  const auto low = [&](float a) { return cellNumber(static_cast<double>(a) - half, inverse); };
  const auto high = [&](float a) { return cellNumber(static_cast<double>(a) + half, inverse); };
  const auto raise = [](std::int32_t a, std::int32_t limit) { return a < limit ? limit : a; };
  const auto lowerTo = [](std::int32_t a, std::int32_t limit) { return a > limit ? limit : a; };
  GridRows rows{low(box.lower.x),
                high(box.upper.x),
                raise(low(box.lower.y), grid.lowest.y),
                lowerTo(high(box.upper.y), grid.highest.y),
                raise(low(box.lower.z), grid.lowest.z),
                lowerTo(high(box.upper.z), grid.highest.z),
                false};
  if (rows.z0 > rows.z1) rows.y1 = rows.y0 - 1;
  if (rows.y0 > rows.y1) return rows;
  const std::uint64_t count = (static_cast<std::uint64_t>(rows.y1 - rows.y0) + 1) * (static_cast<std::uint64_t>(rows.z1 - rows.z0) + 1);
  rows.all = count > grid.count;
  return rows;
}

}  // namespace tumble
