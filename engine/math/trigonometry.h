// Our own sine, cosine, arc tangent and exponential: the ones of a C library differ from platform to platform in the
// last bit, and a link must replay to the bit. Only + - * / and sqrt are used, which IEEE 754 fixes.
#pragma once

namespace tumble {

constexpr double kPi = 3.14159265358979323846;

struct SineCosine {
  double sine, cosine;
};

/// Both at once, angle in radians, |angle| <= 1e6, error below 2 ulp; beyond that the reduction loses
/// digits, 1e-9 at 1e7. Defined for all arguments: from 2^51 on those of 0, NaN for non-finite ones.
SineCosine sineCosine(double angle);
/// Angle of the point (x, y) in (-pi, pi]; 0 for (0, 0). Error below 4 ulp.
double arcTangent2(double y, double x);
/// e^x for |x| <= 700; 0 below and a large finite number above. Error below 4 ulp.
double exponential(double x);

}  // namespace tumble
