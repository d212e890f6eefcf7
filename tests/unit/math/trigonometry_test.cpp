// Our own sine, cosine, arc tangent and exponential against the C library's, which are right to about one unit in the last
// place (ulp) on every platform the tests run on. So a bound of n + 1 ulp here checks a promise of n.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "math/trigonometry.h"
#include "support/worst.h"

using namespace tumble;
using tumble::test::worseOf;

namespace {

/// |value - expected| in units of the last place of `expected`.
double ulps(double value, double expected) {
  const double size = std::fabs(expected);
  const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
  return std::fabs(value - expected) / unit;
}

struct Worst {
  double ulp = 0, at = 0;
  void see(double error, double x) {
    if (!(error <= ulp)) ulp = error, at = x;
  }
};

Worst worstSine(double low, double high, int count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angles(low, high);
  Worst worst;
  for (int i = 0; i < count; ++i) {
    const double x = angles(random);
    const SineCosine s = sineCosine(x);
    worst.see(ulps(s.sine, std::sin(x)), x);
    worst.see(ulps(s.cosine, std::cos(x)), x);
  }
  return worst;
}

}  // namespace

TEST_CASE("sine and cosine: below 2 ulp") {
  const double ranges[] = {1e-3, 1, 7, 1e3, 1e6};
  for (const double range : ranges) {
    const Worst worst = worstSine(-range, range, 20000);
    CAPTURE(range);
    CAPTURE(worst.at);
    CHECK(worst.ulp <= 3);
  }
}

TEST_CASE("sine and cosine beside the multiples of pi/2, where digits cancel") {
  Worst worst;
  for (int k = -1000; k <= 1000; ++k) {
    const double nearest = k * (0.5 * kPi);
    for (const double x : {nearest, std::nextafter(nearest, 1e9), nearest + 1e-9, nearest - 1e-5}) {
      const SineCosine s = sineCosine(x);
      worst.see(ulps(s.sine, std::sin(x)), x);
      worst.see(ulps(s.cosine, std::cos(x)), x);
    }
  }
  CAPTURE(worst.at);
  CHECK(worst.ulp <= 3);
}

TEST_CASE("sine and cosine of any number: on the unit circle where it is finite, NaN where it is not") {
  for (const double x : {1e7, 1e15, 2251799813685247.0, 2251799813685248.0, 1e19, 1e300, 1.7976931348623157e308}) {
    for (const double angle : {x, -x}) {
      const SineCosine s = sineCosine(angle);
      CHECK(std::fabs(s.sine * s.sine + s.cosine * s.cosine - 1) < 1e-6);
    }
  }
  for (const double x :
       {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(std::isnan(sineCosine(x).sine));
    CHECK(std::isnan(sineCosine(x).cosine));
  }
}

TEST_CASE("sine and cosine: exact where they must be, and on the unit circle everywhere") {
  CHECK(sineCosine(0).sine == 0);
  CHECK(sineCosine(0).cosine == 1);
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> angles(-1e4, 1e4);
  double worst = 0, worstParity = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = angles(random);
    const SineCosine s = sineCosine(x), mirrored = sineCosine(-x);
    worst = worseOf(worst, std::fabs(s.sine * s.sine + s.cosine * s.cosine - 1));
    worstParity = worseOf(worstParity, std::fabs(s.sine + mirrored.sine) + std::fabs(s.cosine - mirrored.cosine));
  }
  CHECK(worst < 1e-15);
  CHECK(worstParity == 0);
}

TEST_CASE("arc tangent: below 4 ulp in all four quadrants, near and far") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> numbers(-1, 1), exponents(-12, 12);
  Worst worst;
  for (int i = 0; i < 100000; ++i) {
    const double x = numbers(random) * std::pow(10, exponents(random)), y = numbers(random) * std::pow(10, exponents(random));
    const double expected = std::atan2(y, x), value = arcTangent2(y, x);
    worst.see(ulps(value, expected), y / x);
    CHECK_MESSAGE(std::fabs(value) <= kPi, y, " ", x);
  }
  CAPTURE(worst.at);
  CHECK(worst.ulp <= 5);
}

TEST_CASE("arc tangent on the axes") {
  CHECK(arcTangent2(0, 0) == 0);
  CHECK(arcTangent2(0, 2) == 0);
  CHECK(arcTangent2(0, -2) == kPi);
  CHECK(arcTangent2(3, 0) == kPi / 2);
  CHECK(arcTangent2(-3, 0) == -kPi / 2);
  CHECK(arcTangent2(1, 1) == doctest::Approx(kPi / 4).epsilon(1e-15));
}

TEST_CASE("exponential: below 4 ulp over its range") {
  std::mt19937_64 random(4);
  for (const double range : {1e-6, 1.0, 30.0, 690.0}) {
    std::uniform_real_distribution<double> numbers(-range, range);
    Worst worst;
    for (int i = 0; i < 25000; ++i) {
      const double x = numbers(random);
      worst.see(ulps(exponential(x), std::exp(x)), x);
    }
    CAPTURE(range);
    CAPTURE(worst.at);
    CHECK(worst.ulp <= 5);
  }
}

TEST_CASE("exponential at and beyond the ends of its range") {
  CHECK(exponential(0) == 1);
  CHECK(exponential(-701) == 0);
  CHECK(exponential(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(exponential(1e9) == exponential(700));
  CHECK(exponential(700) < std::numeric_limits<double>::infinity());
}
