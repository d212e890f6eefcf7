#include "world/place_bodies.h"

#include "bodies/planar.h"
#include "colliders/place_colliders.h"
#include "world/guard.h"

namespace tumble {
namespace {

/// Whether the colliders of a static body are where they belong: not in its first step, nor when a command has moved it.
bool isInPlace(const PlacedBody& placed, const Body& body) {
  return body.type == BodyType::fixed && placed.generation == body.generation + 1 && placed.x == body.x && placed.q == body.q;
}

}  // namespace

void placeBodies(World& world) {
  const auto dt = static_cast<float>(timeStep(world));
  makeRoom(world.colliders);
  auto& bodies = world.bodies.bodies;
  world.colliders.placed.resize(bodies.size());
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    Body& body = bodies[i];
    if (!body.alive) continue;
    if (body.planar) constrainToPlane(body);
    if (body.type != BodyType::fixed && !isInsideWorld(body)) freeze(world, i);
    PlacedBody& placed = world.colliders.placed[i];
    if (isAsleep(body) || isInPlace(placed, body)) continue;
    placeColliders(world.colliders, body, dt);
    if (body.type == BodyType::fixed) placed = {body.x, body.q, body.generation + 1};
  }
}

}  // namespace tumble
