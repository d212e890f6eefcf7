// Bodies asleep. An island is a set of dynamic bodies that hang together by contacts; when all of it has been at rest for a
// while it falls asleep: its momentum is set to zero and no stage looks at it any more, until something touches or changes it.
//
// The contacts of sleepers lie in a store of their own, with their impulses: the stages of the step never see them, and a body
// that wakes stands on the impulses it fell asleep with, so it does not jump.
//
// Based on: E. Catto, "Simulation Islands", 2023, for the idea (islands, rest for a time, waking by touch).
#pragma once
#include <span>

#include "containers/list.h"
#include "bodies/body_store.h"
#include "colliders/collider.h"
#include "narrow_phase/contact_store.h"
#include "containers/union_find.h"

namespace tumble {

struct Sleepers {
  // State
  ContactStore contacts;   // pairs of a sleeper with something that does not move either
  bool outdated = false;   // a body woke since the pairs were parted between here and the awake ones
  bool quiet = false;      // nothing moves in this world: a step has nothing to do

  std::uint32_t count = 0;  // bodies asleep: follows from the state

  // Scratch
  UnionFind islands;
  List<std::uint8_t> marks;  // [body]
  ContactStore awake, asleep;
};

/// The stores that sleeping works on.
struct SleepScene {
  Sleepers& sleepers;
  BodyStore& bodies;
  ColliderStore& colliders;
  ContactStore& contacts;  // of bodies awake
};

/// Whether the body moves by itself in this step: it is dynamic and awake, or kinematic with a velocity.
bool isMover(const Body& body);

/// Wakes the island of the body, if it sleeps. (Index in the body store.)
void wakeBody(Sleepers& sleepers, BodyStore& bodies, std::uint32_t body);
/// Wakes the islands of these names, [island] 1, in one pass.
void wakeIslands(Sleepers& sleepers, BodyStore& bodies, std::span<const std::uint8_t> islands);
/// Marks every island that has a pair with one of the bodies, [body] 1: before they move by a command or go.
void markNeighbours(const SleepScene& scene, std::span<const std::uint8_t> bodies, List<std::uint8_t>& islands);
void wakeNeighbours(const SleepScene& scene, std::uint32_t body);
/// Wakes what something awake touches. Call when the manifolds of the step are made.
void wakeTouched(const SleepScene& scene);
/// Parts the pairs anew if a body woke. Call before the manifolds are made.
void partContacts(const SleepScene& scene);
/// Sets `count` from the bodies.
void countSleepers(Sleepers& sleepers, const BodyStore& bodies);

}  // namespace tumble
