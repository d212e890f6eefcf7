#include "world/world.h"

#include "world/joints.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/speculative_distance.h"
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

ColliderShape colliderShapeOf(ShapeType type) {
  if (type == ShapeType::ellipsoid) return ColliderShape::ellipsoid;
  constexpr ColliderShape shapes[] = {ColliderShape::box,  ColliderShape::sphere, ColliderShape::cylinder, ColliderShape::capsule,
                                      ColliderShape::cone, ColliderShape::hull,   ColliderShape::triangle};  // as in ShapeType
  return shapes[static_cast<int>(type)];
}

/// A mesh has a collider for each triangle.
std::uint32_t colliderCountOf(const Shape& shape) {
  if (!isCollider(shape)) return 0;
  return isSurface(shape) ? static_cast<std::uint32_t>(shape.triangles.size() / 3) : 1;
}

/// The box around a triangle has a thickness, so that its margin in the broad phase is that of the speculative distance.
Vec3f padded(Vec3f halfExtents) {
  for (int i = 0; i < 3; ++i) halfExtents[i] = std::max(halfExtents[i], 2 * kSpeculativeMargin);
  return halfExtents;
}

Vec3 colliderHalfExtents(const Shape& shape) {
  const double r = shape.radius, half = 0.5 * shape.height;
  switch (shape.type) {
    case ShapeType::box:
    case ShapeType::ellipsoid: return shape.halfExtents;
    case ShapeType::sphere: return {r, r, r};
    case ShapeType::capsule: return {r, half + r, r};
    default: return {r, half, r};
  }
}

}  // namespace

// Defined here, because inline they would be generated at every use.
World::World() = default;
World::World(const World&) = default;
World& World::operator=(const World&) = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

std::size_t pairWorkOf(const World& world) {
  const ContactStore& contacts = world.contacts;
  if (world.colliders.meshes.empty()) return contacts.keys.size();
  std::size_t apart = 0;
  for (std::size_t k = 0; k < contacts.keys.size(); ++k) {
    const bool isTriangle = world.colliders.boxes[pairColliderA(contacts.keys[k])].isTriangle() ||
                            world.colliders.boxes[pairColliderB(contacts.keys[k])].isTriangle();
    apart += isTriangle && contacts.records[k].contactIndex == kApart;
  }
  return contacts.keys.size() - apart + apart / kApartTriangles;
}

SolverPreset presetOf(const World& world) {
  const Quality quality = world.settings.quality;
  const bool standard = quality == Quality::standard;
  const bool small = world.bodies.aliveCount <= (standard ? kRigidBodyLimit : kPreciseBodyLimit) &&
                     pairWorkOf(world) <= (standard ? kRigidPairLimit : kPrecisePairLimit);
  const bool precise = small || quality == Quality::precise;
  SolverPreset preset = precise ? precisePreset() : standardPreset();
  for (int rate = world.settings.stepsPerSecond; rate < kPresetStepsPerSecond; rate *= 2) preset.substeps *= 2;
  return preset;
}

void addFormerScene(World& world, std::uint64_t scene) {
  constexpr std::size_t kMost = 256;
  auto& former = world.formerScenes;
  if (std::find(former.begin(), former.end(), scene) != former.end()) return;
  if (former.size() == kMost) former.erase(0);
  former.push_back(scene);
}

BodyId addBody(World& world, const BodyDescription& description) {
  const BodyId id = createBody(world.bodies, description);
  if (id == kNoBody) return id;
  Body& body = world.bodies.bodies[bodyIndex(id)];
  const auto& shapes = description.shapes;
  TUMBLE_ASSERT(body.type != BodyType::dynamic || body.mass > 0, "a dynamic body has a mass");
  for (const Shape& shape : shapes) body.colliderCount += colliderCountOf(shape);
  body.firstCollider = reserveColliders(world.colliders, body.colliderCount);
  const Quat bodyToPrincipal = conjugate(body.principalToBody);
  std::uint32_t next = body.firstCollider;
  for (const Shape& shape : shapes) {
    const std::uint32_t geometry = addAppearance(world.appearances, world.geometries, bodyIndex(id), shape);
    TUMBLE_ASSERT(!isSurface(shape) || body.type == BodyType::fixed, "a surface that collides does not move");
    for (std::uint32_t k = 0; k < colliderCountOf(shape); ++k) {
      Collider& collider = world.colliders.colliders[next++];
      collider.body = bodyIndex(id);
      collider.alive = true;
      collider.moves = body.type == BodyType::dynamic;
      collider.shape = colliderShapeOf(shape.type);
      collider.halfExtents = toFloat(colliderHalfExtents(shape));
      collider.position = rotate(bodyToPrincipal, shape.position - body.centerOfMass);
      collider.orientation = normalized(bodyToPrincipal * shape.orientation);
      collider.geometry = 0, collider.triangle = 0, collider.hull = nullptr;
      if (isHull(collider.shape)) {
        collider.geometry = geometry;
        collider.triangle = k;
        collider.hull = hullOf(world.colliders, world.geometries, collider);
        collider.halfExtents = toFloat(collider.hull->halfExtents);
        collider.position += rotate(collider.orientation, collider.hull->center);
      }
      if (collider.shape == ColliderShape::triangle) collider.halfExtents = padded(collider.halfExtents);
      collider.friction = static_cast<float>(shape.friction);
      collider.restitution = static_cast<float>(shape.restitution);
      collider.rollingFriction = static_cast<float>(shape.rollingFriction);
      const double size = static_cast<double>(collider.isSphere() ? collider.halfExtents.x : length(collider.halfExtents)),
                   farthest = length(collider.position) + size;
      const double limit = static_cast<double>(speculativeLimit(collider.halfExtents));
      if (farthest > body.radius) body.radius = farthest;
      if (body.thinness == 0 || limit < body.thinness) body.thinness = limit;
    }
  }
  world.sleepers.allAsleep = false;
  ++world.bodiesVersion;
  return id;
}

