// Hashes, serializes, deserializes or checks the fields of a state. One visit of the fields (state_fields.h) does all four, by the mode of the
// archive at run time, so that a page loads the code once.
//
//   state(...)       hashed and serialized: it decides how the world goes on
//   serialized(...)  serialized only: it follows from hashed fields, or is for display
//   unusual(x, usual, tag)   as state, but hashed only if x is not the usual value, so that a new feature leaves the hashes of worlds without
//                    it unchanged; the tag, if any, distinguishes x from its neighbours
//
// A number does not compile without its range, as in(kSpeed, v). Reading and checking refuse numbers outside, and NaN. Enumerations, booleans and
// unit quaternions have ranges by their types.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "containers/list.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "replay/mix.h"
#include "scene/limits.h"

namespace tumble {

/// A field of numbers with the range that each of them lies in; NaN lies in none.
template <class T> struct Ranged {
  T& value;
  const Range& range;
};
template <class T> constexpr Ranged<T> in(const Range& range, T& value) { return {value, range}; }

/// The representation of a number.
enum class NumberKind : std::uint8_t { float64, float32, unsigned64, unsigned32, signed32, signed64, unsigned16, unsigned8, boolean };

/// Where a field is in the bytes, for tests that forge snapshots.
struct FieldLocation {
  std::uint32_t at = 0, count = 0;  // first byte, number of numbers
  NumberKind kind = NumberKind::unsigned8;
  double low = 0, high = 0;  // its range
};

/// A reading archive changes the fields; the others do not, although they have them by the same references.
class Archive {
 public:
  /// Adds every number to a hash, by its bits.
  static Archive hashing() { return Archive(Mode::hash); }
  /// Appends every number to `out`, little-endian.
  static Archive writing(List<std::uint8_t>& out, List<FieldLocation>* locations = nullptr) {
    Archive archive(Mode::write);
    archive.out_ = &out;
    archive.locations_ = locations;
    return archive;
  }
  /// Checks that every number is within its range.
  static Archive checking() { return Archive(Mode::check); }
  /// Reads every number from the bytes. After the first error it reads nothing more.
  static Archive reading(std::span<const std::uint8_t> bytes) {
    Archive archive(Mode::read);
    archive.bytes_ = bytes;
    return archive;
  }

  std::uint64_t hash() const { return mix_.result(); }
  /// Reading: the bytes were complete and all used. Reading and checking: every value was valid and in its range. Hashing: all numbers were finite.
  bool succeeded() const { return well_ && bytes_.empty(); }

  template <class... Fields> void state(Fields&&... fields) { (field(fields), ...); }
  template <class... Fields> void serialized(Fields&&... fields) {
    if (mode_ != Mode::hash) (field(fields), ...);
  }
  template <class T> void unusual(Ranged<T> ranged, std::type_identity_t<T> usual, std::uint32_t tag = 0) {
    if (isIncluded(ranged.value == usual, tag)) field(ranged);
  }
  template <class T> void unusual(T& value, std::type_identity_t<T> usual, std::uint32_t tag = 0) {
    if (isIncluded(value == usual, tag)) field(value);
  }
  /// Fails unless the condition holds.
  void require(bool condition) { well_ = well_ && condition; }

  /// Calls visit(element) for each. The length is not hashed; reading resizes the list.
  template <class Elements, class Visit> void list(Elements& list, Visit&& visit) {
    const std::uint32_t size = length(static_cast<std::uint32_t>(list.size()));
    if (mode_ != Mode::read) {
      for (auto& element : list) visit(element);
      return;
    }
    // One by one: a forged length cannot allocate more memory than the bytes justify.
    list.clear();
    for (std::uint32_t i = 0; i < size && well_; ++i) visit(list.emplace_back());
  }
  template <class Elements, class Visit> void serializedList(Elements& list, Visit&& visit) {
    if (mode_ != Mode::hash) this->list(list, visit);
  }
  void text(std::string& text);
  /// Returns a count of elements that follow; outside [0, most] it fails and returns 0.
  int limited(std::int32_t count, int most);

 private:
  enum class Mode : std::uint8_t { hash, write, read, check };
  using Number = NumberKind;

  explicit Archive(Mode mode) : mode_(mode) {}

  bool isIncluded(bool isUsual, std::uint32_t tag) {
    if (mode_ != Mode::hash) return true;
    if (!isUsual && tag != 0) mix_.add(tag);
    return !isUsual;
  }
  /// A list of numbers is a field like others: its length, then its numbers.
  template <class T> void field(const Ranged<List<T>>& ranged) {
    List<T>& list = ranged.value;
    const std::uint32_t size = length(static_cast<std::uint32_t>(list.size()));
    if (mode_ == Mode::read) {
      if (size > bytes_.size() / sizeof(T)) well_ = false;
      if (!well_) return;
      list.resize(size);
    }
    if constexpr (std::is_same_v<T, Vec3>) numbers(list.data(), Number::float64, 3 * size, ranged.range);
    else numbers(list.data(), kindOf(T{}), size, ranged.range);
  }
  template <class T> void field(const Ranged<T>& ranged) {
    T& value = ranged.value;
    if constexpr (std::is_same_v<T, Vec3>) numbers(&value, Number::float64, 3, ranged.range);
    else if constexpr (std::is_same_v<T, Mat3>) numbers(&value, Number::float64, 9, ranged.range);
    else if constexpr (std::is_same_v<T, Vec3f>) numbers(&value, Number::float32, 3, ranged.range);
    else if constexpr (std::is_same_v<T, Mat3f>) numbers(&value, Number::float32, 9, ranged.range);
    else numbers(&value, kindOf(value), 1, ranged.range);
  }
  void field(bool& value) { choice(reinterpret_cast<std::uint8_t&>(value), 1); }
  void field(Quat& value);
  /// (There is no overload for a number without its range.)
  template <class T>
    requires std::is_enum_v<T>
  void field(T& value) {
    static_assert(sizeof(T) == 1);
    choice(reinterpret_cast<std::uint8_t&>(value), static_cast<std::uint8_t>(lastOf(value)));
  }
  static constexpr Number kindOf(double) { return Number::float64; }
  static constexpr Number kindOf(float) { return Number::float32; }
  static constexpr Number kindOf(std::uint64_t) { return Number::unsigned64; }
  static constexpr Number kindOf(std::uint32_t) { return Number::unsigned32; }
  static constexpr Number kindOf(std::int32_t) { return Number::signed32; }
  static constexpr Number kindOf(std::int64_t) { return Number::signed64; }
  static constexpr Number kindOf(std::uint16_t) { return Number::unsigned16; }
  static constexpr Number kindOf(std::uint8_t) { return Number::unsigned8; }
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double) && sizeof(Mat3) == 9 * sizeof(double));
  static_assert(sizeof(Vec3f) == 3 * sizeof(float) && sizeof(Mat3f) == 9 * sizeof(float) && sizeof(bool) == 1);

  void numbers(void* first, Number kind, std::uint32_t count, const Range& range);
  bool areWithin(const void* first, Number kind, std::uint32_t count, const Range& range) const;
  void choice(std::uint8_t& value, std::uint8_t last);
  std::uint32_t length(std::uint32_t size);
  void recordLocation(Number kind, std::uint32_t count, const Range& range);
  void hashNumber(const void* at, Number kind);
  /// Moves bytes out or in.
  void transfer(void* at, std::size_t size);

  Mode mode_;
  bool well_ = true;
  Mix mix_;
  List<std::uint8_t>* out_ = nullptr;
  List<FieldLocation>* locations_ = nullptr;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace tumble
