// Random numbers, vectors and orientations, the same for a seed.
#pragma once
#include <random>

#include "math/quat.h"
#include "math/vec3.h"

namespace tumble::test {

struct Random {
  std::mt19937_64 engine;

  explicit Random(std::uint64_t seed) : engine(seed) {}
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
  /// Each part between -size and size.
  Vec3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
  Vec3 direction() { return normalized(vector(1), {0, 1, 0}); }
  Quat rotation() { return normalized(Quat{number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)}); }
};

}  // namespace tumble::test
