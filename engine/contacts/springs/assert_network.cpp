#include "contacts/springs/assert_network.h"

#include "assertion.h"

namespace tumble {

void assertNetwork(const ForceNetwork& n, const BodyStore& bodies) {
  std::uint32_t next = 0;
  for (const ForceGroup& group : n.groups) {
    TUMBLE_ASSERT(group.begin == next && group.end > group.begin && group.end <= n.bodies.size(),
                  "groups follow each other, none is empty");
    TUMBLE_ASSERT(group.squaredRate >= 0 && group.dampingRate >= 0, "the rates of springs are numbers");
    TUMBLE_ASSERT(group.active == (group.stiff || group.touches), "a group is solved when it touches something or is stiff");
    next = group.end;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      const ForcedBody& forced = n.bodies[i];
      TUMBLE_ASSERT(n.networkIndex[forced.body] == i + 1, "a body under forces is once in the network");
      TUMBLE_ASSERT(forced.lowestJoined >= group.begin && forced.lowestJoined <= i,
                    "springs join bodies of one group, a body to one before it");
      TUMBLE_ASSERT(bodies.bodies[forced.body].type == BodyType::dynamic && bodies.bodies[forced.body].alive,
                    "forces act on dynamic bodies");
      TUMBLE_ASSERT((forced.index != 0) == group.active, "the bodies of a group are in the solver all or none");
    }
  }
  TUMBLE_ASSERT(next == n.bodies.size(), "each body under forces is in a group");
}

}  // namespace tumble
