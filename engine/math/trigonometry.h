// Our own sine, cosine, arc tangent and exponential: the ones of a C library differ from platform to platform in the
// last bit, and a link must replay to the bit. Only + - * / and sqrt are used, which IEEE 754 fixes.
#pragma once

namespace tumble {

constexpr double kPi = 3.14159265358979323846;

/// The series of both, in z = a^2, for |a| <= pi/4: sin a = a + a z sineTail(z), cos a = cosineOfSquare(z). Whoever has only the square
/// of an angle needs no root.
constexpr double sineTail(double z) {
  return -1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * (1.0 / 6227020800.0 +
         z * (-1.0 / 1307674368000.0))))));
}
constexpr double cosineOfSquare(double z) {
  return 1 + z * (-0.5 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600 +
         z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0))))))));
}

struct SineCosine {
  double sine, cosine;
};

/// Both at once, angle in radians, |angle| <= 1e6, error below 2 ulp; beyond that the reduction loses
/// digits, 1e-9 at 1e7.
SineCosine sineCosine(double angle);
/// Angle of the point (x, y) in (-pi, pi]; 0 for (0, 0). Error below 4 ulp.
double arcTangent2(double y, double x);
/// e^x for |x| <= 700; 0 below and a large finite number above. Error below 4 ulp.
double exponential(double x);

}  // namespace tumble
