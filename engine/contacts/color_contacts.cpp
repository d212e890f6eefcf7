#include "contacts/color_contacts.h"

#include <bit>

#include "contacts/contact_rows.h"

namespace tumble {
namespace {

// One word of colours for moving pairs, one for pairs with something fixed. A body with more than 63 neighbours (a plate
// under a pile) sends the rest into the last bucket, whose contacts are solved one by one.
constexpr std::uint32_t kColors = 64;
constexpr std::uint32_t kOverflow = kColors - 1;
constexpr std::uint32_t kBuckets = 2 * kColors;

std::uint32_t lowestFree(std::uint64_t used) {
  const auto color = static_cast<std::uint32_t>(std::countr_one(used));
  return color < kOverflow ? color : kOverflow;
}

bool solvedOneByOne(std::uint32_t bucket) { return bucket % kColors == kOverflow; }

}  // namespace

void colorContacts(std::span<const ContactBodies> contacts, std::span<const std::uint8_t> kinds, std::uint32_t bodyCount, ContactGroups& groups) {
  auto& moving = groups.scratchColors;
  auto& fixed = groups.scratchStaticColors;
  auto& bucketOf = groups.scratchColorOf;
  auto& start = groups.scratchCounts;
  moving.assign(bodyCount, 0);
  fixed.assign(bodyCount, 0);
  bucketOf.resize(contacts.size());
  start.assign(kBuckets * kContactKinds, 0);

  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [a, b] = contacts[i];
    const bool bothMove = a != 0 && b != 0;
    auto& colors = bothMove ? moving : fixed;
    const std::uint32_t color = lowestFree((a ? colors[a] : 0) | (b ? colors[b] : 0));
    if (a) colors[a] |= std::uint64_t{1} << color;
    if (b) colors[b] |= std::uint64_t{1} << color;
    bucketOf[i] = (bothMove ? color : kColors + color) * kContactKinds + kinds[i];
    ++start[bucketOf[i]];
  }

  // Counting sort into groups: each colour begins a new group.
  std::uint32_t lanes = 0;
  for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
    for (std::uint32_t& first : std::span(start.data() + bucket * kContactKinds, kContactKinds)) {
      const std::uint32_t count = first;
      first = lanes;
      lanes += solvedOneByOne(bucket) ? count * kLanes : count;
    }
    lanes = (lanes + kLanes - 1) / kLanes * kLanes;
  }
  groups.contacts.assign(lanes, kNoContact);
  groups.order.clear();
  auto& missing = groups.scratchMissing;
  missing.assign(lanes / kLanes, kLanes);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::uint32_t bucket = bucketOf[i], place = start[bucket], group = place / kLanes;
    const bool alone = solvedOneByOne(bucket / kContactKinds);
    groups.contacts[place] = static_cast<std::uint32_t>(i);
    start[bucket] += alone ? kLanes : 1;
    if (alone || --missing[group] == 0) groups.order.push_back(group), missing[group] = 0;
  }
  for (std::uint32_t group = 0; group < missing.size(); ++group) {
    if (missing[group] != 0) groups.order.push_back(group);
  }
}

}  // namespace tumble
