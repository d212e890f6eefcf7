#include "math/envelope.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace tumble;

static EnvelopeMatrix matrixOf(double a, double b, double c) {
  EnvelopeMatrix m;
  addRow(m, 0);
  addRow(m, 0);
  m.row(0)[0] = a, m.row(1)[0] = b, m.row(1)[1] = c;
  return m;
}

TEST_CASE("two equations by their closed form") {
  EnvelopeMatrix m = matrixOf(4, 2, 3);
  factorize(m);
  double x[] = {2, -5};
  solve(m, x);
  CHECK(x[0] == doctest::Approx(2));
  CHECK(x[1] == doctest::Approx(-3));
}

TEST_CASE("where rounding left no digits of a pivot, or made it negative, the solution is finite and holds") {
  for (const double c : {1.0, 1 - 3e-16, 1 - 1e-15}) {
    EnvelopeMatrix m = matrixOf(1, 1, c);
    factorize(m);
    double x[] = {2, 2};
    solve(m, x);
    CAPTURE(c);
    REQUIRE(std::isfinite(x[0]));
    REQUIRE(std::isfinite(x[1]));
    CHECK(x[0] + x[1] == doctest::Approx(2));
  }
}
