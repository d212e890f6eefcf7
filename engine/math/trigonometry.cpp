// Based on: W. J. Cody and W. Waite, "Software Manual for the Elementary Functions", 1980 (argument reduction in parts);
// the polynomials are plain Taylor series, long enough for double precision on the reduced interval.
#include "math/trigonometry.h"

#include <cstdint>
#include <cstring>

namespace tumble {
namespace {

// pi/2 in three parts of 33 bits: k * part is exact for k < 2^20.
constexpr double kHalfPi1 = 1.57079632673412561417e+00;
constexpr double kHalfPi2 = 6.07710050630396597660e-11;
constexpr double kHalfPi3 = 2.02226624879595063154e-21;
// ln 2 in two parts.
constexpr double kLn2High = 6.93147180369123816490e-01;
constexpr double kLn2Low = 1.90821492927058770002e-10;

/// The series of both, in z = a^2, for |a| <= pi/4: sin a = a + a z sineTail(z), cos a = cosineOfSquare(z).
constexpr double sineTail(double z) {
  return -1.0 / 6 +
         z * (1.0 / 120 +
              z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0))))));
}
constexpr double cosineOfSquare(double z) {
  return 1 + z * (-0.5 + z * (1.0 / 24 +
                              z * (-1.0 / 720 +
                                   z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 +
                                                                                                        z * (1.0 / 20922789888000.0))))))));
}

/// Radians from which on neighbouring doubles are half a radian apart and more, and quarter turns no longer whole numbers to count.
constexpr double kTurnsMeanNothing = 2251799813685248.0;  // 2^51

double roundToWhole(double x) {
  // Adding and taking away 1.5 * 2^52 rounds to nearest even without a library call; |x| < 2^51.
  constexpr double magic = 6755399441055744.0;
  return (x + magic) - magic;
}

double powerOfTwo(int n) {  // -1022 <= n <= 1023
  const std::uint64_t bits = static_cast<std::uint64_t>(n + 1023) << 52;
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

double arcTangentUnit(double t) {  // 0 <= t <= 1
  // Two halvings atan(t) = 2 atan(t / (1 + sqrt(1 + t^2))) bring t below tan(pi/16) = 0.199.
  double a = t / (1 + __builtin_sqrt(1 + t * t));
  a = a / (1 + __builtin_sqrt(1 + a * a));
  const double z = a * a;
  constexpr double kCoefficients[] = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13,
                                      1.0 / 11, 1.0 / 9,  1.0 / 7,  1.0 / 5,  1.0 / 3};
  double series = 0;
  for (const double coefficient : kCoefficients) series = z * (coefficient - series);
  return 4 * (a - a * series);
}

}  // namespace

SineCosine sineCosine(double angle) {
  if (!(angle < kTurnsMeanNothing && angle > -kTurnsMeanNothing)) {
    const double nothing = angle - angle;  // 0; NaN for a non-finite angle
    return {nothing, 1 + nothing};
  }
  const double k = roundToWhole(angle * (2 / kPi));
  const double r = ((angle - k * kHalfPi1) - k * kHalfPi2) - k * kHalfPi3;
  const double z = r * r, s = r + r * z * sineTail(z), c = cosineOfSquare(z);
  switch (static_cast<std::int64_t>(k) & 3) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
  }
}

double arcTangent2(double y, double x) {
  const double ax = x < 0 ? -x : x, ay = y < 0 ? -y : y;
  if (ax == 0 && ay == 0) return 0;
  double a = ay <= ax ? arcTangentUnit(ay / ax) : 0.5 * kPi - arcTangentUnit(ax / ay);
  if (x < 0) a = kPi - a;
  return y < 0 ? -a : a;
}

double exponential(double x) {
  if (!(x > -700)) return 0;
  if (x > 700) x = 700;
  const double k = roundToWhole(x * 1.44269504088896340736);
  const double r = (x - k * kLn2High) - k * kLn2Low;  // |r| <= ln 2 / 2
  double series = 1;
  for (int n = 14; n >= 1; --n) series = 1 + series * r / n;
  return series * powerOfTwo(static_cast<int>(k));
}

}  // namespace tumble
