#include "replay/state_hash.h"

#include <bit>
#include <string>

#include "replay/mix.h"
#include "replay/state_fields.h"

namespace tumble {
namespace {

/// The archive that hashes. Lists go in without their lengths.
class Hasher {
 public:
  static constexpr bool kReads = false;

  template <class... Fields> void state(const Fields&... fields) {
    (eachNumber(fields, [&](auto number) { add(number); }), ...);
  }
  template <class... Fields> void kept(const Fields&...) {}
  template <class T> void unusual(const T& value, const T& usual, std::uint32_t tag = 0) {
    if (value == usual) return;
    if (tag != 0) state(tag);
    state(value);
  }
  template <class List, class Visit> void list(const List& list, Visit&& visit) {
    for (const auto& element : list) visit(element);
  }
  template <class List, class Visit> void keptList(const List&, Visit&&) {}
  void text(const std::string& text) {
    mix_.add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) mix_.add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  int limited(std::int32_t count, int) const { return count; }
  std::uint64_t result() const { return mix_.result(); }

 private:
  /// Numbers enter by their bits, whole ones widened to 64 with their sign.
  template <class Number> void add(Number number) {
    if constexpr (std::is_same_v<Number, double>) mix_.add(std::bit_cast<std::uint64_t>(number));
    else if constexpr (std::is_same_v<Number, float>) mix_.add(std::uint64_t{std::bit_cast<std::uint32_t>(number)});
    else mix_.add(static_cast<std::uint64_t>(number));
  }

  Mix mix_;
};

}  // namespace

std::uint64_t stateHash(const World& world) {
  Hasher hasher;
  visit(hasher, world);
  return hasher.result();
}

}  // namespace tumble
