#include "replay/check_world.h"

#include <algorithm>

#include "colliders/triangle_mesh.h"
#include "containers/ascending.h"
#include "forces/drive.h"
#include "math/unit.h"
#include "replay/state_fields.h"
#include "shapes/convex_hull.h"
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

// Few phrases, because only forged snapshots and errors of the engine cause one.
constexpr const char* kOutOfRange = "a number is out of its range";
constexpr const char* kNoSuchIndex = "it names a body, collider, corner or axis that is not there";
constexpr const char* kIndexTwice = "it names the same index twice";
constexpr const char* kLengthsDiffer = "lists that belong together differ in length";
constexpr const char* kNotSorted = "a list is not sorted";
constexpr const char* kImproper = "a size, mass or direction is no proper number";

bool isPositive(Vec3 v) { return v.x > 0 && v.y > 0 && v.z > 0; }
/// Within the rounding error of a division.
bool areInverse(double a, double b) { return a * b > 1 - 1e-9 && a * b < 1 + 1e-9; }

/// Indices that may occur once each.
class UniqueIndices {
 public:
  explicit UniqueIndices(std::size_t count) : added_(count) {}
  /// False for an index out of range, or one that was added before.
  bool add(std::size_t index) { return index < added_.size() && !added_[index] && (added_[index] = 1); }

 private:
  List<std::uint8_t> added_;
};

bool hasMass(const Body& body) {
  if (body.type != BodyType::dynamic) return body.mass == 0 && body.inverseMass == 0 && body.inverseInertia == Vec3{};
  if (!(body.mass > 0) || !areInverse(body.mass, body.inverseMass) || !isPositive(body.inertia)) return false;
  for (int i = 0; i < 3; ++i) {
    if (!areInverse(body.inertia[i], body.inverseInertia[i])) return false;
  }
  return body.mass >= kMassRange.low && body.mass <= kMassRange.high * (1 + 1e-9);
}

const char* contradictionIn(const Body& body, const ColliderStore& colliders) {
  const std::size_t colliderCount = colliders.colliders.size();
  if (body.firstCollider > colliderCount || body.colliderCount > colliderCount - body.firstCollider) return kNoSuchIndex;
  const bool isSchemeProper = body.type == BodyType::dynamic || body.motion == MotionScheme::automatic;
  return hasMass(body) && isSchemeProper ? nullptr : kImproper;
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
  UniqueIndices free(store.bodies.size());
  for (const std::uint32_t index : store.freeIndices) {
    if (index >= store.bodies.size() || store.bodies[index].alive) return kNoSuchIndex;
    if (!free.add(index)) return kIndexTwice;
  }
  return nullptr;
}

const char* contradictionIn(const ColliderStore& store, const BodyStore& bodies) {
  std::size_t owned = 0, alive = 0;
  for (const Body& body : bodies.bodies) owned += body.alive ? body.colliderCount : 0;
  for (std::size_t i = 0; i < store.colliders.size(); ++i) {
    const Collider& collider = store.colliders[i];
    if (!collider.alive) continue;
    ++alive;
    if (collider.body >= bodies.bodies.size()) return kNoSuchIndex;
    const Body& body = bodies.bodies[collider.body];
    const bool isOwn = body.alive && i >= body.firstCollider && i - body.firstCollider < body.colliderCount;
    if (!isOwn || collider.moves != (body.type == BodyType::dynamic)) return kNoSuchIndex;
    const Vec3f h = collider.halfExtents;
    if (collider.isSphere() && !(h.x == h.y && h.x == h.z)) return kImproper;
    if (collider.shape == ColliderShape::capsule && h.y < h.x) return kImproper;
    if (collider.shape == ColliderShape::triangle && body.type != BodyType::fixed) return kImproper;
    if (!isPolyhedron(collider.shape) && collider.shape != ColliderShape::ellipsoid && h.x != h.z) return kImproper;
  }
  if (alive != owned) return kNoSuchIndex;
  UniqueIndices free(store.colliders.size());
  for (const ColliderRun& run : store.freeRuns) {
    if (run.first > store.colliders.size() || run.count > store.colliders.size() - run.first) return kNoSuchIndex;
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
      if (store.colliders[i].alive || !free.add(i)) return kIndexTwice;
    }
  }
  return nullptr;
}

