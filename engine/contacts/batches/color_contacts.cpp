#include "contacts/batches/color_contacts.h"

#include <bit>

#include "assertion.h"
#include "contacts/constraints/contact_constraint.h"

namespace tumble {
namespace {

// One word of colours for pairs of moving bodies, one for pairs with an immovable body. Of a body with more than 63 neighbours (a plate
// under a pile) the others go to the last bucket, with one contact in each batch.
constexpr std::uint32_t kColors = 64;
constexpr std::uint32_t kOverflow = kColors - 1;
constexpr std::uint32_t kBuckets = 2 * kColors;

std::uint32_t lowestFree(std::uint64_t used) {
  const auto color = static_cast<std::uint32_t>(std::countr_one(used));
  return color < kOverflow ? color : kOverflow;
}

bool hasBatchesOfOne(std::uint32_t bucket) { return bucket % kColors == kOverflow; }

}  // namespace

void colorContacts(std::span<const ColoredContact> contacts, std::uint32_t bodyCount, ColoredContacts& colored) {
  auto& moving = colored.scratchColors;
  auto& fixed = colored.scratchStaticColors;
  auto& bucketOf = colored.batchSlots;  // at first; the slot in the end
  auto& start = colored.scratchCounts;
  moving.assign(bodyCount, 0);
  fixed.assign(bodyCount, 0);
  bucketOf.resize(contacts.size());
  start.assign(kBuckets * kContactKinds, 0);

  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto [a, b, kind] = contacts[i];
    TUMBLE_ASSERT(a < bodyCount && b < bodyCount && kind < kContactKinds, "a contact that is coloured is of bodies, and of a kind");
    TUMBLE_ASSERT(a != b || a == 0, "a contact moves two different bodies");
    const bool bothMove = a != 0 && b != 0;
    auto& colors = bothMove ? moving : fixed;
    const std::uint32_t color = lowestFree((a ? colors[a] : 0) | (b ? colors[b] : 0));
    if (a) colors[a] |= std::uint64_t{1} << color;
    if (b) colors[b] |= std::uint64_t{1} << color;
    bucketOf[i] = (bothMove ? color : kColors + color) * kContactKinds + kind;
    ++start[bucketOf[i]];
  }

  // Counting sort: each colour begins a new batch.
  std::uint32_t slots = 0;
  for (std::uint32_t bucket = 0; bucket < kBuckets; ++bucket) {
    for (std::uint32_t& first : std::span(start.data() + bucket * kContactKinds, kContactKinds)) {
      const std::uint32_t count = first;
      first = slots;
      slots += hasBatchesOfOne(bucket) ? count * kLanes : count;
    }
    slots = (slots + kLanes - 1) / kLanes * kLanes;
  }
  colored.batchCount = slots / kLanes;
  for (std::uint32_t& slot : colored.batchSlots) {
    const std::uint32_t bucket = slot;
    slot = start[bucket];
    start[bucket] += hasBatchesOfOne(bucket / kContactKinds) ? kLanes : 1;
  }
}

}  // namespace tumble
