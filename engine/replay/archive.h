// The three things that are done with the fields of a state: hashing them, writing them as bytes, filling them from bytes.
// Which of them an archive does is decided while it runs: one visit of the fields (state_fields.h) serves all three, and a
// page has to load its code once.
//
//   state(...)   decides how the world goes on: hashed and kept
//   kept(...)    kept in a snapshot, but not hashed: it follows from hashed fields, or is only told to people
//   unusual(x, usual)   as state, but x enters the hash only where it is not the usual value: a feature that came later
//                leaves the hashes of worlds without it as they were; a third argument, a number of its own, tells it from its
//                neighbours
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#include "containers/list.h"
#include "math/mat3.h"
#include "math/quat.h"
#include "replay/mix.h"

namespace tumble {

/// An archive that reads fills the fields. The others leave them as they are, although they take them the same way.
class Archive {
 public:
  /// Adds every number to a hash, by its bits.
  static Archive hashing() { return Archive(Mode::hash); }
  /// Appends every number to `out`, little-endian.
  static Archive writing(List<std::uint8_t>& out) {
    Archive archive(Mode::write);
    archive.out_ = &out;
    return archive;
  }
  /// Fills every number from the bytes. After the first trouble it fills in nothing more.
  static Archive reading(std::span<const std::uint8_t> bytes) {
    Archive archive(Mode::read);
    archive.bytes_ = bytes;
    return archive;
  }

  std::uint64_t hash() const { return mix_.result(); }
  /// Of one that reads: everything was there and used up, and every value was one of its kind.
  bool succeeded() const { return well_ && bytes_.empty(); }

  template <class... Fields> void state(Fields&... fields) { (field(fields), ...); }
  template <class... Fields> void kept(Fields&... fields) {
    if (mode_ != Mode::hash) state(fields...);
  }
  template <class T> void unusual(T& value, std::type_identity_t<T> usual, std::uint32_t tag = 0) {
    if (mode_ == Mode::hash) {
      if (value == usual) return;
      if (tag != 0) mix_.add(tag);
    }
    field(value);
  }

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
  enum class Mode : std::uint8_t { hash, write, read };
  enum class Number : std::uint8_t { float64, float32, unsigned64, unsigned32, signed32, signed64, unsigned16, unsigned8, boolean };

  explicit Archive(Mode mode) : mode_(mode) {}

  /// A list of numbers is a field like others: its length, then its numbers.
  template <class T> void field(List<T>& list) {
    const std::uint32_t size = length(static_cast<std::uint32_t>(list.size()));
    if (mode_ == Mode::read) {
      if (size > bytes_.size() / sizeof(T)) well_ = false;
      if (!well_) return;
      list.resize(size);
    }
    if constexpr (std::is_same_v<T, Vec3>) numbers(list.data(), Number::float64, 3 * size);
    else numbers(list.data(), kindOf(T{}), size);
  }
  template <class T> void field(T& value) {
    if constexpr (std::is_same_v<T, Vec3>) numbers(&value, Number::float64, 3);
    else if constexpr (std::is_same_v<T, Quat>) numbers(&value, Number::float64, 4);
    else if constexpr (std::is_same_v<T, Mat3>) numbers(&value, Number::float64, 9);
    else if constexpr (std::is_same_v<T, Vec3f>) numbers(&value, Number::float32, 3);
    else if constexpr (std::is_same_v<T, Mat3f>) numbers(&value, Number::float32, 9);
    else if constexpr (std::is_enum_v<T>) choice(reinterpret_cast<std::uint8_t&>(value), static_cast<std::uint8_t>(lastOf(value)));
    else numbers(&value, kindOf(value), 1);
    static_assert(!std::is_enum_v<T> || sizeof(T) == 1);
  }
  static constexpr Number kindOf(double) { return Number::float64; }
  static constexpr Number kindOf(float) { return Number::float32; }
  static constexpr Number kindOf(std::uint64_t) { return Number::unsigned64; }
  static constexpr Number kindOf(std::uint32_t) { return Number::unsigned32; }
  static constexpr Number kindOf(std::int32_t) { return Number::signed32; }
  static constexpr Number kindOf(std::int64_t) { return Number::signed64; }
  static constexpr Number kindOf(std::uint16_t) { return Number::unsigned16; }
  static constexpr Number kindOf(std::uint8_t) { return Number::unsigned8; }
  static constexpr Number kindOf(bool) { return Number::boolean; }
  static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Quat) == 4 * sizeof(double) && sizeof(Mat3) == 9 * sizeof(double));
  static_assert(sizeof(Vec3f) == 3 * sizeof(float) && sizeof(Mat3f) == 9 * sizeof(float) && sizeof(bool) == 1);

  void numbers(void* first, Number kind, std::uint32_t count);
  void choice(std::uint8_t& value, std::uint8_t last);
  std::uint32_t length(std::uint32_t size);
  void hashNumber(const void* at, Number kind);
  /// Moves bytes out or in.
  void transfer(void* at, std::size_t size);

  Mode mode_;
  bool well_ = true;
  Mix mix_;
  List<std::uint8_t>* out_ = nullptr;
  std::span<const std::uint8_t> bytes_;
};

}  // namespace tumble