const char* contradictionIn(const BroadPhase& broadPhase, const ColliderStore& colliders) {
  const std::size_t count = broadPhase.fatBoxes.size();
  if (count > colliders.colliders.size() || broadPhase.tracked.size() != count || broadPhase.removed.size() != count) return kLengthsDiffer;
  bool anyRemoved = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Aabb& box = broadPhase.fatBoxes[i];
    if (box.lower.x > box.upper.x || box.lower.y > box.upper.y || box.lower.z > box.upper.z) return kImproper;
    if (broadPhase.tracked[i] && !colliders.colliders[i].alive) return kNoSuchIndex;
    anyRemoved |= broadPhase.removed[i] != 0;
  }
  if (anyRemoved && !broadPhase.anyRemoved) return kNoSuchIndex;
  if (!isAscending(broadPhase.pairs)) return kNotSorted;
  for (const std::uint64_t key : broadPhase.pairs) {
    if (pairColliderA(key) >= pairColliderB(key) || pairColliderB(key) >= count) return kNoSuchIndex;
  }
  return nullptr;
}

const char* contradictionIn(const ContactCache& cache, const ColliderStore& colliders) {
  const std::size_t count = colliders.colliders.size();
  return cache.references.size() > count || cache.poseDeltas.size() > count + 3 ? kLengthsDiffer : nullptr;
}

const char* contradictionIn(const ContactStore& contacts, const BatchLayout& layout, const ColliderStore& colliders) {
  if (contacts.records.size() != contacts.keys.size()) return kLengthsDiffer;
  if (!isAscending(contacts.keys)) return kNotSorted;
  if (layout.batchCount > 2 * contacts.pool.size() + kLanes || layout.sortedCount > layout.batchCount) return kLengthsDiffer;
  const std::size_t slots = kLanes * static_cast<std::size_t>(layout.batchCount);
  if (layout.emptySlots > slots) return kLengthsDiffer;
  UniqueIndices contactIndices(contacts.pool.size()), usedSlots(layout.outdated ? 0 : slots);
  for (std::size_t i = 0; i < contacts.keys.size(); ++i) {
    const std::uint32_t a = pairColliderA(contacts.keys[i]), b = pairColliderB(contacts.keys[i]),
                        contactIndex = contacts.records[i].contactIndex;
    const bool exists = a < b && b < colliders.colliders.size() && colliders.colliders[a].alive && colliders.colliders[b].alive &&
                        colliders.colliders[a].body != colliders.colliders[b].body &&
                        (colliders.colliders[a].moves || colliders.colliders[b].moves);
    if (!exists) return kNoSuchIndex;
    if (contactIndex == kApart) continue;
    if (!contactIndices.add(contactIndex) || contacts.pool[contactIndex].count == 0 || !isAxis(contacts.pool[contactIndex].axis))
      return kNoSuchIndex;
    if (!isUnit(contacts.pool[contactIndex].normal)) return kImproper;
    if (!layout.outdated && !usedSlots.add(contacts.recycling[contactIndex].batchSlot)) return kIndexTwice;
  }
  return nullptr;
}

/// Whether the contacts of each batch move different bodies, and all of them two or all of them one: otherwise it would lose impulses, or be of the
/// wrong softness.
bool areBatchesSound(const ContactStore& contacts, const BatchLayout& layout, const ColliderStore& colliders, const BodyStore& bodies) {
  struct Lane {
    bool occupied = false;
    std::uint32_t a = kImmovable, b = kImmovable;
    bool bothMove() const { return a != kImmovable && b != kImmovable; }
    bool moves(std::uint32_t body) const { return body != kImmovable && (body == a || body == b); }
  };
  if (layout.outdated) return true;
  const auto moverOf = [&](std::uint32_t collider) {
    const std::uint32_t body = colliders.colliders[collider].body;
    return bodies.bodies[body].type == BodyType::dynamic && !bodies.bodies[body].frozen ? body : kImmovable;
  };
  List<Lane> lanes(kLanes * std::size_t{layout.batchCount});
  bool sound = true;
  forEachTouching(contacts, [&](const TouchingPair& pair) {
    const std::size_t slot = contacts.recycling[pair.contactIndex].batchSlot, batch = slot / kLanes * kLanes;
    const Lane own{true, moverOf(pair.colliderA), moverOf(pair.colliderB)};
    for (std::size_t i = batch; i < batch + kLanes; ++i) {
      const Lane& other = lanes[i];
      if (other.occupied) sound = sound && !other.moves(own.a) && !other.moves(own.b) && own.bothMove() == other.bothMove();
    }
    lanes[slot] = own;
  });
  return sound;
}

