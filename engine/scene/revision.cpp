#include "scene/revision.h"

#include <algorithm>
#include <utility>

#include "scene/joint_revision.h"
#include "scene/scene_reader.h"

namespace tumble {
namespace {

bool isGone(const World& world, std::size_t index) {
  return index >= world.sceneIndices.size() || world.sceneIndices[index] >= kRemovedFromScene;
}

/// Links the copies of each matched body of the previous scene; the ids of all other bodies become stale, but for those that commands added. A copy
/// whose index such a body has by now gets one behind all others, to be removed there.
PreviousBodies previousBodies(const World& world, std::span<const BodyMatch> matches) {
  const List<Body>& bodies = world.bodies.bodies;
  const std::size_t count = bodies.size();
  PreviousBodies before;
  before.world = &world;
  before.next.assign(count, kNoSceneIndex);
  before.generations.assign(count, 0);
  List<std::uint32_t> chains;  // [previous scene index] body index of the first copy
  chains.assign(count, kNoSceneIndex);
  for (std::size_t i = count; i-- > 0;) {
    auto index = static_cast<std::uint32_t>(i);
    const std::uint32_t sceneIndex = i < world.sceneIndices.size() ? world.sceneIndices[i] & ~kRemovedFromScene : kNoSceneIndex;
    const bool isAdded = bodies[i].alive && isGone(world, i);
    if (isAdded) before.added.push_back(index);
    if (sceneIndex >= count) continue;
    if (isAdded) {
      index = static_cast<std::uint32_t>(before.next.size());
      before.next.push_back(kNoSceneIndex);
      before.generations.push_back(0);
    }
    before.next[index] = std::exchange(chains[sceneIndex], index);
  }
  std::reverse(before.added.begin(), before.added.end());
  for (std::size_t index = 0; index < count; ++index)
    before.generations[index] = (bodies[index].generation + 1) & (0xffffffffu >> kBodyIndexBits);
  for (const std::uint32_t index : before.added) before.generations[index] = bodies[index].generation;
  for (const BodyMatch& match : matches) {
    const auto sceneIndex = static_cast<std::uint32_t>(match.sceneIndex);
    before.first.push_back(sceneIndex < count ? std::exchange(chains[sceneIndex], kNoSceneIndex) : kNoSceneIndex);
    for (std::uint32_t index = before.first.back(); index != kNoSceneIndex; index = before.next[index]) {
      if (index < count) before.generations[index] = bodies[index].generation;
    }
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
  return a.alive == b.alive && a.body == b.body && a.moves == b.moves && a.shape == b.shape && a.halfExtents == b.halfExtents &&
         a.position == b.position && a.orientation == b.orientation && !a.hull == !b.hull &&
         (!a.hull || a.hull->vertices == b.hull->vertices);
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

/// The step at which a force ends where steps have another length from now on: it acts for as long as it would have.
std::int64_t stepOfSameTime(std::int64_t step, const World& world, const World& next) {
  if (step <= world.stepCount) return step;
  const double left = static_cast<double>(step - world.stepCount) * next.settings.stepsPerSecond / world.settings.stepsPerSecond;
  return world.stepCount + std::max<std::int64_t>(1, static_cast<std::int64_t>(left + 0.5));
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
  continueJoints(next, world);
  const auto isPast = [&](const Command& c) { return c.step < world.stepCount; };
  next.commands.erase(next.commands.begin(), std::find_if_not(next.commands.begin(), next.commands.end(), isPast));
  world.commands.remove_if([](const Command& c) { return !c.isLive; });
  next.commands.merge(world.commands, [](const Command& a, const Command& b) { return a.step < b.step; });
  const bool hasSameSteps = next.settings.stepsPerSecond == world.settings.stepsPerSecond;
  next.clockStart = hasSameSteps ? world.clockStart : ClockStart{world.stepCount, startOfPart(world)};
  for (Force f : world.forces) {
    if (f.untilStep < 0 || !findBody(next.bodies, f.body)) continue;
    if (!hasSameSteps) f.untilStep = stepOfSameTime(f.untilStep, world, next);
    next.forces.push_back(f);
  }
  moveContacts(next, world);
  if (!next.joints.empty() || !world.joints.empty()) next.broadPhase.incomplete = true;  // other bodies may collide now
  next.formerScenes = std::move(world.formerScenes);
  if (world.scene != 0 && world.scene != next.scene) addFormerScene(next, world.scene);
  next.clock = world.clock;
  next.bodiesVersion = world.bodiesVersion + 1;
  world = std::move(next);
  return {};
}

}  // namespace tumble
