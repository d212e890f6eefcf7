#include "world/place_bodies.h"

#include "bodies/planar.h"
#include "colliders/place_colliders.h"
#include "world/guard.h"

namespace tumble {
namespace {

/// Whether the colliders of a static body have to be placed: in its first step, and when a command has moved it. Notes its pose.
bool mustBePlaced(ColliderStore& store, const Body& body, std::uint32_t index) {
  PlacedBody& placed = store.placed[index];
  if (body.type != BodyType::fixed) return true;
  if (placed.generation == body.generation + 1 && placed.x == body.x && placed.q == body.q) return false;
  placed = {body.x, body.q, body.generation + 1};
  return true;
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
    if (!isAsleep(body) && mustBePlaced(world.colliders, body, i)) placeColliders(world.colliders, body, dt);
  }
}

}  // namespace tumble
