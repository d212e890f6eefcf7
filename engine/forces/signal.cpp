#include "forces/signal.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "math/trigonometry.h"

namespace tumble {
namespace {

/// The part of the line on which a time lies: between knot - 1 and knot; 0 before the first, and their number after the last.
std::size_t partAt(std::span<const Knot> knots, double time) {
  return static_cast<std::size_t>(std::upper_bound(knots.begin(), knots.end(), time, [](double t, const Knot& k) { return t < k.time; }) -
                                  knots.begin());
}

double slopeOn(std::span<const Knot> knots, std::size_t part) {
  if (part == 0 || part == knots.size()) return 0;
  return (knots[part].value - knots[part - 1].value) / (knots[part].time - knots[part - 1].time);
}

double valueOn(std::span<const Knot> knots, std::size_t part, double time) {
  if (part == 0) return knots[0].value;
  return knots[part - 1].value + slopeOn(knots, part) * (time - knots[part - 1].time);
}

/// The integral without a period, part by part: a difference of two antiderivatives would lose digits late in a run.
double integral(std::span<const Knot> knots, double from, double to) {
  double sum = 0;
  for (std::size_t part = partAt(knots, from); from < to; ++part) {
    const double end = part < knots.size() ? std::min(to, knots[part].time) : to;
    if (end > from) sum += 0.5 * (end - from) * (valueOn(knots, part, from) + valueOn(knots, part, end));  // else a jump
    from = end;
  }
  return sum;
}

double wholePeriods(double time, double period) {
  const double count = static_cast<double>(static_cast<std::int64_t>(time / period));
  return (count * period > time ? count - 1 : count) * period;
}

double meanOfKnots(std::span<const Knot> knots, double period, double from, double to) {
  if (period > 0) {
    const double whole = wholePeriods(from, period);
    from -= whole, to -= whole;
  }
  if (from == to) return valueOn(knots, partAt(knots, from), from);
  const double time = to - from;
  double sum = 0;
  for (; period > 0 && to > period; from = 0, to -= period) sum += integral(knots, from, period);
  return (sum + integral(knots, from, to)) / time;
}

}  // namespace

double meanOf(const SignalStore& store, const Signal& signal, double from, double to) {
  if (to < from) std::swap(from, to);
  if (signal.knotCount > 0) return meanOfKnots(store.knotsOf(signal), signal.period, from, to);
  const double rate = 2 * kPi * signal.frequency, half = 0.5 * rate * (to - from);
  const double mean = half < 1e-4 ? 1 - half * half / 6 : sineCosine(half).sine / half;
  return signal.offset + signal.amplitude * mean * sineCosine(0.5 * rate * (from + to) + signal.phase).sine;
}

double slopeOf(const SignalStore& store, const Signal& signal, double from, double to) {
  const double time = to - from;
  if (time != 0) return (meanOf(store, signal, to, to) - meanOf(store, signal, from, from)) / time;
  if (signal.knotCount > 0) {
    const std::span<const Knot> knots = store.knotsOf(signal);
    return slopeOn(knots, partAt(knots, signal.period > 0 ? from - wholePeriods(from, signal.period) : from));
  }
  const double rate = 2 * kPi * signal.frequency;
  return signal.amplitude * rate * sineCosine(rate * from + signal.phase).cosine;
}

}  // namespace tumble
