#include "contacts/batches/assert_batches.h"

#include "assertion.h"

namespace tumble {

void assertLayout(const BatchLayout& layout, const ContactStore& contacts) {
  TUMBLE_ASSERT(layout.sortedCount <= layout.batchCount, "the sorted batches are the first ones");
  if (layout.outdated) return;
  List<std::uint8_t> taken(kLanes * std::size_t{layout.batchCount});
  forEachTouching(contacts, [&](const TouchingPair& pair) {
    const std::uint32_t slot = contacts.recycling[pair.contactIndex].batchSlot;
    if (slot == kNoBatchSlot) return;
    TUMBLE_ASSERT(!taken[slot], "no two contacts have the same batch slot");
    taken[slot] = 1;
  });
}

}  // namespace tumble
