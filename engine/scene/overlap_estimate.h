// How many shapes of different bodies overlap when a scene starts: a cheap look before a world is built that would take minutes for its first step.
#pragma once
#include <cstdint>
#include <span>

#include "shapes/bounds.h"

namespace tumble {

struct ShapeBounds {
  Bounds bounds;
  bool moves = false;  // two bodies that do not move cannot collide
  std::uint32_t body = 0xffffffffu;  // shapes of one body do not collide either; so many: it is all of its body
};

struct OverlapCount {
  std::int64_t pairs = 0;
  std::int64_t tests = 0;  // of two bounds: the work that was done
};

/// Number of pairs whose axis-aligned bounds overlap, at least one of which moves; counting ends at `most` + 1. Touching
/// neighbours do not count: the bounds are drawn in by 1 % on each side. Near linear in the number of bodies where few
/// overlap; where the search itself would take long (bounds that all but overlap everywhere) it ends with `most` + 1, too.
OverlapCount countOverlaps(std::span<const ShapeBounds> shapes, std::int64_t most);

}  // namespace tumble
