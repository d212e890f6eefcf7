// The three things that are done with the fields of a state: hashing them, writing them as bytes, filling them from bytes.
// Which of them an archive does is decided while it runs: one visit of the fields (state_fields.h) serves all three, and a
// page has to load its code once.
//
//   state(...)   decides how the world goes on: hashed and kept
//   kept(...)    kept in a snapshot, but not hashed: it follows from hashed fields, or is only told to people
//   unusual(x, usual)   as state, but x enters the hash only where it is not the usual value: a feature that came later
//                leaves the hashes of worlds without it as they were; a third argument, a number of its own, tells it from its
//                neighbours
//
// Numbers come with the range they keep to, as in(kSpeeds, v), and do not compile without: whatever is read, or looked at, is within it,
// so nothing is NaN or infinite. Enumerations, truth values and quaternions, which are unit, have ranges by their types.
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

/// How a number is kept.
enum class NumberKind : std::uint8_t { float64, float32, unsigned64, unsigned32, signed32, signed64, unsigned16, unsigned8, boolean };

/// Where a field lies in what was written, for who wants to know what the bytes mean.
struct FieldPlace {
  std::uint32_t at = 0, count = 0;  // byte, numbers
  NumberKind kind = NumberKind::unsigned8;
  double low = 0, high = 0;  // its range
};

/// An archive that reads fills the fields. The others leave them as they are, although they take them the same way.
class Archive {
 public:
  /// Adds every number to a hash, by its bits.
  static Archive hashing() { return Archive(Mode::hash); }
  /// Appends every number to `out`, little-endian.
  static Archive writing(List<std::uint8_t>& out, List<FieldPlace>* places = nullptr) {
    Archive archive(Mode::write);
    archive.out_ = &out;
    archive.places_ = places;
    return archive;
  }
  /// Looks whether every number is within its range.
  static Archive checking() { return Archive(Mode::check); }
  /// Fills every number from the bytes. After the first trouble it fills in nothing more.
  static Archive reading(std::span<const std::uint8_t> bytes) {
    Archive archive(Mode::read);
    archive.bytes_ = bytes;
    return archive;
  }

  std::uint64_t hash() const { return mix_.result(); }
  /// Of one that reads: everything was there and used up; of one that reads or checks: every value was one of its kind and in its range; of
  /// one that hashes: all numbers were finite.
  bool succeeded() const { return well_ && bytes_.empty(); }

  template <class... Fields> void state(Fields&&... fields) { (field(fields), ...); }
  template <class... Fields> void kept(Fields&&... fields) {
    if (mode_ != Mode::hash) (field(fields), ...);
  }
  template <class T> void unusual(Ranged<T> ranged, std::type_identity_t<T> usual, std::uint32_t tag = 0) {
    if (isToldApart(ranged.value == usual, tag)) field(ranged);
  }
  template <class T> void unusual(T& value, std::type_identity_t<T> usual, std::uint32_t tag = 0) {
    if (isToldApart(value == usual, tag)) field(value);
  }
  /// What hangs together wrongly is refused, as bytes.
  void require(bool condition) { well_ = well_ && condition; }

  /// visit(element) for each. A hash does not see the length; reading makes the list as long as it was.
  template <class Elements, class Visit> void list(Elements& list, Visit&& visit) {
    const std::uint32_t size = length(static_cast<std::uint32_t>(list.size()));
    if (mode_ != Mode::read) {
      for (auto& element : list) visit(element);
      return;
    }
    // One by one: a length that lies cannot take more memory than the bytes that are there justify.
    list.clear();
    for (std::uint32_t i = 0; i < size && well_; ++i) visit(list.emplace_back());
  }
  template <class Elements, class Visit> void keptList(Elements& list, Visit&& visit) {
    if (mode_ != Mode::hash) this->list(list, visit);
  }
  void text(std::string& text);
  /// A count that says how many entries follow; what is outside 0..most is refused as bytes, and is then 0.
  int limited(std::int32_t count, int most);

 private:
  enum class Mode : std::uint8_t { hash, write, read, check };
  using Number = NumberKind;

  explicit Archive(Mode mode) : mode_(mode) {}

  bool isToldApart(bool isUsual, std::uint32_t tag) {
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
  /// (No overload takes a number as such: it needs its range.)
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
  void notePlace(Number kind, std::uint32_t count, const Range& range);
  void hashNumber(const void* at, Number kind);
  /// Moves bytes out or in.
  void transfer(void* at, std::size_t size);

  Mode mode_;
  bool well_ = true;
  Mix mix_;
  List<std::uint8_t>* out_ = nullptr;
  List<FieldPlace>* places_ = nullptr;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace tumble
