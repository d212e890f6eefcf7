// Batches from step to step: no two slots of a batch move the same body, and kept constraints have the bits of those made anew.
#include "contacts/batches/contact_batches.h"

#include <doctest/doctest.h>

#include <set>

#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"
#include "tuning.h"
#include "world/world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// All sources of constraints: long boxes, compounds, balls, a kinematic body, restitution, a removed body.
const char* const kMixed =
    "{'tumble': 1, 'quality': 'default', 'sleeping': false, 'bodies': [{'type': 'static', 'size': [40,2,40], 'position': [0,-1,0]},"
    " {'type': 'kinematic', 'size': [3,0.4,3], 'position': [2.5,0.2,0], 'velocity': [0.01,0,0]},"
    " {'size': [1,1,1], 'arrangement': {'type': 'grid', 'count': [4,3,4], 'spacing': [1.05,1.05,1.05]}, 'position': [0,0.5,0]},"
    " {'size': [2.5,0.3,0.5], 'arrangement': {'type': 'grid', 'count': [2,3,2], 'spacing': [2.6,0.35,0.9]}, 'position': [-5,0.2,0]},"
    " {'position': [6,1,0], 'shapes': [{'type': 'box', 'size': [2,0.4,0.4]}, {'type': 'box', 'size': [0.4,2,0.4]}]},"
    " {'position': [6,1,2], 'shapes': [{'type': 'sphere', 'radius': 0.4}, {'type': 'box', 'size': [0.3,2,0.3], 'position': [0,1,0]}]},"
    " {'position': [0,6,5], 'shapes': [{'type': 'sphere', 'radius': 0.5}]},"
    " {'position': [1,7,1], 'size': [1,1,1], 'restitution': 0.5}],"
    " 'commands': [{'type': 'removeBody', 'step': 90, 'body': 5}, {'type': 'impulse', 'step': 100, 'body': 9, 'impulse': [900,900,0]}]}";

void checkSlots(const World& world) {
  const ContactStore& store = world.contacts;
  const List<BatchSlot>& slots = world.contactSolver.batches.slots;
  REQUIRE(slots.size() == kLanes * world.contactSolver.batches.layout.batchCount);
  std::size_t taken = 0;
  for (std::size_t first = 0; first < slots.size(); first += kLanes) {
    std::set<std::uint32_t> movers;
    std::set<bool> bothMove;
    for (std::size_t i = first; i < first + kLanes; ++i) {
      const BatchSlot& slot = slots[i];
      if (slot.pair.contactIndex == kNoContact) continue;
      ++taken;
      CHECK(store.pool[slot.pair.contactIndex].count > 0);
      CHECK(store.recycling[slot.pair.contactIndex].batchSlot == i);
      bothMove.insert(slot.bodyA != kImmovable && slot.bodyB != kImmovable);
      for (const std::uint32_t body : {slot.bodyA, slot.bodyB}) CHECK((body == kImmovable || movers.insert(body).second));
    }
    CHECK(bothMove.size() <= 1);
  }
  CHECK(taken == touchingCount(store));
}

}  // namespace

TEST_CASE("kept constraints have the bits of constraints made anew") {
  World kept = worldOf(kMixed), made = kept;
  std::size_t stayed = 0, batches = 0;
  for (int i = 0; i < 400; ++i) {
    step(kept);
    made.contactSolver.batches.upToDate = false;
    step(made);
    REQUIRE(stateHash(kept) == stateHash(made));
    checkSlots(kept);
    batches += kept.contactSolver.batches.layout.batchCount;
    for (const Recycling& recycling : kept.contacts.recycling) stayed += recycling.versions != 0;
  }
  CHECK(batches > 4000);
  CHECK(stayed > 10000);
}

TEST_CASE("a heap restored while contacts come and go goes on to the bit") {
  World world = worldOf(
      "{'tumble': 1, 'quality': 'default', 'bodies': [{'type': 'static', 'size': [60,2,60], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'position': [0,0.6,0], 'arrangement': {'type': 'grid', 'count': [8,5,8], 'spacing': [1.1,1.1,1.1],"
      " 'jitter': 0.04, 'randomOrientation': true, 'seed': 3}}]}");
  World restored = world;
  int unsorted = 0;
  for (int i = 0; i < 240; ++i) {
    if (i % 7 == 0) REQUIRE(restore(restored, snapshot(world)) == "");
    step(world);
    step(restored);
    REQUIRE(stateHash(world) == stateHash(restored));
    const BatchLayout& layout = world.contactSolver.batches.layout;
    unsorted += layout.batchCount > layout.sortedCount;
  }
  CHECK(unsorted > 20);
}

TEST_CASE("a new contact of a pile at rest gets a batch of its own, an ended one leaves its slot empty") {
  World world = worldOf(
      "{'tumble': 1, 'quality': 'default', 'sleeping': false, 'bodies': ["
      "{'type': 'static', 'size': [60,2,60], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'arrangement': {'type': 'grid', 'count': [12,2,12], 'spacing': [1.5,1,1.5]}, 'position': [0,0.5,0]},"
      " {'size': [1,1,1], 'position': [0,4,0]}],"
      " 'commands': [{'type': 'impulse', 'step': 120, 'body': 40, 'impulse': [0,6000,0]}]}");
  bool came = false, went = false;
  for (int i = 0; i < 200; ++i) {
    step(world);
    checkSlots(world);
    const BatchLayout& layout = world.contactSolver.batches.layout;
    came = came || layout.batchCount > layout.sortedCount;
    went = went || layout.emptySlots > 0;
    CHECK(kSortShare * (layout.batchCount - layout.sortedCount) <= layout.batchCount);
  }
  CHECK(came);
  CHECK(went);
}