bool areTrianglesOf(std::span<const std::uint32_t> triangles, std::size_t vertexCount) {
  return triangles.size() % 3 == 0 && std::all_of(triangles.begin(), triangles.end(), [&](std::uint32_t i) { return i < vertexCount; });
}

bool isProperShape(const Shape& s) {
  const bool hasList = hasVertices(s.type), isMesh = s.type == ShapeType::hull || s.type == ShapeType::mesh;
  const bool isRound = !hasList && s.type != ShapeType::box && s.type != ShapeType::ellipsoid;
  if (isRound && !(s.radius >= kShapeRadiusRange.low && s.radius <= kShapeRadiusRange.high)) return false;
  if (isRound && s.type != ShapeType::sphere && !(s.height >= kSizeRange.low && s.height <= kSizeRange.high)) return false;
  return !s.vertices.empty() == hasList && !s.triangles.empty() == isMesh && areTrianglesOf(s.triangles, s.vertices.size()) &&
         (!isMesh || isClosedSurface(s.triangles)) && !isSurface(s) &&
         s.masses.size() == (s.type == ShapeType::points ? s.vertices.size() : 0);
}

const char* contradictionIn(const List<Appearance>& appearances, const std::vector<Geometry>& geometries, const BodyStore& bodies,
                            const ColliderStore& colliders) {
  List<std::uint8_t> meshes(geometries.size());  // 1: of a collider
  for (const Collider& collider : colliders.colliders) {
    if (!collider.alive || !isHull(collider.shape)) continue;
    if (collider.geometry >= geometries.size()) return kNoSuchIndex;
    const Geometry& geometry = geometries[collider.geometry];
    if (collider.shape == ColliderShape::hull && !isClosedSurface(geometry.triangles)) return kNoSuchIndex;
    if (collider.shape != ColliderShape::triangle) continue;
    if (collider.triangle >= geometry.triangles.size() / 3) return kNoSuchIndex;
    meshes[collider.geometry] = 1;
  }
  for (std::size_t i = 0; i < geometries.size(); ++i) {
    const Geometry& g = geometries[i];
    if (!areTrianglesOf(g.triangles, g.vertices.size()) || (!g.masses.empty() && g.masses.size() != g.vertices.size())) {
      return kNoSuchIndex;
    }
    if (meshes[i] && flatTriangle(g.vertices, g.triangles) != kNoTriangle) return kImproper;
  }
  for (const Appearance& a : appearances) {
    if (a.body >= bodies.bodies.size() || !bodies.bodies[a.body].alive || (hasVertices(a.type) && a.geometry >= geometries.size()))
      return kNoSuchIndex;
  }
  return nullptr;
}

/// Whether a body can be created from it: creates one and checks that.
bool isProper(const BodyDescription& d) {
  if (d.shapes.empty() || d.shapes.size() > kMaxShapesPerBody || !std::all_of(d.shapes.begin(), d.shapes.end(), isProperShape))
    return false;
  if (d.hasInertia) {
    const Vec3 moments = principalAxes(d.inertia).moments;
    if (!isPositive(moments)) return false;
  }
  BodyStore store;
  createBody(store, d);
  return hasMass(store.bodies[0]) && isFinite(store.bodies[0]) && isFinite(store.bodies[0].centerOfMass);
}

const char* contradictionIn(const Commands& commands) {
  for (const Command& command : commands) {
    if (command.type == CommandType::addBody && !isProper(command.description)) return kImproper;
    if (typeOf(command.force) > ForceType::torque || isDriven(command.force) || command.force.firstSignal != 0) return kNoSuchIndex;
  }
  const bool sorted = std::is_sorted(commands.begin(), commands.end(), [](const Command& a, const Command& b) { return a.step < b.step; });
  return !sorted ? kNotSorted : commands.size() > kMaxSceneCommands ? kLengthsDiffer : nullptr;
}

