// Axis-aligned boxes in single precision, always rounded outwards: they may be a little too large, never too small.
#pragma once
#include "math/vec3.h"
#include "math/wide.h"

namespace tumble {

struct Aabb {
  Vec3f lower, upper;  // m, world; lower > upper: empty
};

constexpr bool overlaps(const Aabb& a, const Aabb& b) {
  return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y && a.lower.z <= b.upper.z &&
         b.lower.z <= a.upper.z;
}
inline bool contains(const Aabb& outer, const Aabb& inner) {
  // The six sides lie side by side: three lower ones in the first lanes, three upper ones in the last.
  const M32x4 lower = loadUnaligned(&outer.lower.x) <= loadUnaligned(&inner.lower.x);
  const M32x4 upper = loadUnaligned(&inner.lower.z) <= loadUnaligned(&outer.lower.z);
  return (bits(lower) & 7) + (bits(upper) & 14) == 21;
}

/// The box between two double corners; grown by one part in 2^22, more than the rounding to float can take away.
inline Aabb makeAabb(Vec3 lower, Vec3 upper) {
  constexpr double kRounding = 1.0 / (1 << 22);
  const auto down = [](double a) { return static_cast<float>(a - (a < 0 ? -a : a) * kRounding); };
  const auto up = [](double a) { return static_cast<float>(a + (a < 0 ? -a : a) * kRounding); };
  return {{down(lower.x), down(lower.y), down(lower.z)}, {up(upper.x), up(upper.y), up(upper.z)}};
}

}  // namespace tumble
