// Signals: numbers of a force as functions of time. Those of a world are in two lists that do not change while it runs.
//     value(t) = offset + amplitude sin(2 pi frequency t + phase)
// or, with knots, a line from knot to knot: before the first its value, after the last its value, and the same again after each period. Two knots at one
// time are a jump, at which the later one holds.
#pragma once
#include <cstdint>
#include <span>

#include "containers/list.h"

namespace tumble {

struct Knot {
  double time = 0;  // s
  double value = 0;
};

struct Signal {
  std::uint8_t number = 0;                     // which number of the force it is (forces/drive.h)
  double offset = 0, amplitude = 0;            // unit of the number
  double frequency = 0, phase = 0;             // Hz, rad
  double period = 0;                           // s, of the knots; 0: they come once
  std::uint32_t firstKnot = 0, knotCount = 0;  // in SignalStore::knots, by time; 0: the sine
};

struct SignalStore {
  List<Signal> signals;
  List<Knot> knots;

  std::span<const Knot> knotsOf(const Signal& signal) const { return {knots.data() + signal.firstKnot, signal.knotCount}; }
};

/// The mean from one time to another (s), in closed form, so that the impulse of a force is exact whatever the step; the value where they are equal.
double meanOf(const SignalStore& store, const Signal& signal, double from, double to);
/// Its rate of change, 1/s: the mean between the two times, or that at one.
double slopeOf(const SignalStore& store, const Signal& signal, double from, double to);

}  // namespace tumble
