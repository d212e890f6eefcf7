// Estimate of the number of overlapping shapes at the start of a scene: a scene whose first step would take minutes is refused before it is built.
#pragma once
#include <cstdint>
#include <span>

#include "shapes/bounds.h"

namespace tumble {

struct ShapeBounds {
  Bounds bounds;
  bool moves = false;                // a pair needs one that moves
  std::uint32_t body = 0xffffffffu;  // shapes of one body do not collide; default: the only shape of its body
};

struct OverlapCount {
  std::int64_t pairs = 0;
  std::int64_t tests = 0;  // tests of two bounds: the work done
};

/// Number of pairs whose axis-aligned bounds overlap, at least one of which moves; counting ends at `most` + 1. Touching
/// neighbours do not count: the bounds are drawn in by 1 % on each side. Near linear in the number of bodies where few
/// overlap; where the search itself would take long (bounds that all but overlap everywhere) it ends with `most` + 1, too.
OverlapCount countOverlaps(std::span<const ShapeBounds> shapes, std::int64_t most);

}  // namespace tumble
