#include "fuzz/forgery.h"

#include <cstring>

#include "replay/mix.h"
#include "replay/snapshot.h"
#include "replay/state_fields.h"

namespace tumble::fuzz {
namespace {

constexpr std::size_t kHeader = 24;
constexpr int kSizes[] = {8, 4, 8, 4, 4, 8, 2, 1, 1};  // bytes, in the order of NumberKind
constexpr const char* kNames[] = {"double", "float", "uint64", "uint32", "int32", "int64", "uint16", "uint8", "bool"};

double real(Random& random, const FieldLocation& place, double old) {
  const double special[] = {0,
                            -0.0,
                            1,
                            -1,
                            1e-300,
                            5e-324,
                            1e300,
                            1.7976931348623157e308,
                            INFINITY,
                            -INFINITY,
                            NAN,
                            1e-30,
                            1e30,
                            1e18,
                            -1e18,
                            1e9,
                            1e-9,
                            0.5,
                            place.low,
                            place.high,
                            -old,
                            2 * old,
                            old * (1 + 1e-12),
                            old + 1,
                            1e6,
                            1e5,
                            1e12,
                            place.low - 1,
                            place.high + 1};
  if (chance(random, 0.6)) return special[next(random) % std::size(special)];
  return old + (unit(random) - 0.5) * std::abs(old == 0 ? 1 : old) * pick(random, {1e-6, 1, 1e3, 1e9});
}

std::uint64_t integer(Random& random, std::uint64_t old) {
  const std::uint64_t special[] = {0,       1,       2,          3,          7,          31,         63,    255,
                                   256,     65535,   0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, ~0ull, 1ull << 63,
                                   old + 1, old - 1, old ^ 1,    old << 20,  old >> 1,   old << 1,   ~old,  1ull << 32 | 2};
  return chance(random, 0.8) ? special[next(random) % std::size(special)] : old ^ 1ull << next(random) % 64;
}

template <class T> T get(const List<std::uint8_t>& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, &bytes[at], sizeof value);
  return value;
}
template <class T> void put(List<std::uint8_t>& bytes, std::size_t at, T value) { std::memcpy(&bytes[at], &value, sizeof value); }

std::string changeField(const Original& original, List<std::uint8_t>& bytes, Random& random) {
  const FieldLocation& place = original.places[next(random) % original.places.size()];
  const int size = kSizes[static_cast<int>(place.kind)];
  const std::uint32_t which = place.count > 0 ? static_cast<std::uint32_t>(next(random) % place.count) : 0;
  const std::size_t at = place.at + which * static_cast<std::size_t>(size);
  if (place.count == 0 || at + static_cast<std::size_t>(size) > bytes.size()) return "nothing";
  std::string told = std::string(kNames[static_cast<int>(place.kind)]) + " at " + std::to_string(at) + ": ";
  if (chance(random, 0.15)) {  // what another field of its kind holds
    const FieldLocation& other = original.places[next(random) % original.places.size()];
    if (other.kind == place.kind && other.count > 0) {
      std::memcpy(&bytes[at], &original.bytes[other.at], static_cast<std::size_t>(size));
      return told + "as at " + std::to_string(other.at);
    }
  }
  switch (place.kind) {
    case NumberKind::float64: {
      const double old = get<double>(bytes, at), now = real(random, place, old);
      put(bytes, at, now);
      return told + std::to_string(old) + " -> " + std::to_string(now);
    }
    case NumberKind::float32: {
      const float old = get<float>(bytes, at), now = static_cast<float>(real(random, place, static_cast<double>(old)));
      put(bytes, at, now);
      return told + std::to_string(old) + " -> " + std::to_string(now);
    }
    default: {
      std::uint64_t old = 0;
      std::memcpy(&old, &bytes[at], static_cast<std::size_t>(size));
      const std::uint64_t now = integer(random, old);
      std::memcpy(&bytes[at], &now, static_cast<std::size_t>(size));
      return told + std::to_string(old) + " -> " + std::to_string(now);
    }
  }
}

/// A piece is taken out, or doubled, or comes from elsewhere: lists that no longer fit.
std::string moveBytes(List<std::uint8_t>& bytes, Random& random) {
  const std::size_t from = kHeader + next(random) % (bytes.size() - kHeader),
                    count = std::min<std::size_t>(bytes.size() - from, 1 + next(random) % 64);
  const std::size_t to = kHeader + next(random) % (bytes.size() - kHeader);
  if (chance(random, 0.5)) {
    List<std::uint8_t> shorter;
    shorter.append(std::span(bytes.data(), from));
    shorter.append(std::span(bytes.data() + from + count, bytes.size() - from - count));
    bytes = shorter;
    return std::to_string(count) + " bytes gone at " + std::to_string(from);
  }
  for (std::size_t i = 0; i < count && to + i < bytes.size(); ++i) bytes[to + i] = bytes[from + i];
  return std::to_string(count) + " bytes of " + std::to_string(from) + " to " + std::to_string(to);
}

}  // namespace

void seal(List<std::uint8_t>& bytes) {
  const auto length = static_cast<std::uint32_t>(bytes.size() - kHeader);
  Mix mix;
  for (std::size_t i = kHeader; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[i], std::min<std::size_t>(8, bytes.size() - i));
    mix.add(word);
  }
  const std::uint64_t sum = mix.result();
  std::memcpy(&bytes[12], &length, 4);
  std::memcpy(&bytes[16], &sum, 8);
}

Original originalOf(const World& world, std::string name) {
  Original original;
  original.name = std::move(name);
  original.bytes = snapshot(world);
  original.bytes.resize(kHeader);
  Archive archive = Archive::writing(original.bytes, &original.places);
  visitState(archive, const_cast<World&>(world));
  seal(original.bytes);
  return original;
}

List<std::uint8_t> forge(const Original& original, std::uint64_t seed, std::uint32_t mask, std::vector<std::string>& told) {
  Random random{seed};
  List<std::uint8_t> bytes = original.bytes;
  const int changes = chance(random, 0.6) ? 1 : whole(random, 2, 6);
  for (int i = 0; i < changes; ++i) {
    Random own{next(random)};
    if ((mask >> i & 1) == 0) continue;
    told.push_back(chance(own, 0.97) ? changeField(original, bytes, own) : moveBytes(bytes, own));
  }
  seal(bytes);
  return bytes;
}

}  // namespace tumble::fuzz
