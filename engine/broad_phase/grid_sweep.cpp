// Cell by cell: the boxes of a cell are tested against those after them in the cell and in 13 of its 26 neighbours (the other 13 test it). The
// candidates of a cell are gathered once into columns, and each of its boxes is tested against four of them at a time.
#include "broad_phase/grid_sweep.h"

#include <bit>

#include "math/wide.h"

namespace tumble {

namespace {

constexpr std::uint32_t kBlock = 512;  // candidates at a time: 16 kB of columns

struct Candidates {
  alignas(16) float column[8][kBlock + 4];  // as GridEntry: -lower, upper, and the bits of collider and owner
  std::uint32_t count = 0;
  // The first ones are entries [ownFirst, ownFirst + ownCount) of the run that begins in the cell itself.
  std::uint32_t ownFirst = 0, ownCount = 0;
};

// Transposes entries into columns, four at a time; padding beyond the run is overwritten by the next one.
void gather(const GridEntry* entry, std::uint32_t count, Candidates& candidates) {
  for (std::uint32_t k = 0; k < count; k += 4, entry += 4) {
    F32x4 low[4], high[4];
    for (int i = 0; i < 4; ++i) low[i] = load(entry[i].bounds), high[i] = load(entry[i].bounds + 4);
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    for (int i = 0; i < 4; ++i) {
      storeUnaligned(&candidates.column[i][candidates.count + k], low[i]);
      storeUnaligned(&candidates.column[4 + i][candidates.count + k], high[i]);
    }
  }
  candidates.count += count;
}

// Entries [first, last) against the candidates, each against those after it only.
void testCandidates(const Grid& grid, std::uint32_t first, std::uint32_t last, Candidates& candidates, PairSink& sink) {
  // Padding of the last four, which overlaps nothing.
  for (int c = 0; c < 6; ++c) storeUnaligned(&candidates.column[c][candidates.count], splat(-3.4e38f));
  for (std::uint32_t k = first; k < last && !sink.full(); ++k) {
    const GridEntry& e = grid.entries[k];
    const F32x4 x0 = splat(-e.bounds[3]), y0 = splat(-e.bounds[4]), z0 = splat(-e.bounds[5]);
    const F32x4 x1 = splat(-e.bounds[0]), y1 = splat(-e.bounds[1]), z1 = splat(-e.bounds[2]);
    std::uint32_t begin = k + 1 > candidates.ownFirst ? k + 1 - candidates.ownFirst : 0;
    begin = begin < candidates.ownCount ? begin : candidates.ownCount;
    std::uint32_t hits[kBlock + 4], hitCount = 0;
    std::uint32_t allowed = 15u << (begin & 3u);
    for (std::uint32_t s = begin & ~3u; s < candidates.count; s += 4) {
      const M32x4 lower =
          (x0 <= load(&candidates.column[0][s])) & (y0 <= load(&candidates.column[1][s])) & (z0 <= load(&candidates.column[2][s]));
      const M32x4 upper =
          (x1 <= load(&candidates.column[3][s])) & (y1 <= load(&candidates.column[4][s])) & (z1 <= load(&candidates.column[5][s]));
      const std::uint32_t four = static_cast<std::uint32_t>(bits(lower & upper)) & allowed;
      allowed = 15u;
      // Without branches: a hit in five cannot be predicted.
      hits[hitCount] = s, hitCount += four & 1u;
      hits[hitCount] = s + 1, hitCount += four >> 1 & 1u;
      hits[hitCount] = s + 2, hitCount += four >> 2 & 1u;
      hits[hitCount] = s + 3, hitCount += four >> 3;
    }
    for (std::uint32_t h = 0; h < hitCount; ++h) {
      const std::uint32_t other = std::bit_cast<std::uint32_t>(candidates.column[6][hits[h]]);
      if (canCollide(e.owner, std::bit_cast<std::uint32_t>(candidates.column[7][hits[h]]))) sink.add(makePairKey(e.collider, other));
    }
  }
  candidates.count = candidates.ownCount = 0;
}

}  // namespace

void sweepGrid(const Grid& grid, PairSink& sink) {
  const std::uint32_t count = grid.count;
  Candidates candidates;
  std::uint32_t last = 0;
  for (std::uint32_t first = 0; first < count && !sink.full(); first = last) {
    const GridCell c = grid.cell[first];
    for (last = first + 1; last < count && grid.cell[last] == c;) ++last;
    // Its own cell, the one after it in x, and the four rows of which all three cells are neighbours.
    constexpr std::int32_t kRows[6][4] = {{0, 0, 0, 0}, {1, 1, 0, 0}, {-1, 1, 1, -1}, {-1, 1, 1, 0}, {-1, 1, 1, 1}, {-1, 1, 0, 1}};
    GridRun runs[12];
    for (int r = 0; r < 6; ++r) {
      const auto [x0, x1, y, z] = kRows[r];
      const GridRuns found = runsOfRow(grid, c.x + x0, c.x + x1, c.y + y, c.z + z);
      runs[2 * r] = found.first, runs[2 * r + 1] = found.second;
    }
    // The rest of its bucket, and the cell after in x, which usually follows in memory: then both are one run.
    GridRun own{first, runs[0].last};
    if (runs[2].first == own.last) own.last = runs[2].last, runs[2] = {};
    // The only run whose entries may lie before an entry of the cell, so it is tested block by block at once.
    while (own.first < own.last) {
      const std::uint32_t size = own.last - own.first, part = size < kBlock ? size : kBlock;
      if (candidates.count > 0) testCandidates(grid, first, last, candidates, sink);
      candidates.ownFirst = own.first;
      candidates.ownCount = part;
      gather(grid.entries.data() + own.first, part, candidates);
      own.first += part;
    }
    for (int r = 2; r < 12; ++r) {
      for (GridRun run = runs[r]; run.first < run.last;) {
        if (candidates.count == kBlock) testCandidates(grid, first, last, candidates, sink);
        const std::uint32_t room = kBlock - candidates.count, size = run.last - run.first, part = size < room ? size : room;
        gather(grid.entries.data() + run.first, part, candidates);
        run.first += part;
      }
    }
    testCandidates(grid, first, last, candidates, sink);
  }
}

}  // namespace tumble
