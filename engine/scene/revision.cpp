#include "scene/revision.h"

#include <algorithm>
#include <utility>

#include "scene/scene_reader.h"

namespace tumble {
namespace {

bool isGone(const World& world, std::size_t slot) { return slot >= world.entries.size() || world.entries[slot] >= kGoneEntry; }

/// Chains the slots of each entry that goes on; the ids of all others name nobody any more.
SlotsBefore slotsBefore(const World& world, std::span<const KeptEntry> kept) {
  const List<Body>& bodies = world.bodies.bodies;
  const std::size_t count = bodies.size();
  SlotsBefore before;
  before.next.assign(count, kNoEntry);
  List<std::uint32_t> chains;  // by entry before; no entry is without a slot
  chains.assign(count, kNoEntry);
  for (std::size_t slot = count; slot-- > 0;) {
    const std::uint32_t entry = slot < world.entries.size() ? world.entries[slot] & ~kGoneEntry : kNoEntry;
    if (entry < count) before.next[slot] = std::exchange(chains[entry], static_cast<std::uint32_t>(slot));
  }
  before.generations.assign(count, 0);
  for (std::size_t slot = 0; slot < count; ++slot) before.generations[slot] = (bodies[slot].generation + 1) & (0xffffffffu >> kBodyIndexBits);
  for (const KeptEntry& own : kept) {
    const auto entry = static_cast<std::uint32_t>(own.entry);
    before.first.push_back(entry < count ? std::exchange(chains[entry], kNoEntry) : kNoEntry);
    for (std::uint32_t slot = before.first.back(); slot != kNoEntry; slot = before.next[slot]) before.generations[slot] = bodies[slot].generation;
  }
  return before;
}

bool isBuiltAlike(const Body& a, const Body& b) {
  return a.type == b.type && a.motion == b.motion && a.planar == b.planar && a.mass == b.mass && a.inertia == b.inertia &&
         a.centerOfMass == b.centerOfMass && a.principalToBody == b.principalToBody;
}

/// To the bit where the body is the same one; where its mass or shape is another, its velocities go on, not its momenta.
void takeOver(Body& body, const Body& before, std::uint32_t parts) {
  if (parts == kKeptState && isBuiltAlike(body, before)) {
    body.x = before.x, body.q = before.q, body.v = before.v, body.L = before.L, body.kinematicOmega = before.kinematicOmega;
    body.lastGoodX = before.lastGoodX, body.lastGoodQ = before.lastGoodQ;
    body.matrix = before.matrix, body.angles = before.angles, body.quaternionDefect = before.quaternionDefect;
    body.frozen = before.frozen;
    return;
  }
  const Vec3 omega = angularVelocity(parts & kKeptAngularVelocity ? before : body);
  setBodyPose(body, bodyOrigin(parts & kKeptPosition ? before : body), bodyOrientation(parts & kKeptOrientation ? before : body));
  if (body.type == BodyType::fixed) return;
  if (parts & kKeptVelocity) body.v = before.v;
  setAngularVelocity(body, omega);
}

bool isPlacedAlike(const Collider& a, const Collider& b) {
  return a.alive == b.alive && a.body == b.body && a.moves == b.moves && a.isSphere == b.isSphere && a.halfExtents == b.halfExtents &&
         a.position == b.position && a.orientation == b.orientation;
}

/// Where all colliders are the same, what lies on another goes on with the impulses that carry it.
void takeOverContacts(World& next, World& world) {
  const auto &a = next.colliders.colliders, &b = world.colliders.colliders;
  if (!next.settings.collisions || !world.settings.collisions || !std::equal(a.begin(), a.end(), b.begin(), b.end(), isPlacedAlike)) return;
  next.broadPhase = std::move(world.broadPhase);
  forgetDerived(next.broadPhase);  // what stood still may move now
  next.contacts = std::move(world.contacts);
  next.contactCache = std::move(world.contactCache);
  next.part.substep = world.part.substep * (static_cast<float>(next.settings.stepsPerSecond) / static_cast<float>(world.settings.stepsPerSecond));
  next.sleepers.contacts = std::move(world.sleepers.contacts);
  next.sleepers.outdated = true;  // nobody sleeps any more
}

}  // namespace

std::string reviseScene(const Json& document, std::span<const KeptEntry> kept, World& world) {
  const SlotsBefore before = slotsBefore(world, kept);
  World next;
  std::string problem = readScene(document, next, before);
  if (!problem.empty()) return problem;
  next.stepCount = world.stepCount;
  for (std::size_t entry = 0; entry < before.first.size(); ++entry) {
    for (std::uint32_t slot = before.first[entry]; slot != kNoEntry && next.entries[slot] == entry; slot = before.next[slot]) {
      if (isGone(world, slot)) removeBody(next, idOf(next.bodies, slot));
      else takeOver(next.bodies.bodies[slot], world.bodies.bodies[slot], kept[entry].parts);
    }
  }
  const auto isPast = [&](const Command& c) { return c.step < world.stepCount; };
  next.commands.erase(next.commands.begin(), std::find_if_not(next.commands.begin(), next.commands.end(), isPast));
  for (Command& c : world.commands) {
    if (c.given) enqueue(next, std::move(c));
  }
  for (const Force& f : world.forces) {
    if (f.untilStep >= 0 && findBody(next.bodies, f.body)) next.forces.push_back(f);
  }
  takeOverContacts(next, world);
  next.formerScenes = std::move(world.formerScenes);
  if (world.scene != 0 && world.scene != next.scene) addFormerScene(next, world.scene);
  next.clock = world.clock;
  next.bodiesVersion = world.bodiesVersion + 1;
  world = std::move(next);
  return {};
}

}  // namespace tumble
