#include "world/place_bodies.h"

#include "bodies/planar.h"
#include "colliders/place_colliders.h"
#include "world/guard.h"

namespace tumble {

void placeBodies(World& world) {
  const auto dt = static_cast<float>(timeStep(world));
  makeRoom(world.colliders);
  auto& bodies = world.bodies.bodies;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    if (!body.alive) continue;
    if (body.planar) constrainToPlane(body);
    if (body.type != BodyType::fixed && !isInsideWorld(body)) freeze(world, i);
    if (!isAsleep(body)) placeColliders(world.colliders, body, dt);
  }
}

}  // namespace tumble
