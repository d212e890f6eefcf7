// The helper that keeps the worst of many errors: what it is there for is that NaN and nothing at all do not pass.
#include "support/worst.h"

#include <doctest/doctest.h>

using namespace tumble::test;

TEST_CASE("the worst error: NaN stays, wherever it comes, and nothing measured is no success") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(worseOf(1, 2) == 2);
  CHECK(worseOf(2, -3) == 2);
  CHECK(std::isnan(worseOf(nan, 1)));
  CHECK(std::isnan(worseOf(1, nan)));
  Worst worst;
  CHECK(!(worst < 1e9));
  worst.add(-3);
  worst.add(2);
  CHECK(worst == 3);
  worst.add(nan);
  worst.add(5);
  CHECK(!(worst < 1e9));
  CHECK(relativeError(0.9, 1) == doctest::Approx(0.1));
  CHECK(!(relativeError(nan, 1) < 1));
}
