// The four-wide type against plain float arithmetic, bit by bit. The same file runs in the SSE2, wasm and scalar builds.
#include "math/wide.h"

#include <doctest/doctest.h>

#include <bit>
#include <limits>
#include <vector>

using namespace tumble;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

struct Four {
  alignas(16) float v[4];
};
Four values(F32x4 a) {
  Four f;
  store(f.v, a);
  return f;
}
std::uint32_t word(float a) { return std::bit_cast<std::uint32_t>(a); }
// Equal bits, or both NaN: the payload of a NaN is not fixed by IEEE 754 and none may reach the state of a world.
bool same(float a, float b) { return word(a) == word(b) || (a != a && b != b); }

// Ordinary, extreme and awkward numbers.
std::vector<float> samples() {
  std::vector<float> s = {0.0f,   -0.0f, 1.0f,   -1.0f,     0.1f,       -0.3f, 3.0f,        1e-38f,      -1e-39f,
                          1e-45f, 3e38f, -3e38f, kInfinity, -kInfinity, kNaN,  16777217.0f, 0.33333334f, 1.0000001f};
  std::uint32_t seed = 12345;
  for (int i = 0; i < 46; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const float a = std::bit_cast<float>((seed & 0x807fffffu) | ((96u + (seed >> 8 & 63u)) << 23));
    s.push_back(a);
  }
  return s;
}

// One operation on all pairs of samples, four at a time with different neighbours in the lanes.
template <class Wide, class Scalar> int mismatches(Wide wide, Scalar scalar) {
  const std::vector<float> s = samples();
  const std::size_t n = s.size();
  int wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      float a[4], b[4];
      for (std::size_t lane = 0; lane < 4; ++lane) {
        a[lane] = s[(i + 5 * lane) % n];
        b[lane] = s[(j + 11 * lane) % n];
      }
      const Four r = values(wide(loadUnaligned(a), loadUnaligned(b)));
      for (int lane = 0; lane < 4; ++lane)
        if (!same(r.v[lane], scalar(a[lane], b[lane]))) ++wrong;
    }
  }
  return wrong;
}

template <class Wide, class Scalar> int wrongTests(Wide wide, Scalar scalar) {
  return mismatches([&](F32x4 a, F32x4 b) { return wide(a, b) & splat(1.0f); },
                    [&](float a, float b) { return scalar(a, b) ? 1.0f : 0.0f; });
}

}  // namespace

TEST_CASE("wide: arithmetic has the bits of plain floats") {
  CHECK(mismatches([](F32x4 a, F32x4 b) { return a + b; }, [](float a, float b) { return a + b; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return a - b; }, [](float a, float b) { return a - b; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return a * b; }, [](float a, float b) { return a * b; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return a / b; }, [](float a, float b) { return a / b; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4) { return sqrt(abs(a)); },
                   [](float a, float) { return std::sqrt(a < 0 || word(a) >> 31 ? -a : a); }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4) { return -a; }, [](float a, float) { return std::bit_cast<float>(word(a) ^ 0x80000000u); }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4) { return abs(a); }, [](float a, float) { return std::bit_cast<float>(word(a) & 0x7fffffffu); }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return flipSign(a, b); },
                   [](float a, float b) { return std::bit_cast<float>(word(a) ^ (word(b) & 0x80000000u)); }) == 0);
}

TEST_CASE("wide: min and max are comparisons, also for NaN and signed zeros") {
  CHECK(mismatches([](F32x4 a, F32x4 b) { return min(a, b); }, [](float a, float b) { return b < a ? b : a; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return max(a, b); }, [](float a, float b) { return a < b ? b : a; }) == 0);
  const F32x4 plus = splat(0.0f), minus = splat(-0.0f), nan = splat(kNaN), one = splat(1.0f);
  CHECK(word(extract<0>(min(plus, minus))) == word(0.0f));
  CHECK(word(extract<1>(min(minus, plus))) == word(-0.0f));
  CHECK(word(extract<2>(max(plus, minus))) == word(0.0f));
  CHECK(word(extract<3>(max(minus, plus))) == word(-0.0f));
  CHECK(extract<0>(min(one, nan)) == 1.0f);
  CHECK(extract<0>(max(one, nan)) == 1.0f);
  CHECK(extract<0>(min(nan, one)) != extract<0>(min(nan, one)));
  CHECK(extract<0>(max(nan, one)) != extract<0>(max(nan, one)));
}

TEST_CASE("wide: comparisons and selection") {
  CHECK(wrongTests([](F32x4 a, F32x4 b) { return a < b; }, [](float a, float b) { return a < b; }) == 0);
  CHECK(wrongTests([](F32x4 a, F32x4 b) { return a <= b; }, [](float a, float b) { return a <= b; }) == 0);
  CHECK(wrongTests([](F32x4 a, F32x4 b) { return a > b; }, [](float a, float b) { return a > b; }) == 0);
  CHECK(wrongTests([](F32x4 a, F32x4 b) { return a >= b; }, [](float a, float b) { return a >= b; }) == 0);
  CHECK(wrongTests([](F32x4 a, F32x4 b) { return a == b; }, [](float a, float b) { return a == b; }) == 0);
  CHECK(mismatches([](F32x4 a, F32x4 b) { return select(a < b, a, b); }, [](float a, float b) { return a < b ? a : b; }) == 0);
  const M32x4 left = makeWide(1, 1, 0, 0) > zero4(), right = makeWide(1, 0, 1, 0) > zero4();
  CHECK(bits(left) == 3);
  CHECK(bits(right) == 5);
  CHECK(bits(left & right) == 1);
  CHECK(bits(left | right) == 7);
  CHECK(bits(andNot(left, right)) == 2);
  CHECK(any(left));
  CHECK_FALSE(all(left));
  CHECK(all(zero4() <= zero4()));
  CHECK_FALSE(any(zero4() < zero4()));
}

