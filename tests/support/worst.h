// The worst of many errors. std::fmax and std::max drop a NaN, so a test that keeps its worst by them passes when everything is
// NaN; and a loop that never ran leaves a perfect 0.
#pragma once
#include <cmath>
#include <limits>
#include <ostream>

namespace tumble::test {

/// Size of the error as a share of what is expected. (doctest's Approx(x).epsilon(e) allows e (1 + |x|): three times as much for 0.5.)
inline double relativeError(double measured, double expected) { return std::fabs(measured / expected - 1); }

/// The larger of the two; NaN is larger than anything and stays.
inline double worseOf(double a, double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<double>::quiet_NaN() : a < b ? b : a;
}

/// Largest size of what was added. NaN when one of them was, and when nothing was: no comparison holds for it.
class Worst {
 public:
  void add(double error) { largest_ = any_ ? worseOf(largest_, std::fabs(error)) : std::fabs(error), any_ = true; }
  operator double() const { return any_ ? largest_ : std::numeric_limits<double>::quiet_NaN(); }

 private:
  double largest_ = 0;
  bool any_ = false;
};
inline std::ostream& operator<<(std::ostream& out, const Worst& worst) { return out << static_cast<double>(worst); }

}  // namespace tumble::test
