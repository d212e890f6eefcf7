// Batches: four contacts each, solved at once as one constraint (contact_constraint.h). A contact keeps its batch slot while its bodies touch,
// and most constraints of a pile are kept from step to step. A new contact gets a batch of its own behind the sorted ones. When a share of
// the slots is new or empty, or most manifolds are new, all contacts are sorted into batches by colour (color_contacts.h).
//
// A constraint depends on the reference poses and on the manifold as it was made (narrow_phase/contact_cache.h) alone, so a kept constraint has
// the bits of one made anew.
#pragma once
#include <cstdint>

#include "bodies/body_store.h"
#include "colliders/collider.h"
#include "contacts/batches/color_contacts.h"
#include "contacts/constraints/contact_constraint.h"
#include "containers/list.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

/// The stores a step works on.
struct ContactScene {
  BodyStore& bodies;
  ColliderStore& colliders;
  ContactStore& contacts;
  const ContactCache& cache;
};

/// One lane of a batch; by default an empty one.
struct BatchSlot {
  TouchingPair pair{kNoContact, 0, 0};
  std::uint32_t bodyA = kImmovable, bodyB = kImmovable;  // ContactSide::mover
};

/// Bit of ContactBatches::changed: the constraint is made anew. The bits below it, one for each lane: the manifold is new.
constexpr std::uint8_t kConstraintChanged = 1 << kLanes;

/// With the batch slots of the contacts (Recycling::batchSlot) it is state: the order in which contacts are solved.
struct BatchLayout {
  std::uint32_t batchCount = 0;
  std::uint32_t sortedCount = 0;  // the first batches, in the order of their colours; behind them are those of newer contacts
  std::uint32_t emptySlots = 0;   // slots of contacts that ended since the last sorting
  bool outdated = true;           // all contacts get new slots in the next step
};

struct ContactBatches {
  BatchLayout layout;
  List<BatchSlot> slots;       // kLanes for each batch
  List<std::uint8_t> changed;  // by batch
  bool upToDate = false;       // slots and constraints are those of the contacts; clear it to have all constraints made anew

  ColoredContacts colored;
  List<ColoredContact> scratchContacts;
};

/// All contacts get new batch slots in the next step.
inline void forgetBatchSlots(ContactBatches& batches, ContactStore& contacts) {
  batches.layout = {};
  discardChanges(contacts.changes);
}
/// Updates the slots of new, ended and renewed contacts, and marks their batches as changed.
void updateBatches(ContactBatches& batches, const ContactScene& scene);

}  // namespace tumble
