#include "scene/revision.h"

#include <algorithm>
#include <utility>

#include "scene/scene_reader.h"

namespace tumble {
namespace {

bool isGone(const World& world, std::size_t index) {
  return index >= world.sceneIndices.size() || world.sceneIndices[index] >= kRemovedFromScene;
}

/// Links the copies of each matched body of the previous scene; the ids of all other bodies become stale.
PreviousBodies previousBodies(const World& world, std::span<const BodyMatch> matches) {
  const List<Body>& bodies = world.bodies.bodies;
  const std::size_t count = bodies.size();
  PreviousBodies before;
  before.next.assign(count, kNoSceneIndex);
  List<std::uint32_t> chains;  // [previous scene index] body index of the first copy
  chains.assign(count, kNoSceneIndex);
  for (std::size_t index = count; index-- > 0;) {
    const std::uint32_t sceneIndex = index < world.sceneIndices.size() ? world.sceneIndices[index] & ~kRemovedFromScene : kNoSceneIndex;
    if (sceneIndex < count) before.next[index] = std::exchange(chains[sceneIndex], static_cast<std::uint32_t>(index));
  }
  before.generations.assign(count, 0);
  for (std::size_t index = 0; index < count; ++index)
    before.generations[index] = (bodies[index].generation + 1) & (0xffffffffu >> kBodyIndexBits);
  for (const BodyMatch& match : matches) {
    const auto sceneIndex = static_cast<std::uint32_t>(match.sceneIndex);
    before.first.push_back(sceneIndex < count ? std::exchange(chains[sceneIndex], kNoSceneIndex) : kNoSceneIndex);
    for (std::uint32_t index = before.first.back(); index != kNoSceneIndex; index = before.next[index])
      before.generations[index] = bodies[index].generation;
  }
  return before;
}

bool isBuiltAlike(const Body& a, const Body& b) {
  return a.type == b.type && a.motion == b.motion && a.planar == b.planar && a.mass == b.mass && a.inertia == b.inertia &&
         a.centerOfMass == b.centerOfMass && a.principalToBody == b.principalToBody;
}

/// Copies the state of the previous body: to the bit if both are equal; with another mass or shape the velocities, not the momenta.
void copyState(Body& body, const Body& before, std::uint32_t parts) {
  if (parts == kMatchState && isBuiltAlike(body, before)) {
    body.x = before.x, body.q = before.q, body.v = before.v, body.L = before.L, body.kinematicOmega = before.kinematicOmega;
    body.lastGoodX = before.lastGoodX, body.lastGoodQ = before.lastGoodQ;
    body.matrix = before.matrix, body.angles = before.angles, body.quaternionDefect = before.quaternionDefect;
    body.frozen = before.frozen;
    return;
  }
  const Vec3 omega = angularVelocity(parts & kMatchAngularVelocity ? before : body);
  setBodyPose(body, bodyOrigin(parts & kMatchPosition ? before : body), bodyOrientation(parts & kMatchOrientation ? before : body));
  if (body.type == BodyType::fixed) return;
  if (parts & kMatchVelocity) body.v = before.v;
  setAngularVelocity(body, omega);
}

bool isPlacedAlike(const Collider& a, const Collider& b) {
  return a.alive == b.alive && a.body == b.body && a.moves == b.moves && a.isSphere == b.isSphere && a.halfExtents == b.halfExtents &&
         a.position == b.position && a.orientation == b.orientation;
}

/// Moves the contacts with their impulses to the next world if all colliders are equal.
void moveContacts(World& next, World& world) {
  const auto &a = next.colliders.colliders, &b = world.colliders.colliders;
  if (!next.settings.collisions || !world.settings.collisions || !std::equal(a.begin(), a.end(), b.begin(), b.end(), isPlacedAlike)) return;
  next.broadPhase = std::move(world.broadPhase);
  discardDerived(next.broadPhase);  // a static body may have become dynamic
  next.contacts = std::move(world.contacts);
  next.contactSolver.batches.layout = world.contactSolver.batches.layout;
  next.contactCache = std::move(world.contactCache);
  next.part.substep =
      world.part.substep * (static_cast<float>(next.settings.stepsPerSecond) / static_cast<float>(world.settings.stepsPerSecond));
  next.sleepers.contacts = std::move(world.sleepers.contacts);
  next.sleepers.outdated = true;  // all bodies are awake
}

}  // namespace

std::string reviseScene(const Json& document, std::span<const BodyMatch> matches, World& world) {
  const PreviousBodies before = previousBodies(world, matches);
  World next;
  std::string problem = readScene(document, next, before);
  if (!problem.empty()) return problem;
  next.stepCount = world.stepCount;
  for (std::size_t sceneIndex = 0; sceneIndex < before.first.size(); ++sceneIndex) {
    for (std::uint32_t index = before.first[sceneIndex]; index != kNoSceneIndex && next.sceneIndices[index] == sceneIndex;
         index = before.next[index]) {
      if (isGone(world, index)) removeBody(next, idOf(next.bodies, index));
      else copyState(next.bodies.bodies[index], world.bodies.bodies[index], matches[sceneIndex].parts);
    }
  }
  const auto isPast = [&](const Command& c) { return c.step < world.stepCount; };
  next.commands.erase(next.commands.begin(), std::find_if_not(next.commands.begin(), next.commands.end(), isPast));
  world.commands.remove_if([](const Command& c) { return !c.isLive; });
  next.commands.merge(world.commands, [](const Command& a, const Command& b) { return a.step < b.step; });
  for (const Force& f : world.forces) {
    if (f.untilStep >= 0 && findBody(next.bodies, f.body)) next.forces.push_back(f);
  }
  moveContacts(next, world);
  next.formerScenes = std::move(world.formerScenes);
  if (world.scene != 0 && world.scene != next.scene) addFormerScene(next, world.scene);
  next.clock = world.clock;
  next.bodiesVersion = world.bodiesVersion + 1;
  world = std::move(next);
  return {};
}

}  // namespace tumble
