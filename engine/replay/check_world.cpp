#include "replay/check_world.h"

#include <algorithm>

namespace tumble {
namespace {

// Few sentences: only who forges a snapshot, or writes the engine, ever reads one.
constexpr const char* kNamesNobody = "it names a body, collider, corner or axis that is not there";
constexpr const char* kLengthsDiffer = "lists that belong together differ in length";
constexpr const char* kNotSorted = "a list is not sorted";
constexpr const char* kImproper = "a place, size or mass is no proper number";

bool isPositive(double x) { return x > 0 && isFinite(Vec3{x, 0, 0}); }
bool isPositive(Vec3 v) { return isPositive(v.x) && isPositive(v.y) && isPositive(v.z); }

template <class List> bool isAscending(const List& list) {
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (!(list[i - 1] < list[i])) return false;
  }
  return true;
}

const char* contradictionIn(const Body& body, const ColliderStore& colliders) {
  const std::size_t colliderCount = colliders.colliders.size();
  if (body.firstCollider > colliderCount || body.colliderCount > colliderCount - body.firstCollider) return kNamesNobody;
  if (!isFinite(body.lastGoodX) || !isFinite(body.lastGoodQ) || !isFinite(body.centerOfMass) || !isFinite(body.principalToBody)) {
    return kImproper;
  }
  if (body.type != BodyType::dynamic) return nullptr;
  const bool hasMass = isPositive(body.mass) && isPositive(body.inverseMass) && isPositive(body.inertia) && isPositive(body.inverseInertia);
  return hasMass ? nullptr : kImproper;
}

const char* contradictionIn(const BodyStore& store, const ColliderStore& colliders) {
  if (store.bodies.size() >= kMaxBodies || store.names.size() != store.bodies.size()) return kLengthsDiffer;
  std::uint32_t alive = 0;
  for (const Body& body : store.bodies) {
    if (!body.alive) continue;
    ++alive;
    if (const char* problem = contradictionIn(body, colliders)) return problem;
  }
  if (alive != store.aliveCount) return kLengthsDiffer;
  for (const std::uint32_t slot : store.freeSlots) {
    if (slot >= store.bodies.size() || store.bodies[slot].alive) return kNamesNobody;
  }
  return nullptr;
}

const char* contradictionIn(const ColliderStore& store, const BodyStore& bodies) {
  for (std::size_t i = 0; i < store.colliders.size(); ++i) {
    const Collider& collider = store.colliders[i];
    if (!collider.alive) continue;
    if (collider.body >= bodies.bodies.size()) return kNamesNobody;
    const Body& body = bodies.bodies[collider.body];
    const bool owned = body.alive && i >= body.firstCollider && i - body.firstCollider < body.colliderCount;
    if (!owned || collider.moves != (body.type == BodyType::dynamic)) return kNamesNobody;
    if (!isPositive(toDouble(collider.halfExtents)) || !isFinite(collider.position) || !isFinite(collider.orientation)) {
      return kImproper;
    }
  }
  for (const ColliderRun& run : store.freeRuns) {
    if (run.first > store.colliders.size() || run.count > store.colliders.size() - run.first) return kNamesNobody;
  }
  return nullptr;
}

const char* contradictionIn(const BroadPhase& broadPhase, std::size_t colliderCount) {
  const std::size_t count = broadPhase.fatBoxes.size();
  if (count > colliderCount || broadPhase.tracked.size() != count || broadPhase.forgotten.size() != count) return kLengthsDiffer;
  if (!isAscending(broadPhase.pairs)) return kNotSorted;
  for (const std::uint64_t key : broadPhase.pairs) {
    if (pairColliderA(key) >= count || pairColliderB(key) >= count) return kNamesNobody;
  }
  return nullptr;
}

const char* contradictionIn(const ContactCache& cache, const ColliderStore& colliders) {
  return cache.references.size() > colliders.colliders.size() ? kLengthsDiffer : nullptr;
}

const char* contradictionIn(const ContactStore& contacts, const ColliderStore& colliders) {
  if (contacts.records.size() != contacts.keys.size()) return kLengthsDiffer;
  if (!isAscending(contacts.keys)) return kNotSorted;
  const Grouping& grouping = contacts.grouping;
  if (grouping.groups > 2 * contacts.pool.size() + kLanes || grouping.sorted > grouping.groups) return kLengthsDiffer;
  for (std::size_t i = 0; i < contacts.pool.size(); ++i) {
    const bool hasLane = grouping.outdated || contacts.pool[i].count == 0 || contacts.recycling[i].lane < kLanes * grouping.groups;
    if (!isAxis(contacts.pool[i].axis) || !hasLane) return kNamesNobody;
  }
  for (std::size_t i = 0; i < contacts.keys.size(); ++i) {
    const std::uint32_t a = pairColliderA(contacts.keys[i]), b = pairColliderB(contacts.keys[i]), place = contacts.records[i].contact;
    const bool there = a < b && b < colliders.colliders.size() && colliders.colliders[a].alive && colliders.colliders[b].alive;
    if (!there || (place != kApart && contacts.pool[place].count == 0)) return kNamesNobody;
  }
  return nullptr;
}

bool areTrianglesOf(std::span<const std::uint32_t> triangles, std::size_t vertexCount) {
  return triangles.size() % 3 == 0 && std::all_of(triangles.begin(), triangles.end(), [&](std::uint32_t i) { return i < vertexCount; });
}

bool isProperShape(const Shape& s) {
  const bool hasList = s.type >= ShapeType::hull, isMesh = s.type == ShapeType::hull || s.type == ShapeType::mesh;
  if (!isPositive(s.halfExtents) || !isFinite(s.position) || !isFinite(s.orientation) || !isPositive(s.density)) return false;
  if (!std::all_of(s.vertices.begin(), s.vertices.end(), [](Vec3 v) { return isFinite(v); })) return false;
  return !s.vertices.empty() == hasList && !s.triangles.empty() == isMesh && areTrianglesOf(s.triangles, s.vertices.size()) &&
         s.masses.size() == (s.type == ShapeType::points ? s.vertices.size() : 0);
}

const char* contradictionIn(const List<Appearance>& appearances, const std::vector<Geometry>& geometries, const BodyStore& bodies) {
  for (const Geometry& g : geometries) {
    if (!areTrianglesOf(g.triangles, g.vertices.size()) || (!g.masses.empty() && g.masses.size() != g.vertices.size())) {
      return kNamesNobody;
    }
  }
  for (const Appearance& a : appearances) {
    if (a.body >= bodies.bodies.size() || (a.type >= ShapeType::hull && a.geometry >= geometries.size())) return kNamesNobody;
  }
  return nullptr;
}

bool isProper(const BodyDescription& d) {
  return std::all_of(d.shapes.begin(), d.shapes.end(), isProperShape) && isFinite(d.position) && isFinite(d.orientation) && d.mass >= 0;
}

const char* contradictionIn(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (!isFinite(command.first) || !isFinite(command.orientation) || !isProper(command.description)) return kImproper;
  }
  const bool sorted = std::is_sorted(commands.begin(), commands.end(), [](const Command& a, const Command& b) { return a.step < b.step; });
  return sorted ? nullptr : kNotSorted;
}