TEST_CASE("wide: words") {
  alignas(16) const std::uint32_t p[4] = {1, 0, 0xffffffffu, 0x7fc00001u}, q[4] = {2, 0x80000000u, 0xffffffffu, 0x7fc00001u};
  const U32x4 a = load(p), b = load(q);
  CHECK(bits(a == b) == 12);  // also where a float would be NaN, or a signed zero
  const M32x4 outer = makeWide(1, 0, 0, 1) > zero4();
  const std::uint32_t either[4] = {3, 0x80000000u, 0xffffffffu, 0x7fc00001u}, masked[4] = {1, 0, 0, 0x7fc00001u};
  const std::uint32_t chosen[4] = {1, 0x80000000u, 0xffffffffu, 0x7fc00001u};
  alignas(16) std::uint32_t r[3][4];
  store(r[0], a | b);
  store(r[1], outer & a);
  store(r[2], select(outer, a, b));
  for (int lane = 0; lane < 4; ++lane) {
    CHECK(r[0][lane] == either[lane]);
    CHECK(r[1][lane] == masked[lane]);
    CHECK(r[2][lane] == chosen[lane]);
  }
  CHECK(all(splatWord(7) == splatWord(7)));
  const float small = std::bit_cast<float>(0x1c07u);
  CHECK(bits(wordsOf(makeWide(small, 1, small, -0.0f)) == splatWord(0x1c07)) == 5);
}

TEST_CASE("wide: lanes keep their places") {
  F32x4 a = makeWide(0, 1, 2, 3), b = makeWide(4, 5, 6, 7), c = makeWide(8, 9, 10, 11), d = makeWide(12, 13, 14, 15);
  CHECK(extract<0>(b) == 4);
  CHECK(extract<1>(b) == 5);
  CHECK(extract<2>(b) == 6);
  CHECK(extract<3>(b) == 7);
  transpose(a, b, c, d);
  const F32x4 columns[4] = {a, b, c, d};
  for (int i = 0; i < 4; ++i) {
    const Four f = values(columns[i]);
    for (int lane = 0; lane < 4; ++lane) CHECK(f.v[lane] == static_cast<float>(4 * lane + i));
  }
  float rows[16], back[16];
  for (int i = 0; i < 16; ++i) rows[i] = static_cast<float>(i);
  const Gathered g = gatherFrom(rows, rows + 4, rows + 8, rows + 12);
  CHECK(extract<2>(g.v.y) == 9);
  CHECK(extract<3>(g.w) == 15);
  scatterTo(back, back + 4, back + 8, back + 12, g);
  for (int i = 0; i < 16; ++i) CHECK(back[i] == rows[i]);
  alignas(16) const float aligned[4] = {1, 2, 3, 4};
  float shifted[5] = {0, 1, 2, 3, 4};
  CHECK(values(load(aligned)).v[3] == 4);
  CHECK(values(loadUnaligned(shifted + 1)).v[0] == 1);
  storeUnaligned(shifted + 1, splat(7));
  CHECK(shifted[0] == 0);
  CHECK(shifted[4] == 7);
}

TEST_CASE("wide: vectors agree with Vec3f to the bit") {
  const Vec3f p{0.1f, -2.7f, 3.3f}, q{1e-3f, 5.5f, -0.7f};
  const Vec3x4 a = splat(p), b = splat(q);
  CHECK(extract<2>(dot(a, b)) == dot(p, q));
  const Vec3x4 c = cross(a, b);
  CHECK(extract<1>(c.x) == cross(p, q).x);
  CHECK(extract<1>(c.y) == cross(p, q).y);
  CHECK(extract<1>(c.z) == cross(p, q).z);
  CHECK(extract<0>((a + b).y) == p.y + q.y);
  CHECK(extract<0>((a - b).z) == p.z - q.z);
  CHECK(extract<0>((a * splat(3)).x) == p.x * 3);
}

TEST_CASE("wide: two doubles have the bits of plain ones") {
  const auto isSame = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
  };
  const std::vector<float> s = samples();
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double a[2] = {s[i] * 1.1, s[(i + 5) % s.size()] / 3.0}, b[2] = {s[j] * 0.7, s[(j + 11) % s.size()] * 1e-9};
      const F64x2 wideA = loadUnaligned(a), wideB = loadUnaligned(b);
      alignas(16) double sum[2], difference[2], product[2], times[2];
      store(sum, wideA + wideB), store(difference, wideA - wideB), store(product, wideA * wideB), store(times, load(sum) * splat64(a[1]));
      for (int k = 0; k < 2; ++k) {
        REQUIRE(isSame(sum[k], a[k] + b[k]));
        REQUIRE(isSame(difference[k], a[k] - b[k]));
        REQUIRE(isSame(product[k], a[k] * b[k]));
        REQUIRE(isSame(times[k], (a[k] + b[k]) * a[1]));
      }
    }
  }
}
