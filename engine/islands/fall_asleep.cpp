#include "islands/fall_asleep.h"

#include "colliders/place_colliders.h"

namespace tumble {
namespace {

// What is known of a body, and of an island under the index of its name.
enum Mark : std::uint8_t { kHeld = 1, kCarried = 2, kRestless = 4 };

bool isStill(const Body& body, double speed) {
  const double most = speed * speed, linear = dot(body.v, body.v);
  if (linear >= most) return false;
  return linear + dot(body.L, angularVelocity(body)) * body.inverseMass < most;
}

bool isNode(const Body& body) { return body.type == BodyType::dynamic && isMover(body); }

bool carriesImpulse(const Manifold& manifold) {
  for (int i = 0; i < manifold.count; ++i) {
    if (manifold.normalImpulse[i] > 0) return true;
  }
  return false;
}

/// Counts still steps. True when some body has been still for long enough.
bool countStillSteps(const SleepScene& scene, const RestRule& rule) {
  bool ready = false, quiet = true;
  for (Body& body : scene.bodies.bodies) {
    if (!isMover(body)) continue;
    quiet = false;
    if (body.type != BodyType::dynamic) continue;
    if (!body.maySleep || !isStill(body, rule.speed)) body.stillSteps = 0;
    else if (body.stillSteps < rule.steps) ++body.stillSteps;
    ready = ready || body.stillSteps == rule.steps;
  }
  scene.sleepers.quiet = quiet;
  return ready;
}

/// Unites what touches and marks who is held, carried, or touched by what moves.
void findIslands(const SleepScene& scene) {
  const List<Body>& bodies = scene.bodies.bodies;
  UnionFind& islands = scene.sleepers.islands;
  List<std::uint8_t>& marks = scene.sleepers.marks;
  islands.reset(static_cast<std::uint32_t>(bodies.size()));
  marks.assign(bodies.size(), 0);
  forEachTouching(scene.contacts, [&](const TouchingPair& pair) {
    const std::uint32_t a = scene.colliders.colliders[pair.colliderA].body, b = scene.colliders.colliders[pair.colliderB].body;
    const bool nodeA = isNode(bodies[a]), nodeB = isNode(bodies[b]), pressed = carriesImpulse(scene.contacts.pool[pair.contact]);
    if (pressed) marks[a] |= kHeld, marks[b] |= kHeld;
    if (nodeA && nodeB) {
      islands.unite(a, b);
    } else {
      const std::uint32_t node = nodeA ? a : b, other = nodeA ? b : a;
      if (isMover(bodies[other])) marks[node] |= kRestless;
      else if (pressed) marks[node] |= kCarried;
    }
  });
}

void putToSleep(const SleepScene& scene, std::uint32_t index, std::uint32_t island) {
  Body& body = scene.bodies.bodies[index];
  body.island = island;
  body.v = body.L = {};
  placeColliders(scene.colliders, body, 0);
}

}  // namespace

void fallAsleep(const SleepScene& scene, const RestRule& rule, std::span<const Force> forces) {
  for (const Force& force : forces) {
    if (!letsRest(force)) scene.bodies.bodies[bodyIndex(force.body)].stillSteps = 0;
  }
  if (!countStillSteps(scene, rule) || !rule.look) return;
  findIslands(scene);
  List<Body>& bodies = scene.bodies.bodies;
  UnionFind& islands = scene.sleepers.islands;
  List<std::uint8_t>& marks = scene.sleepers.marks;
  const auto count = static_cast<std::uint32_t>(bodies.size());
  // From the bodies to their islands.
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isNode(bodies[i])) continue;
    const bool ready = bodies[i].stillSteps == rule.steps && (marks[i] & kHeld) != 0;
    marks[islands.find(i)] |= static_cast<std::uint8_t>((marks[i] & (kCarried | kRestless)) | (ready ? 0 : kRestless));
  }
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!isNode(bodies[i])) continue;
    const std::uint32_t island = islands.find(i);
    if ((marks[island] & (kCarried | kRestless)) != kCarried) continue;
    putToSleep(scene, i, island);
    ++scene.sleepers.count;
    any = true;
  }
  if (!any) return;
  scene.sleepers.outdated = true;
  partContacts(scene);
  scene.sleepers.quiet = true;
  for (const Body& body : bodies) scene.sleepers.quiet = scene.sleepers.quiet && !isMover(body);
}

}  // namespace tumble