/// Only dynamic bodies sleep, and a contact lies in one of the two stores.
const char* contradictionIn(const Sleepers& sleepers, const World& world) {
  for (const Body& body : world.bodies.bodies) {
    if (isAsleep(body) && (body.type != BodyType::dynamic || !body.alive || body.island >= world.bodies.bodies.size())) return "what cannot sleep sleeps";
  }
  const List<std::uint64_t>& awake = world.contacts.keys;
  for (const std::uint64_t key : sleepers.contacts.keys) {
    if (std::binary_search(awake.begin(), awake.end(), key)) return "a contact sleeps and is awake";
  }
  return nullptr;
}

const char* contradictionIn(const World& world, const BodyStore& bodies) {
  if (world.settings.stepsPerSecond < 1 || world.stepCount < 0) return "it has no time";
  if (!(world.part.substep > 0 && world.part.substep <= 1)) return kImproper;
  const auto exists = [&](BodyId id) { return findBody(bodies, id) != nullptr; };
  if (!std::all_of(world.forces.begin(), world.forces.end(), [&](const Force& f) {
        const bool isOfAll = f.type == ForceType::field && f.body == kNoBody;
        return (isOfAll || exists(f.body)) && (f.other == kNoBody || (f.other != f.body && exists(f.other)));
      }) ||
      !std::all_of(world.pointerSprings.begin(), world.pointerSprings.end(), [&](const PointerSpring& s) { return exists(s.body); })) {
    return kNamesNobody;
  }
  return contradictionIn(world.commands);
}

}  // namespace

std::string contradictionIn(const World& world) {
  const char* problem = contradictionIn(world.bodies, world.colliders);
  if (!problem) problem = contradictionIn(world.colliders, world.bodies);
  if (!problem) problem = contradictionIn(world.broadPhase, world.colliders.colliders.size());
  if (!problem) problem = contradictionIn(world.contacts, world.colliders);
  if (!problem) problem = contradictionIn(world.sleepers.contacts, world.colliders);
  if (!problem) problem = contradictionIn(world.contactCache, world.colliders);
  if (!problem) problem = contradictionIn(world.sleepers, world);
  if (!problem) problem = contradictionIn(world.appearances, world.geometries, world.bodies);
  if (!problem) problem = contradictionIn(world, world.bodies);
  return problem ? problem : "";
}

}  // namespace tumble
