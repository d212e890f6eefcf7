#include "contacts/color_contacts.h"

#include <bit>

#include "contacts/contact_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

// One word of colours. A body with more than 63 neighbours (a plate under a pile) sends the rest into the last colour, whose
// contacts are solved one by one.
constexpr std::uint32_t kColors = 64;
constexpr std::uint32_t kOverflow = kColors - 1;

std::uint32_t lowestFree(std::uint64_t used) {
  const auto color = static_cast<std::uint32_t>(std::countr_one(used));
  return color < kOverflow ? color : kOverflow;
}

/// Appends the groups of one block: greedy colours in the order of the contacts, then a counting sort by them.
void colorBlock(std::span<const std::uint32_t> block, const List<ContactBodies>& contacts, ContactGroups& groups) {
  auto& used = groups.usedColors;
  for (const std::uint32_t i : block) used[contacts[i].a] = used[contacts[i].b] = 0;
  std::uint8_t colorOf[kContactBlock];
  std::uint32_t start[kColors] = {};
  for (std::size_t k = 0; k < block.size(); ++k) {
    const auto [a, b] = contacts[block[k]];
    const std::uint32_t color = lowestFree((a ? used[a] : 0) | (b ? used[b] : 0));
    used[a] |= std::uint64_t{1} << color;
    used[b] |= std::uint64_t{1} << color;
    colorOf[k] = static_cast<std::uint8_t>(color);
    ++start[color];
  }
  auto lanes = static_cast<std::uint32_t>(groups.contacts.size());
  for (std::uint32_t color = 0; color < kColors; ++color) {
    const std::uint32_t count = start[color];
    start[color] = lanes;
    lanes += color == kOverflow ? count * kLanes : (count + kLanes - 1) / kLanes * kLanes;
  }
  groups.contacts.resize(lanes, kNoContact);
  for (std::size_t k = 0; k < block.size(); ++k) {
    const std::uint32_t color = colorOf[k];
    groups.contacts[start[color]] = block[k];
    start[color] += color == kOverflow ? kLanes : 1;
  }
}

}  // namespace

void colorContacts(const List<ContactBodies>& contacts, std::uint32_t bodyCount, ContactGroups& groups) {
  groups.contacts.clear();
  groups.usedColors.resize(bodyCount);
  for (const bool fixed : {false, true}) {
    std::uint32_t block[kContactBlock], count = 0;
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
      if ((contacts[i].a == 0 || contacts[i].b == 0) == fixed) block[count++] = i;
      if (count < kContactBlock && i + 1 < contacts.size()) continue;
      colorBlock({block, count}, contacts, groups);
      count = 0;
    }
  }
}

}  // namespace tumble
