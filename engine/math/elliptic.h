// Jacobi's elliptic functions sn, cn, dn by the arithmetic-geometric mean, with our own trigonometry, so that they give the
// same bits everywhere. Source: M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions", 1964, 16.4 and 16.17.
#pragma once

namespace tumble {

struct JacobiFunctions {
  double sn, cn, dn;
};

/// The modulus by its square k^2 and by k'^2 = 1 - k^2, both in [0, 1]: near k = 1 the difference would lose k'.
struct EllipticModulus {
  double square, complement;
};

/// sn, cn, dn at the argument u, |u| <= 1e5. Error of a few ulp, growing with |u|.
JacobiFunctions jacobiFunctions(double u, EllipticModulus modulus);
/// K: dn has the period 2 K. Infinite, or as good as, where k is 1.
double quarterPeriod(EllipticModulus modulus);
/// Values at u + w from those at u and at w (addition theorem, 16.17).
JacobiFunctions sumOf(const JacobiFunctions& u, const JacobiFunctions& w, EllipticModulus modulus);

}  // namespace tumble
