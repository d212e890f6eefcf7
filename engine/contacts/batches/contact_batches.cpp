#include "contacts/batches/contact_batches.h"

#include "assertion.h"
#include "tuning.h"

namespace tumble {
namespace {

BatchSlot slotOf(const ContactScene& scene, const TouchingPair& pair) {
  return {pair, scene.colliders.sides[pair.colliderA].mover, scene.colliders.sides[pair.colliderB].mover};
}

/// By the number of points and whether the last step left an impulse: new contacts have friction in both passes (SolvePass::biased).
std::uint32_t kindOf(const Manifold& manifold) {
  return (hasNormalImpulse(manifold) ? 2u * kMaxManifoldPoints : 1u * kMaxManifoldPoints) - manifold.count;
}
static_assert(kContactKinds == 2 * kMaxManifoldPoints);

/// New slots for all contacts.
void sortIntoBatches(ContactBatches& batches, const ContactScene& scene) {
  ContactStore& store = scene.contacts;
  batches.scratchContacts.clear();
  forEachTouching(store, [&](const TouchingPair& pair) {
    const BatchSlot slot = slotOf(scene, pair);
    batches.scratchContacts.extend() = {slot.bodyA + 1, slot.bodyB + 1, kindOf(store.pool[pair.contactIndex])};  // kImmovable + 1 is 0
  });
  ColoredContacts& colored = batches.colored;
  colorContacts(batches.scratchContacts, static_cast<std::uint32_t>(scene.bodies.bodies.size()) + 1, colored);
  batches.slots.assign(kLanes * colored.batchCount, {});
  batches.changed.assign(colored.batchCount, kConstraintChanged);
  batches.layout = {colored.batchCount, colored.batchCount, 0, false};
  const std::uint32_t* next = colored.batchSlots.data();
  forEachTouching(store, [&](const TouchingPair& pair) {
    batches.slots[*next] = slotOf(scene, pair);
    store.recycling[pair.contactIndex].batchSlot = *next++;
  });
}

/// The slots that the contacts have.
void restoreSlots(ContactBatches& batches, const ContactScene& scene) {
  const ContactStore& store = scene.contacts;
  batches.slots.assign(kLanes * batches.layout.batchCount, {});
  batches.changed.assign(batches.layout.batchCount, kConstraintChanged);
  forEachTouching(store, [&](const TouchingPair& pair) {
    const std::uint32_t slot = store.recycling[pair.contactIndex].batchSlot;
    if (slot != kNoBatchSlot) batches.slots[slot] = slotOf(scene, pair);
  });
}

}  // namespace

void updateBatches(ContactBatches& batches, const ContactScene& scene) {
  ContactStore& store = scene.contacts;
  BatchLayout& layout = batches.layout;
  ContactChanges& changes = store.changes;
  layout.outdated |= 2 * changes.renewed.size() > touchingCount(store);  // sorting costs no constraint that could be kept
  if (!layout.outdated) {
    if (!batches.upToDate || changes.poolSorted) restoreSlots(batches, scene);
    for (const std::uint32_t slot : changes.vacatedSlots) {
      TUMBLE_ASSERT(slot < kLanes * layout.batchCount, "a slot that is vacated is one of a batch");
      batches.slots[slot] = {};
      batches.changed[slot / kLanes] |= kConstraintChanged;
    }
    for (const TouchingPair& pair : changes.renewed) {
      std::uint32_t& slot = store.recycling[pair.contactIndex].batchSlot;
      if (slot != kNoBatchSlot) continue;
      slot = kLanes * layout.batchCount++;
      batches.slots.resize(kLanes * layout.batchCount);
      batches.slots[slot] = slotOf(scene, pair);
      batches.changed.push_back(0);
    }
    layout.emptySlots += static_cast<std::uint32_t>(changes.vacatedSlots.size());
    layout.outdated = kSortShare * (layout.batchCount - layout.sortedCount + layout.emptySlots / kLanes) > layout.batchCount;
  }
  if (layout.outdated) sortIntoBatches(batches, scene);
  for (const TouchingPair& pair : changes.renewed) {
    Recycling& recycling = store.recycling[pair.contactIndex];
    TUMBLE_ASSERT(recycling.isNew, "a renewed contact is marked as new");
    recycling.isNew = false;
    batches.changed[recycling.batchSlot / kLanes] |= static_cast<std::uint8_t>(kConstraintChanged | 1u << recycling.batchSlot % kLanes);
  }
  discardChanges(changes);
  changes.poolSorted = false;
  batches.upToDate = true;
}

}  // namespace tumble
