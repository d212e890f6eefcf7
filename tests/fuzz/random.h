// Chance for scenes: the same seed gives the same numbers everywhere. splitmix64 (G. Steele, D. Lea, C. Flood, "Fast splittable
// pseudorandom number generators", 2014). Numbers come out as a beginner writes them: two or three digits. Never two draws among the
// arguments of one call: C++ leaves their order to the compiler (braces keep it), and the seed would name another scene in each build.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include "math/quat.h"

namespace tumble::fuzz {

struct Random {
  std::uint64_t state = 0;
};

inline std::uint64_t next(Random& random) {
  std::uint64_t z = random.state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
/// In [0, 1).
inline double unit(Random& random) { return static_cast<double>(next(random) >> 11) * 0x1p-53; }
inline bool chance(Random& random, double share) { return unit(random) < share; }
/// Whole, low to high, both included.
inline int whole(Random& random, int low, int high) {
  return low + static_cast<int>(next(random) % static_cast<std::uint64_t>(high - low + 1));
}

/// The number with so many digits.
inline double tidy(double value, int digits = 3) {
  char text[400];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}
inline double between(Random& random, double low, double high) { return tidy(low + (high - low) * unit(random)); }
/// As likely between 1 and 10 as between 10 and 100.
inline double spread(Random& random, double low, double high) {
  double ratio = high / low, value = low, share = unit(random);
  // ratio^share by halving the exponent: no function of the C library but sqrt.
  for (int i = 0; i < 30; ++i) {
    ratio = std::sqrt(ratio);
    share *= 2;
    if (share >= 1) value *= ratio, share -= 1;
  }
  return tidy(value, 2);
}
inline double pick(Random& random, std::initializer_list<double> values) { return values.begin()[next(random) % values.size()]; }
inline const char* pick(Random& random, std::initializer_list<const char*> values) { return values.begin()[next(random) % values.size()]; }

inline Vec3 vectorWithin(Random& random, double bound) {
  const double x = between(random, -bound, bound), y = between(random, -bound, bound);
  return {x, y, between(random, -bound, bound)};
}
/// Any direction, length 1.
inline Vec3 direction(Random& random) {
  for (;;) {
    const double x = 2 * unit(random) - 1, y = 2 * unit(random) - 1, z = 2 * unit(random) - 1, s = x * x + y * y + z * z;
    if (s > 0.01 && s < 1) return Vec3{x, y, z} * (1 / std::sqrt(s));
  }
}

}  // namespace tumble::fuzz
