// Snapshots forged by someone who knows the format: fields of a real one are changed by what they are (the archive says where each lies,
// of what kind and in which range), and the checksum is made to fit. All follows from the seed.
#pragma once
#include <string>
#include <vector>

#include "fuzz/random.h"
#include "replay/archive.h"
#include "world/world.h"

namespace tumble::fuzz {

/// A real snapshot and what its bytes mean.
struct Original {
  std::string name;
  List<std::uint8_t> bytes;
  List<FieldLocation> places;
};
Original originalOf(const World& world, std::string name);

/// Makes length and checksum in the header fit the bytes (replay/snapshot.h), as anyone who knows the format can.
void seal(List<std::uint8_t>& snapshot);

/// Changes so many fields as the seed says; of these only the ones whose bits are set in `mask`. `told` gets a line for each.
List<std::uint8_t> forge(const Original& original, std::uint64_t seed, std::uint32_t mask, std::vector<std::string>& told);

}  // namespace tumble::fuzz
