#include "contacts/contact_groups.h"

#include "tuning.h"

namespace tumble {
namespace {

GroupLane laneOf(const ContactScene& scene, const TouchingPair& pair) {
  return {pair, scene.colliders.sides[pair.colliderA].mover, scene.colliders.sides[pair.colliderB].mover};
}

/// By the number of points, and whether the last step left an impulse: what carries nothing yet is visited with friction each time
/// (ContactRows::fresh).
std::uint32_t kindOf(const Manifold& manifold) {
  bool carries = false;
  for (int i = 0; i < manifold.count; ++i) carries |= manifold.normalImpulse[i] > 0;
  return (carries ? 2u * kMaxManifoldPoints : 1u * kMaxManifoldPoints) - manifold.count;
}
static_assert(kContactKinds == 2 * kMaxManifoldPoints);

/// New lanes for all.
void sortContacts(ContactGroups& groups, const ContactScene& scene) {
  ContactStore& store = scene.contacts;
  groups.scratchContacts.clear();
  forEachTouching(store, [&](const TouchingPair& pair) {
    const GroupLane lane = laneOf(scene, pair);
    groups.scratchContacts.extend() = {lane.bodyA + 1, lane.bodyB + 1, kindOf(store.pool[pair.contactIndex])};  // kImmovable + 1 is 0
  });
  ColoredContacts& colored = groups.colored;
  colorContacts(groups.scratchContacts, static_cast<std::uint32_t>(scene.bodies.bodies.size()) + 1, colored);
  groups.lanes.assign(kLanes * colored.groupCount, {});
  groups.changed.assign(colored.groupCount, kRowsChanged);
  store.grouping = {colored.groupCount, colored.groupCount, 0, false};
  const std::uint32_t* next = colored.lanes.data();
  forEachTouching(store, [&](const TouchingPair& pair) {
    groups.lanes[*next] = laneOf(scene, pair);
    store.recycling[pair.contactIndex].lane = *next++;
  });
}

/// The lanes as the contacts know them.
void findLanes(ContactGroups& groups, const ContactScene& scene) {
  const ContactStore& store = scene.contacts;
  groups.lanes.assign(kLanes * store.grouping.groups, {});
  groups.changed.assign(store.grouping.groups, kRowsChanged);
  forEachTouching(store, [&](const TouchingPair& pair) {
    const std::uint32_t lane = store.recycling[pair.contactIndex].lane;
    if (lane != kNoLane) groups.lanes[lane] = laneOf(scene, pair);
  });
}

}  // namespace

void groupContacts(ContactGroups& groups, const ContactScene& scene) {
  ContactStore& store = scene.contacts;
  Grouping& grouping = store.grouping;
  grouping.outdated |= 2 * store.renewed.size() > touchingCount(store);  // most rows are made anew: they may as well lie well
  if (!grouping.outdated) {
    if (!groups.standing || store.tidied) findLanes(groups, scene);
    for (const std::uint32_t lane : store.vacated) {
      groups.lanes[lane] = {};
      groups.changed[lane / kLanes] |= kRowsChanged;
    }
    for (const TouchingPair& pair : store.renewed) {
      std::uint32_t& lane = store.recycling[pair.contactIndex].lane;
      if (lane != kNoLane) continue;
      lane = kLanes * grouping.groups++;
      groups.lanes.resize(kLanes * grouping.groups);
      groups.lanes[lane] = laneOf(scene, pair);
      groups.changed.push_back(0);
    }
    grouping.holes += static_cast<std::uint32_t>(store.vacated.size());
    grouping.outdated = kSortShare * (grouping.groups - grouping.sorted + grouping.holes / kLanes) > grouping.groups;
  }
  if (grouping.outdated) sortContacts(groups, scene);
  for (const TouchingPair& pair : store.renewed) {
    Recycling& recycling = store.recycling[pair.contactIndex];
    recycling.isNew = false;
    groups.changed[recycling.lane / kLanes] |= static_cast<std::uint8_t>(kRowsChanged | 1u << recycling.lane % kLanes);
  }
  store.vacated.clear();
  store.renewed.clear();
  store.tidied = false;
  groups.standing = true;
}

}  // namespace tumble
