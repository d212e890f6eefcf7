#include "world/guard.h"

namespace tumble {

void freeze(World& world, std::uint32_t index) {
  Body& body = world.bodies.bodies[index];
  wakeBody(world.sleepers, world.bodies, index);
  body.x = body.lastGoodX;
  body.q = body.lastGoodQ;
  body.v = body.L = body.kinematicOmega = {};
  keepOrientation(body);
  body.frozen = true;
  forgetLanes(world.contacts);
  world.report.flags |= kNonFiniteBody;
  world.report.frozenBody = idOf(world.bodies, index);
}

}  // namespace tumble
