// A running 64-bit hash. Each word is mixed in by a multiplication and a shift that both can be undone, so no two words of a
// sequence cancel (constants: the odd ones of MurmurHash3's finaliser, Appleby 2011).
#pragma once
#include <cstdint>

namespace tumble {

class Mix {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0xff51afd7ed558ccdull;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t result() const { return hash_ ^ (hash_ >> 29); }

 private:
  std::uint64_t hash_ = 0xc4ceb9fe1a85ec53ull;
};

}  // namespace tumble
