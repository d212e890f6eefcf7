// Jacobi's elliptic functions and the free asymmetric top, as an oracle for tests. Nothing of the engine is used.
//
// sn, cn, dn and K(k) by the arithmetic-geometric mean: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions",
// 1964, 16.4 and 17.6. The top: L. Landau, E. Lifshitz, "Mechanics", section 37.
#pragma once
#include <cmath>

namespace tumble::test {

struct Jacobi {
  double sn, cn, dn;
};

struct AgmTable {
  double a[16], c[16];
  int n;
};
inline AgmTable agmOf(double k) {
  AgmTable t{};
  double b = std::sqrt((1 - k) * (1 + k));
  t.a[0] = 1, t.c[0] = k, t.n = 0;
  while (t.n < 15 && std::fabs(t.c[t.n]) > 1e-16) {
    const double a = t.a[t.n];
    t.c[t.n + 1] = 0.5 * (a - b);
    t.a[t.n + 1] = 0.5 * (a + b);
    b = std::sqrt(a * b);
    ++t.n;
  }
  return t;
}
/// Quarter period, 0 <= k < 1.
inline double ellipticK(double k) {
  const AgmTable t = agmOf(k);
  return 3.14159265358979323846 / (2 * t.a[t.n]);
}
inline Jacobi jacobi(double u, double k) {
  const AgmTable t = agmOf(k);
  double phi = std::ldexp(t.a[t.n] * u, t.n);
  for (int n = t.n; n > 0; --n) phi = 0.5 * (phi + std::asin(t.c[n] / t.a[n] * std::sin(phi)));
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

/// Free top with moments I1 < I2 < I3 and M^2 > 2 E I2, that is at w2 = 0, w1 > 0, w3 > 0 when time = -lead.
struct FreeTop {
  double I1, I2, I3, twiceEnergy, squareMoment;

  double rate() const { return std::sqrt((I3 - I2) * (squareMoment - twiceEnergy * I1) / (I1 * I2 * I3)); }
  double modulus() const {
    return std::sqrt((I2 - I1) * (twiceEnergy * I3 - squareMoment) / ((I3 - I2) * (squareMoment - twiceEnergy * I1)));
  }
  double period() const { return 4 * ellipticK(modulus()) / rate(); }
  /// Body-frame angular velocity at `time` after the moment with w2 = 0.
  void omega(double time, double out[3]) const {
    const Jacobi j = jacobi(time * rate(), modulus());
    out[0] = std::sqrt((twiceEnergy * I3 - squareMoment) / (I1 * (I3 - I1))) * j.cn;
    out[1] = std::sqrt((twiceEnergy * I3 - squareMoment) / (I2 * (I3 - I2))) * j.sn;
    out[2] = std::sqrt((squareMoment - twiceEnergy * I1) / (I3 * (I3 - I1))) * j.dn;
  }
  /// Rate at which axis 3 goes round L: M (I1 w1^2 + I2 w2^2) / (I1^2 w1^2 + I2^2 w2^2)  (Landau-Lifshitz 37.17).
  double azimuthRate(double time) const {
    double w[3];
    omega(time, w);
    const double one = I1 * w[0] * w[0] + I2 * w[1] * w[1], two = I1 * I1 * w[0] * w[0] + I2 * I2 * w[1] * w[1];
    return std::sqrt(squareMoment) * one / two;
  }
  /// Azimuth of axis 3 about L since time 0 (Simpson's rule; the integrand is smooth and periodic).
  double azimuth(double time, int intervals = 20000) const {
    const double h = time / intervals;
    double sum = azimuthRate(0) + azimuthRate(time);
    for (int i = 1; i < intervals; ++i) sum += (i % 2 ? 4 : 2) * azimuthRate(i * h);
    return sum * h / 3;
  }
};

inline FreeTop freeTopOf(const double I[3], const double w[3]) {
  double e = 0, m = 0;
  for (int i = 0; i < 3; ++i) e += I[i] * w[i] * w[i], m += I[i] * I[i] * w[i] * w[i];
  return {I[0], I[1], I[2], e, m};
}

}  // namespace tumble::test