bool isProper(const Joint& joint, const World& world, bool isWaiting) {
  if (!(joint.limits.lower <= joint.limits.upper) || !(joint.minimum <= joint.maximum)) return false;
  if (isCoupling(joint.type)) {
    const auto isOf = [&](JointIndex i, JointType type) { return i < world.joints.size() && world.joints[i].type == type; };
    return joint.first != joint.second && isOf(joint.first, JointType::hinge) &&
           isOf(joint.second, joint.type == JointType::gear ? JointType::hinge : JointType::slider);
  }
  const auto isEnd = [&](const JointEnd& end) {
    return end.body == kNoBody || isWaiting || !joint.alive || findBody(world.bodies, end.body);
  };
  if (!isEnd(joint.a) || !isEnd(joint.b) || joint.a.body == joint.b.body) return false;
  if (joint.type == JointType::pulley && !(joint.ratio > 0)) return false;
  const auto yields = [&](const JointEnd& end) {
    const Body* const body = end.body == kNoBody ? nullptr : findBody(world.bodies, end.body);
    return body && body->type == BodyType::dynamic;
  };
  return isWaiting || !joint.alive || yields(joint.a) || yields(joint.b);
}

const char* contradictionInJoints(const World& world) {
  if (world.joints.size() != world.jointNames.size() || world.joints.size() > kMostJoints || world.sceneJointCount > world.joints.size())
    return kLengthsDiffer;
  for (const Joint& joint : world.joints) {
    if (!isProper(joint, world, false)) return kNoSuchIndex;
    if (!joint.alive || !isCoupling(joint.type)) continue;
    if (!world.joints[joint.first].alive || !world.joints[joint.second].alive) return kNoSuchIndex;
  }
  for (const Command& command : world.commands) {
    if (command.type == CommandType::addJoint && !isProper(command.joint.added, world, true)) return kNoSuchIndex;
  }
  return nullptr;
}

/// Only dynamic bodies without a spring, beam or push sleep, and a contact is in one of the two stores.
const char* contradictionIn(const Sleepers& sleepers, const World& world) {
  constexpr const char* kCannotSleep = "what cannot sleep sleeps";
  const auto sleeps = [&](BodyId id) {
    const Body* body = findBody(world.bodies, id);
    return body && isAsleep(*body);
  };
  const auto keepsAwake = [&](const Force& f) { return !letsRest(f) && (sleeps(f.body) || sleeps(otherBodyOf(f))); };
  if (std::any_of(world.forces.begin(), world.forces.end(), keepsAwake)) return kCannotSleep;
  if (std::any_of(world.pointerSprings.begin(), world.pointerSprings.end(), [&](const PointerSpring& s) { return sleeps(s.body); }))
    return kCannotSleep;
  for (const Body& body : world.bodies.bodies) {
    if (!isAsleep(body)) continue;
    const bool mayRest = body.type == BodyType::dynamic && body.alive && !body.frozen && body.v == Vec3{} && body.L == Vec3{};
    if (!mayRest || body.island >= world.bodies.bodies.size()) return kCannotSleep;
    if (world.bodies.bodies[body.island].island != body.island) return "an island is not named after one of its bodies";
  }
  const List<Body>& bodies = world.bodies.bodies;
  if (sleepers.allAsleep && std::any_of(bodies.begin(), bodies.end(), isMover)) return "a body moves where none is awake";
  const List<std::uint64_t>& awake = world.contacts.keys;
  for (const std::uint64_t key : sleepers.contacts.keys) {
    if (std::binary_search(awake.begin(), awake.end(), key)) return "a contact sleeps and is awake";
    if (sleepers.outdated) continue;
    for (const std::uint32_t collider : {pairColliderA(key), pairColliderB(key)})
      if (isMover(bodies[world.colliders.colliders[collider].body])) return "a contact of a body that moves sleeps";
  }
  return nullptr;
}

