// Random vectors and rotations, and how far two matrices are apart.
#pragma once
#include <random>

#include "math/mat3.h"
#include "math/quat.h"

namespace tumble::test {

struct Samples {
  std::mt19937_64 engine;
  explicit Samples(std::uint64_t seed) : engine(seed) {}
  double number(double low = -1, double high = 1) { return std::uniform_real_distribution<double>(low, high)(engine); }
  Vec3 vector() { return {number(), number(), number()}; }
  Quat rotation() { return normalized(Quat{number(), number(), number(), number()}); }
};

inline double distance(const Mat3& a, const Mat3& b) {
  const Mat3 d = a - b;
  return length(d.cx) + length(d.cy) + length(d.cz);
}

}  // namespace tumble::test
