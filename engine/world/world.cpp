#include "world/world.h"

#include <algorithm>

#include "collision/reach.h"
#include "tuning.h"

namespace tumble {
namespace {

std::uint32_t reserveColliders(ColliderStore& store, std::uint32_t count) {
  for (std::size_t i = store.freeRuns.size(); i-- > 0;) {
    if (store.freeRuns[i].count != count) continue;
    const std::uint32_t first = store.freeRuns[i].first;
    store.freeRuns.erase(i);
    return first;
  }
  const auto first = static_cast<std::uint32_t>(store.colliders.size());
  store.colliders.resize(first + count);
  return first;
}

}  // namespace

// Here, once: a world has many members, and each place that moves one would hold the code for all of them.
World::World() = default;
World::World(const World&) = default;
World& World::operator=(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

SolverPreset presetOf(const World& world) {
  const Quality quality = world.settings.quality;
  const bool standard = quality == Quality::standard;
  const bool small = world.bodies.aliveCount <= (standard ? kRigidBodyLimit : kPreciseBodyLimit) &&
                     world.contacts.keys.size() <= (standard ? kRigidPairLimit : kPrecisePairLimit);
  const bool precise = small || quality == Quality::precise;
  SolverPreset preset = precise ? precisePreset() : standardPreset();
  for (int rate = world.settings.stepsPerSecond; rate < kPresetStepsPerSecond; rate *= 2) preset.substeps *= 2;
  return preset;
}

BodyId addBody(World& world, const BodyDescription& description) {
  const BodyId id = createBody(world.bodies, description);
  if (id == kNoBody) return id;
  Body& body = world.bodies.bodies[bodyIndex(id)];
  const auto& shapes = description.shapes;
  body.colliderCount = static_cast<std::uint32_t>(std::count_if(shapes.begin(), shapes.end(), isCollider));
  body.firstCollider = reserveColliders(world.colliders, body.colliderCount);
  const Quat bodyToPrincipal = conjugate(body.principalToBody);
  std::uint32_t next = body.firstCollider;
  for (const Shape& shape : shapes) {
    if (!isCollider(shape)) continue;
    Collider& collider = world.colliders.colliders[next++];
    collider.body = bodyIndex(id);
    collider.alive = true;
    collider.moves = body.type == BodyType::dynamic;
    collider.isSphere = shape.type == ShapeType::sphere;
    collider.halfExtents = toFloat(collider.isSphere ? Vec3{shape.radius, shape.radius, shape.radius} : shape.halfExtents);
    collider.position = rotate(bodyToPrincipal, shape.position - body.centerOfMass);
    collider.orientation = normalized(bodyToPrincipal * shape.orientation);
    collider.friction = static_cast<float>(shape.friction);
    collider.restitution = static_cast<float>(shape.restitution);
    const double size = static_cast<double>(collider.isSphere ? collider.halfExtents.x : length(collider.halfExtents)), reach = length(collider.position) + size;
    const double limit = static_cast<double>(speculativeLimit(collider.halfExtents));
    if (reach > body.radius) body.radius = reach;
    if (body.thinness == 0 || limit < body.thinness) body.thinness = limit;
  }
  addAppearances(world.appearances, world.geometries, bodyIndex(id), shapes);
  world.sleepers.quiet = false;
  ++world.bodiesVersion;
  return id;
}

bool removeBody(World& world, BodyId id) {
  const Body* body = findBody(world.bodies, id);
  if (!body) return false;
  wakeBody(world.sleepers, world.bodies, bodyIndex(id));
  wakeNeighbours(sleepSceneOf(world), bodyIndex(id));
  world.sleepers.quiet = false;
  for (std::uint32_t i = body->firstCollider; i < body->firstCollider + body->colliderCount; ++i) {
    removeContactsOf(world.contacts, i);
    removeContactsOf(world.sleepers.contacts, i);
    removeCollider(world.broadPhase, i);
    world.colliders.colliders[i] = Collider{};
  }
  if (body->colliderCount > 0) world.colliders.freeRuns.push_back({body->firstCollider, body->colliderCount});
  eraseIf(world.forces, [&](const Force& f) { return f.body == id || f.other == id; });
  eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return s.body == id; });
  eraseIf(world.appearances, [&](const Appearance& a) { return a.body == bodyIndex(id); });
  if (bodyIndex(id) < world.entries.size()) world.entries[bodyIndex(id)] |= kGoneEntry;
  destroyBody(world.bodies, id);
  ++world.bodiesVersion;
  return true;
}

void wake(World& world, BodyId id) {
  if (findBody(world.bodies, id)) wakeBody(world.sleepers, world.bodies, bodyIndex(id));
  world.sleepers.quiet = false;
}

void enqueue(World& world, Command command) {
  if (command.step < world.stepCount) command.step = world.stepCount;
  auto& commands = world.commands;
  commands.push_back(std::move(command));
  for (std::size_t i = commands.size() - 1; i > 0 && commands[i].step < commands[i - 1].step; --i) std::swap(commands[i], commands[i - 1]);
}

}  // namespace tumble