void copyBody(World& world, const World& other, std::uint32_t index) {
  const Body& original = other.bodies.bodies[index];
  TUMBLE_ASSERT(original.alive && index < world.bodies.bodies.size() && !world.bodies.bodies[index].alive,
                "a body is copied to a free index");
  Body& body = world.bodies.bodies[index] = original;
  body.island = kAwake;
  restartStillSteps(body);
  body.firstCollider = reserveColliders(world.colliders, body.colliderCount);
  for (std::uint32_t i = 0; i < body.colliderCount; ++i) {
    Collider& collider = world.colliders.colliders[body.firstCollider + i] = other.colliders.colliders[original.firstCollider + i];
    if (!collider.hull) continue;
    collider.geometry = geometryIndex(world.geometries, other.geometries[collider.geometry]);
    collider.hull = hullOf(world.colliders, world.geometries, collider);
  }
  world.bodies.names[index] = other.bodies.names[index];
  ++world.bodies.aliveCount;
  copyAppearances(world.appearances, world.geometries, index, other.appearances, other.geometries);
  world.sleepers.allAsleep = false;
  ++world.bodiesVersion;
}

bool removeBody(World& world, BodyId id) { return removeBodies(world, {&id, 1}) == 0; }

std::size_t removeBodies(World& world, std::span<const BodyId> ids) {
  List<std::uint8_t> isRemoved(world.bodies.bodies.size()), colliderIsRemoved(world.colliders.colliders.size());
  List<std::uint32_t> removed;
  for (const BodyId id : ids) {
    if (!findBody(world.bodies, id) || isRemoved[bodyIndex(id)]) continue;
    const Body& body = world.bodies.bodies[bodyIndex(id)];
    isRemoved[bodyIndex(id)] = 1;
    removed.push_back(bodyIndex(id));
    for (std::uint32_t i = body.firstCollider; i < body.firstCollider + body.colliderCount; ++i) colliderIsRemoved[i] = 1;
  }
  if (removed.empty()) return ids.size();
  List<std::uint8_t> islands(world.bodies.bodies.size());
  for (const std::uint32_t index : removed) {
    if (isAsleep(world.bodies.bodies[index])) islands[world.bodies.bodies[index].island] = 1;
  }
  markNeighbours(sleepSceneOf(world), isRemoved, islands);
  wakeIslands(world.sleepers, world.bodies, islands);
  world.sleepers.allAsleep = false;
  removeContactsOf(world.contacts, colliderIsRemoved);
  forgetBatchSlots(world.contactSolver.batches, world.contacts);
  removeContactsOf(world.sleepers.contacts, colliderIsRemoved);
  const auto namesRemoved = [&](BodyId id) { return id != kNoBody && findBody(world.bodies, id) && isRemoved[bodyIndex(id)]; };
  eraseIf(world.forces, [&](const Force& f) { return namesRemoved(f.body) || namesRemoved(otherBodyOf(f)); });
  eraseIf(world.pointerSprings, [&](const PointerSpring& s) { return namesRemoved(s.body); });
  removeJointsOf(world, isRemoved);
  const std::size_t appearanceCount = world.appearances.size();
  eraseIf(world.appearances, [&](const Appearance& a) { return isRemoved[a.body] != 0; });
  for (const std::uint32_t index : removed) {
    const Body& body = world.bodies.bodies[index];
    for (std::uint32_t i = body.firstCollider; i < body.firstCollider + body.colliderCount; ++i) {
      removeCollider(world.broadPhase, i);
      world.colliders.colliders[i] = Collider{};
    }
    if (body.colliderCount > 0) world.colliders.freeRuns.push_back({body.firstCollider, body.colliderCount});
    if (index < world.sceneIndices.size()) world.sceneIndices[index] |= kRemovedFromScene;
    destroyBody(world.bodies, idOf(world.bodies, index));
  }
  if (world.appearances.size() < appearanceCount) dropGeometries(world.appearances, world.colliders, world.geometries);
  ++world.bodiesVersion;
  return ids.size() - removed.size();
}

void wake(World& world, BodyId id) {
  if (findBody(world.bodies, id)) wakeBody(world.sleepers, world.bodies, bodyIndex(id));
  world.sleepers.allAsleep = false;
}

void enqueue(World& world, Command command) {
  if (command.step < world.stepCount) command.step = world.stepCount;
  TUMBLE_ASSERT(command.step >= world.stepCount, "a command waits for a step to come");
  const auto isBefore = [&](const Command& c) { return c.step <= command.step; };
  const auto before = std::find_if(world.commands.rbegin(), world.commands.rend(), isBefore);
  world.commands.insert(before.base(), std::move(command));
}

}  // namespace tumble
