// Which contacts are solved side by side, from step to step. Most contacts of a pile stay, and with them the rows of their group
// (contact_rows.h): a contact keeps its lane while its bodies touch. What comes gets a group of its own behind the sorted ones;
// when a share of all has come or gone, or most manifolds are new, every contact gets a new lane, by colours (color_contacts.h).
//
// Rows are made of what is known of the reference poses and of the manifold as it was made (narrow_phase/contact_cache.h) and of nothing
// else: whether they were kept or are made again makes no difference.
#pragma once
#include <cstdint>

#include "bodies/body_store.h"
#include "colliders/collider.h"
#include "narrow_phase/contact_cache.h"
#include "narrow_phase/contact_store.h"
#include "containers/list.h"
#include "contacts/color_contacts.h"
#include "contacts/contact_rows.h"

namespace tumble {

/// The stores a step works on.
struct ContactScene {
  BodyStore& bodies;
  ColliderStore& colliders;
  ContactStore& contacts;
  const ContactCache& cache;
};

struct BatchSlot {
  TouchingPair pair{kNoContact, 0, 0};
  std::uint32_t bodyA = kImmovable, bodyB = kImmovable;  // ContactSide::mover
};

/// ContactBatches::changed: the rows are made again. The bits below it, one a lane: the manifold is new.
constexpr std::uint8_t kConstraintChanged = 1 << kLanes;

struct ContactBatches {
  List<BatchSlot> slots;        // kLanes for each group; those of ContactStore::grouping
  List<std::uint8_t> changed;   // by group
  bool upToDate = false;        // lanes and rows are those of the contacts; cleared by what changes what rows are made of

  ColoredContacts colored;
  List<ColoredContact> scratchContacts;
};

/// Takes over what came, went, and was made anew, and marks the groups it concerns.
void updateBatches(ContactBatches& batches, const ContactScene& scene);

}  // namespace tumble
