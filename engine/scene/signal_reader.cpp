#include "scene/signal_reader.h"

#include <algorithm>

#include "scene/values.h"

namespace tumble {
namespace {

enum class SignalType : std::uint8_t { sine, pulse, ramp, table };
constexpr std::string_view kTypes[] = {"sine", "pulse", "ramp", "table"};  // in the order of SignalType

void addKnot(SignalStore& store, Signal& signal, double time, double value) {
  store.knots.push_back({time, value});
  signal.knotCount += 1;
}

void readSine(Fields& fields, Signal& signal) {
  readRequired(fields, "amplitude", kForceRange, signal.amplitude);
  readRequired(fields, "frequency", kFrequencyRange, signal.frequency);
  readOptional(fields, "phase", kPhaseRange, signal.phase);
  readOptional(fields, "offset", kForceRange, signal.offset);
}

void readPulse(Fields& fields, SignalStore& store, Signal& signal) {
  double value = 0, otherwise = 0, begin = 0, duration = 0;
  readRequired(fields, "value", kForceRange, value);
  readRequired(fields, "duration", kSignalTimeRange, duration);
  readOptional(fields, "begin", kSignalTimeRange, begin);
  readOptional(fields, "otherwise", kForceRange, otherwise);
  for (const bool ends : {false, true}) {
    const double time = ends ? begin + duration : begin;
    addKnot(store, signal, time, ends ? value : otherwise);
    addKnot(store, signal, time, ends ? otherwise : value);
  }
}

void readRamp(Fields& fields, SignalStore& store, Signal& signal) {
  double from = 0, to = 0, begin = 0, duration = 0;
  readOptional(fields, "from", kForceRange, from);
  readRequired(fields, "to", kForceRange, to);
  readOptional(fields, "begin", kSignalTimeRange, begin);
  readRequired(fields, "duration", kSignalTimeRange, duration);
  addKnot(store, signal, begin, from);
  addKnot(store, signal, begin + duration, to);
}

void readTable(Fields& fields, SignalStore& store, Signal& signal) {
  const Cursor list = requiredField(fields, "points");
  if (!list) return;
  const std::int64_t count = openList(list, 1, kMaxSignalKnots);
  for (std::int64_t i = 0; i < count && isWell(list); ++i) {
    const Cursor row = element(list, i);
    if (openList(row, 2, 2) != 2) return;
    const double time = readNumber(element(row, 0), kSignalTimeRange), value = readNumber(element(row, 1), kForceRange);
    if (i > 0 && time < store.knots.back().time)
      refuse(element(row, 0), "# is before the time of the point above, #", {time, store.knots.back().time});
    addKnot(store, signal, time, value);
  }
}

void readPeriod(Fields& fields, const SignalStore& store, Signal& signal) {
  const Cursor at = optionalField(fields, "period");
  if (!at) return;
  signal.period = readNumber(at, kPeriodRange);
  if (signal.knotCount == 0 || !isWell(at)) return;
  const double end = store.knots.back().time;
  if (signal.period < end) refuse(at, "# s is shorter than what it repeats, which ends at # s", {signal.period, end});
}

void checkValues(const Cursor& at, const SignalStore& store, const Signal& signal, const Range& range) {
  const double swing = std::abs(signal.amplitude);
  double low = signal.offset - swing, high = signal.offset + swing;
  if (signal.knotCount > 0) low = high = store.knotsOf(signal)[0].value;
  for (const Knot& knot : store.knotsOf(signal)) low = std::min(low, knot.value), high = std::max(high, knot.value);
  if (low < range.low || high > range.high) refuse(at, "its values, # to #, are not all within # to #", {low, high, range.low, range.high});
}

}  // namespace

void NumberReader::read(const Cursor& at, const Range& range, double& out, std::uint8_t number) {
  if (!store || at.json->type != JsonType::object) {
    out = readNumber(at, range);
    return;
  }
  Signal signal;
  signal.number = number;
  signal.firstKnot = static_cast<std::uint32_t>(store->knots.size());
  Fields parts = openFields(at);
  auto type = SignalType::sine;
  if (const Cursor word = requiredFirstField(parts, "type")) type = static_cast<SignalType>(readChoice(word, kTypes));
  switch (type) {
    case SignalType::sine: readSine(parts, signal); break;
    case SignalType::pulse: readPulse(parts, *store, signal); break;
    case SignalType::ramp: readRamp(parts, *store, signal); break;
    case SignalType::table: readTable(parts, *store, signal); break;
  }
  if (type == SignalType::pulse || type == SignalType::table) readPeriod(parts, *store, signal);
  close(parts);
  checkValues(at, *store, signal, range);
  if (store->signals.size() >= kMaxSignals) refuse(at, "more than # numbers of forces depend on time", {kMaxSignals * 1.0});
  if (store->knots.size() > kMaxSceneKnots) refuse(at, "the points of all tables are more than #", {kMaxSceneKnots * 1.0});
  if (!isWell(at)) return;
  if (force.signalCount == 0) force.firstSignal = static_cast<std::uint32_t>(store->signals.size());
  force.signalCount += 1;
  store->signals.push_back(signal);
  out = meanOf(*store, signal, 0, 0);
}

void NumberReader::number(const char* key, bool required, const Range& range, double& out, std::uint8_t number) {
  if (const Cursor at = required ? requiredField(fields, key) : optionalField(fields, key)) read(at, range, out, number);
}

void NumberReader::vector(const char* key, bool required, const Range& each, Vec3& out, std::uint8_t firstNumber) {
  const Cursor at = required ? requiredField(fields, key) : optionalField(fields, key);
  if (!at) return;
  const bool hasSignals = store && at.json->type == JsonType::array && at.json->items.size() == 3;
  if (!hasSignals) {
    out = readVector(at, each);
    return;
  }
  for (std::uint8_t i = 0; i < 3; ++i) read(element(at, i), each, out[i], static_cast<std::uint8_t>(firstNumber + i));
}

}  // namespace tumble
