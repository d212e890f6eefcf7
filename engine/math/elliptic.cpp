#include "math/elliptic.h"

#include <cmath>

#include "assertion.h"
#include "math/trigonometry.h"

namespace tumble {
namespace {

constexpr int kMostMeans = 16;         // quadratic convergence: 8 are enough for k' = 1e-10
constexpr double kHyperbolic = 1e-20;  // k'^2 below which sn is tanh and cn and dn are sech to the last bit

double arcSine(double x) { return arcTangent2(x, std::sqrt((1 - x) * (1 + x))); }

[[maybe_unused]] bool isModulus(EllipticModulus m) { return m.square >= 0 && m.square <= 1 && m.complement >= 0 && m.complement <= 1; }

JacobiFunctions hyperbolic(double u) {
  const double e = exponential(u < 0 ? u : -u), sech = 2 * e / (1 + e * e), tanh = (1 - e * e) / (1 + e * e);
  return {u < 0 ? -tanh : tanh, sech, sech};
}

}  // namespace

JacobiFunctions jacobiFunctions(double u, EllipticModulus modulus) {
  TUMBLE_ASSERT(isModulus(modulus), "a modulus and its complement are shares of 1");
  if (modulus.complement < kHyperbolic) return hyperbolic(u);
  double a = 1, b = std::sqrt(modulus.complement), c = std::sqrt(modulus.square);
  double ratio[kMostMeans];  // c_n / a_n
  int n = 0;
  while (n < kMostMeans - 1 && c > 1e-16 * a) {
    c = 0.5 * (a - b);
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
    ratio[n++] = c / a;
    u *= 2;
  }
  double phi = a * u;
  while (n > 0) phi = 0.5 * (phi + arcSine(ratio[--n] * sineCosine(phi).sine));
  const SineCosine s = sineCosine(phi);
  // dn^2 = k'^2 + k^2 cn^2: a sum of positive terms
  return {s.sine, s.cosine, std::sqrt(modulus.complement + modulus.square * s.cosine * s.cosine)};
}

double quarterPeriod(EllipticModulus modulus) {
  TUMBLE_ASSERT(isModulus(modulus), "a modulus and its complement are shares of 1");
  if (modulus.complement < kHyperbolic) return 1e300;
  double a = 1, b = std::sqrt(modulus.complement);
  for (int i = 0; i < kMostMeans && a - b > 1e-16 * a; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 0.5 * kPi / a;
}

JacobiFunctions sumOf(const JacobiFunctions& u, const JacobiFunctions& w, EllipticModulus modulus) {
  // The denominator 1 - k^2 sn^2 u sn^2 w as a sum of positive terms: where both sines are near 1 and k too, the difference is 0.
  const double k2 = modulus.square, inverse = 1 / (u.cn * u.cn + u.sn * u.sn * w.dn * w.dn);
  return {(u.sn * w.cn * w.dn + w.sn * u.cn * u.dn) * inverse, (u.cn * w.cn - u.sn * u.dn * w.sn * w.dn) * inverse,
          (u.dn * w.dn - k2 * u.sn * u.cn * w.sn * w.cn) * inverse};
}

}  // namespace tumble
