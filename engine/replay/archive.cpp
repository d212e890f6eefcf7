#include "replay/archive.h"

#include <bit>
#include <cstring>

namespace tumble {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie in memory");

constexpr std::uint8_t kSizes[] = {8, 4, 8, 4, 4, 8, 2, 1, 1};  // bytes, in the order of NumberKind
constexpr Range kUnit{-1.5, 1.5};                               // loosely: its square is checked
/// How far from 1 the square of a quaternion may be.
constexpr double kSquareTolerance = 1e-9;
/// Hashed for a number that is not finite: the bits of NaN differ between machines.
constexpr std::uint64_t kNotFinite = 0x7ff8000000000000ull;

template <class T> T valueAt(const void* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

double numberAt(const void* at, NumberKind kind) {
  switch (kind) {
    case NumberKind::float64: return valueAt<double>(at);
    case NumberKind::float32: return static_cast<double>(valueAt<float>(at));
    case NumberKind::unsigned64: return static_cast<double>(valueAt<std::uint64_t>(at));
    case NumberKind::unsigned32: return static_cast<double>(valueAt<std::uint32_t>(at));
    case NumberKind::signed32: return static_cast<double>(valueAt<std::int32_t>(at));
    case NumberKind::signed64: return static_cast<double>(valueAt<std::int64_t>(at));
    case NumberKind::unsigned16: return static_cast<double>(valueAt<std::uint16_t>(at));
    default: return static_cast<double>(valueAt<std::uint8_t>(at));
  }
}

}  // namespace

/// Whole numbers are widened to 64 bits with their sign.
void Archive::hashNumber(const void* at, Number kind) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, kSizes[static_cast<int>(kind)]);
  if (kind == Number::signed32) word = static_cast<std::uint64_t>(valueAt<std::int32_t>(at));
  const std::uint64_t exponent = kind == Number::float64 ? 0x7ffull << 52 : kind == Number::float32 ? 0xffull << 23 : 0;
  if (exponent != 0 && (word & exponent) == exponent) {
    well_ = false;
    word = kNotFinite;
  }
  mix_.add(word);
}

void Archive::transfer(void* at, std::size_t size) {
  if (size == 0) return;  // an empty list has no address
  if (mode_ == Mode::write) {
    out_->append(std::span(static_cast<const std::uint8_t*>(at), size));
    return;
  }
  if (size > bytes_.size()) well_ = false;
  if (!well_) return;
  std::memcpy(at, bytes_.data(), size);
  bytes_ = bytes_.subspan(size);
}

bool Archive::areWithin(const void* first, Number kind, std::uint32_t count, const Range& range) const {
  const std::size_t size = kSizes[static_cast<int>(kind)];
  for (std::uint32_t i = 0; i < count; ++i) {
    const double number = numberAt(static_cast<const std::uint8_t*>(first) + i * size, kind);
    if (!(number >= range.low && number <= range.high)) return false;
  }
  return true;
}

void Archive::recordLocation(Number kind, std::uint32_t count, const Range& range) {
  if (mode_ == Mode::write && locations_)
    locations_->push_back({static_cast<std::uint32_t>(out_->size()), count, kind, range.low, range.high});
}

void Archive::numbers(void* first, Number kind, std::uint32_t count, const Range& range) {
  const std::size_t size = kSizes[static_cast<int>(kind)];
  if (mode_ == Mode::hash) {
    for (std::uint32_t i = 0; i < count; ++i) hashNumber(static_cast<std::uint8_t*>(first) + i * size, kind);
    return;
  }
  recordLocation(kind, count, range);
  if (mode_ != Mode::check) transfer(first, count * size);
  if (mode_ != Mode::write && well_) well_ = areWithin(first, kind, count, range);
}

void Archive::field(Quat& value) {
  numbers(&value, Number::float64, 4, kUnit);
  if (mode_ != Mode::read && mode_ != Mode::check) return;
  const double defect = dot(value, value) - 1;
  if (!(defect < kSquareTolerance && defect > -kSquareTolerance)) well_ = false;
}

void Archive::choice(std::uint8_t& value, std::uint8_t last) {
  if (mode_ == Mode::hash) return mix_.add(value);
  std::uint8_t next = value;
  recordLocation(last == 1 ? Number::boolean : Number::unsigned8, 1, {0, static_cast<double>(last)});
  if (mode_ != Mode::check) transfer(&next, sizeof next);
  if (next > last) well_ = false;
  else value = next;
}

std::uint32_t Archive::length(std::uint32_t size) {
  recordLocation(Number::unsigned32, 1, {0, static_cast<double>(size)});
  if (mode_ == Mode::write || mode_ == Mode::read) transfer(&size, sizeof size);
  return size;
}

void Archive::text(std::string& text) {
  if (mode_ == Mode::hash) {
    mix_.add(text.size());
    for (const char c : text) mix_.add(static_cast<unsigned char>(c));
    return;
  }
  const std::uint32_t size = length(static_cast<std::uint32_t>(text.size()));
  if (mode_ == Mode::read) {
    if (size > bytes_.size()) well_ = false;
    if (!well_) return;
    text.resize(size);
  }
  if (mode_ != Mode::check) transfer(text.data(), size);
}

int Archive::limited(std::int32_t count, int most) {
  if (count >= 0 && count <= most) return count;
  well_ = false;
  return 0;
}

}  // namespace tumble
