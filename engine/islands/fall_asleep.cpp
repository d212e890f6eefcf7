#include "islands/fall_asleep.h"

#include <algorithm>

#include "assertion.h"
#include "colliders/place_colliders.h"
#include "tuning.h"

namespace tumble {
namespace {

// Marks of a body, and of an island at its index. kPressed: a contact with an impulse; kSupported: pressed by a body that does not move;
// kRestless: touched by a moving body, or a body of the island is not ready.
enum Mark : std::uint8_t { kPressed = 1, kSupported = 2, kRestless = 4 };

/// m^2/s^2, of the matter of a dynamic body.
double meanSquareSpeed(const Body& body) { return dot(body.v, body.v) + dot(body.L, angularVelocity(body)) * body.inverseMass; }

bool isStill(const Body& body, double speed) {
  const double most = speed * speed;
  return dot(body.v, body.v) < most && meanSquareSpeed(body) < most;
}

bool isNode(const Body& body) { return body.type == BodyType::dynamic && isMover(body); }

void countStillStep(Body& body, const RestRule& rule) {
  if (!body.maySleep || !isStill(body, rule.speed)) {
    restartStillSteps(body);
  } else if (body.stillSteps < rule.steps) {
    ++body.stillSteps;
    if (2 * body.stillSteps <= rule.steps) body.stillMotion = std::max(body.stillMotion, static_cast<float>(meanSquareSpeed(body)));
  }
}

/// Counts the steps at rest. True when a body has been at rest for long enough.
bool countStillSteps(const SleepScene& scene, const RestRule& rule) {
  bool ready = false, allAsleep = true;
  for (Body& body : scene.bodies.bodies) {
    if (!isMover(body)) continue;
    allAsleep = false;
    if (body.type != BodyType::dynamic) continue;
    countStillStep(body, rule);
    ready = ready || body.stillSteps == rule.steps;
  }
  scene.sleepers.allAsleep = allAsleep;
  return ready;
}

/// Unites touching bodies into islands and marks the bodies.
void findIslands(const SleepScene& scene) {
  const List<Body>& bodies = scene.bodies.bodies;
  UnionFind& islands = scene.sleepers.islands;
  List<std::uint8_t>& marks = scene.sleepers.marks;
  islands.reset(static_cast<std::uint32_t>(bodies.size()));
  marks.assign(bodies.size(), 0);
  forEachTouching(scene.contacts, [&](const TouchingPair& pair) {
    const std::uint32_t a = scene.colliders.colliders[pair.colliderA].body, b = scene.colliders.colliders[pair.colliderB].body;
    const bool nodeA = isNode(bodies[a]), nodeB = isNode(bodies[b]), pressed = hasNormalImpulse(scene.contacts.pool[pair.contactIndex]);
    if (pressed) marks[a] |= kPressed, marks[b] |= kPressed;
    if (nodeA && nodeB) {
      islands.unite(a, b);
    } else {
      const std::uint32_t node = nodeA ? a : b, other = nodeA ? b : a;
      if (isMover(bodies[other])) marks[node] |= kRestless;
      else if (pressed) marks[node] |= kSupported;
    }
  });
}

/// Joints connect islands, and hold what nothing presses. A joint to something that does not move supports; a joint that drives keeps awake.
void uniteJoined(const SleepScene& scene, std::span<const Joint> joints) {
  const List<Body>& bodies = scene.bodies.bodies;
  List<std::uint8_t>& marks = scene.sleepers.marks;
  for (JointIndex i = 0; i < joints.size(); ++i) {
    if (!joints[i].alive) continue;
    std::uint32_t first = kAwake;
    bool isHeld = false, isRestless = joints[i].isBeyondLimits || (joints[i].drive.kind == DriveKind::motor && joints[i].drive.target != 0);
    forEachEnd(joints, i, [&](BodyId id) {
      if (id == kNoBody || !isNode(bodies[bodyIndex(id)])) {
        isHeld = true;
        isRestless |= id != kNoBody && isMover(bodies[bodyIndex(id)]);
      } else if (first == kAwake) {
        first = bodyIndex(id);
      } else {
        scene.sleepers.islands.unite(first, bodyIndex(id));
      }
    });
    forEachEnd(joints, i, [&](BodyId id) {
      if (id == kNoBody || !isNode(bodies[bodyIndex(id)])) return;
      marks[bodyIndex(id)] |= static_cast<std::uint8_t>(kPressed | (isHeld ? kSupported : 0) | (isRestless ? kRestless : 0));
    });
  }
}

/// What a spring or servo moves swings slowly, or turns at the end of its way: it is still at a smaller speed.
void keepSwinging(const SleepScene& scene, const RestRule& rule, std::span<const Joint> joints) {
  for (JointIndex i = 0; i < joints.size(); ++i) {
    if (!joints[i].alive || (joints[i].spring.stiffness == 0 && joints[i].drive.kind != DriveKind::servo)) continue;
    forEachEnd(joints, i, [&](BodyId id) {
      if (id == kNoBody || !isNode(scene.bodies.bodies[bodyIndex(id)])) return;
      Body& body = scene.bodies.bodies[bodyIndex(id)];
      if (!isStill(body, rule.speedOnSpring)) restartStillSteps(body);
    });
  }
}

/// m^2/s^2. By how much a body moves faster than what unrest could be: above 0 for the sum of an island, it has begun to slide, roll or topple.
double quickening(const Body& body) {
  return meanSquareSpeed(body) - kQuickening * static_cast<double>(body.stillMotion) - kSlowestQuickening * kSlowestQuickening;
}

void putToSleep(const SleepScene& scene, std::uint32_t index, std::uint32_t island) {
  Body& body = scene.bodies.bodies[index];
  TUMBLE_ASSERT(island <= index && !isAsleep(body), "an island is named after its first body, and falls asleep once");
  body.island = island;
  body.v = body.L = {};
  body.stillMotion = 0;
  placeColliders(scene.colliders, body, 0);
}

}  // namespace

void fallAsleep(const SleepScene& scene, const RestRule& rule, std::span<const Force> forces, std::span<const Joint> joints) {
  for (const Force& force : forces) {
    if (!letsRest(force)) restartStillSteps(scene.bodies.bodies[bodyIndex(force.body)]);
  }
  keepSwinging(scene, rule, joints);
  if (!countStillSteps(scene, rule) || !rule.findIslands) return;
  findIslands(scene);
  uniteJoined(scene, joints);
  List<Body>& bodies = scene.bodies.bodies;
  UnionFind& islands = scene.sleepers.islands;
  List<std::uint8_t>& marks = scene.sleepers.marks;
  const auto count = static_cast<std::uint32_t>(bodies.size());
  // The marks of an island are those of its bodies.
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isNode(bodies[i])) continue;
    const bool ready = bodies[i].stillSteps == rule.steps && (marks[i] & kPressed) != 0;
    marks[islands.find(i)] |= static_cast<std::uint8_t>((marks[i] & (kSupported | kRestless)) | (ready ? 0 : kRestless));
  }
  List<double>& growth = scene.sleepers.growth;
  growth.assign(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (isNode(bodies[i])) growth[islands.find(i)] += quickening(bodies[i]);
  }
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isNode(bodies[i])) continue;
    const std::uint32_t island = islands.find(i);
    if ((marks[island] & (kSupported | kRestless)) != kSupported || growth[island] > 0) continue;
    putToSleep(scene, i, island);
    ++scene.sleepers.count;
    any = true;
  }
  if (!any) return;
  scene.sleepers.outdated = true;
  divideContacts(scene);
  scene.sleepers.allAsleep = true;
  for (const Body& body : bodies) scene.sleepers.allAsleep = scene.sleepers.allAsleep && !isMover(body);
}

}  // namespace tumble