const char* contradictionIn(const SignalStore& store, const List<Force>& forces) {
  const std::size_t signalCount = store.signals.size(), knotCount = store.knots.size();
  if (signalCount > kMaxSignals || knotCount > kMaxSceneKnots) return kLengthsDiffer;
  for (const Signal& signal : store.signals) {
    if (signal.firstKnot > knotCount || signal.knotCount > knotCount - signal.firstKnot) return kNoSuchIndex;
    if (signal.period != 0 && signal.period < kPeriodRange.low) return kNoSuchIndex;
    const std::span<const Knot> knots = store.knotsOf(signal);
    if (!std::is_sorted(knots.begin(), knots.end(), [](const Knot& a, const Knot& b) { return a.time < b.time; })) return kNotSorted;
    if (signal.period != 0 && !knots.empty() && knots.back().time > signal.period) return kNotSorted;
  }
  for (Force force : forces) {
    if (force.firstSignal > signalCount || force.signalCount > signalCount - force.firstSignal) return kNoSuchIndex;
    for (std::uint32_t i = 0; i < force.signalCount; ++i) {
      if (!numberOf(force.model, store.signals[force.firstSignal + i].number)) return kNoSuchIndex;
    }
    const auto* fluid = std::get_if<FluidDrag>(&force.model);
    if (fluid && !(fluid->normal == Vec3{}) && std::abs(length(fluid->normal) - 1) > kUnitTolerance) return kNoSuchIndex;
  }
  return nullptr;
}

const char* contradictionIn(const World& world, const BodyStore& bodies) {
  if (const char* found = contradictionIn(world.signals, world.forces)) return found;
  const auto exists = [&](BodyId id) { return findBody(bodies, id) != nullptr; };
  if (!std::all_of(world.forces.begin(), world.forces.end(),
                   [&](const Force& f) {
                     const bool isOnAll = typeOf(f) == ForceType::field && f.body == kNoBody;
                     const Spring* const coupling = couplingOf(f);
                     const bool isJoined = coupling && coupling->other != f.body && exists(coupling->other);
                     const auto* beam = std::get_if<Beam>(&f.model);
                     return (isOnAll || exists(f.body)) && (!coupling || isJoined) && (!beam || beam->range >= kBeamRangeLimits.low);
                   }) ||
      !std::all_of(world.pointerSprings.begin(), world.pointerSprings.end(), [&](const PointerSpring& s) {
        const Body* body = findBody(bodies, s.body);
        return body && body->type == BodyType::dynamic;
      })) {
    return kNoSuchIndex;
  }
  return contradictionIn(world.commands);
}

/// Every contact belongs to a pair of the broad phase.
const char* contradictionInPairs(const World& world) {
  const List<std::uint64_t>&pairs = world.broadPhase.pairs, &awake = world.contacts.keys, &asleep = world.sleepers.contacts.keys;
  const auto isPair = [&](std::uint64_t key) { return std::binary_search(pairs.begin(), pairs.end(), key); };
  const bool all = std::all_of(awake.begin(), awake.end(), isPair) && std::all_of(asleep.begin(), asleep.end(), isPair);
  return all ? nullptr : kNoSuchIndex;
}

}  // namespace

std::string contradictionIn(const World& world) {
  Archive archive = Archive::checking();
  visitState(archive, const_cast<World&>(world));
  const char* problem = archive.succeeded() ? nullptr : kOutOfRange;
  if (!problem) problem = contradictionIn(world.bodies, world.colliders);
  if (!problem) problem = contradictionIn(world.colliders, world.bodies);
  if (!problem) problem = contradictionIn(world.broadPhase, world.colliders);
  const BatchLayout& layout = world.contactSolver.batches.layout;
  if (!problem) problem = contradictionIn(world.contacts, layout, world.colliders);
  if (!problem) problem = contradictionIn(world.sleepers.contacts, {}, world.colliders);
  if (!problem && !areBatchesSound(world.contacts, layout, world.colliders, world.bodies)) problem = kIndexTwice;
  if (!problem) problem = contradictionInPairs(world);
  if (!problem) problem = contradictionIn(world.contactCache, world.colliders);
  if (!problem) problem = contradictionIn(world.sleepers, world);
  if (!problem) problem = contradictionIn(world.appearances, world.geometries, world.bodies, world.colliders);
  if (!problem) problem = contradictionIn(world, world.bodies);
  if (!problem) problem = contradictionInJoints(world);
  return problem ? problem : "";
}

}  // namespace tumble
