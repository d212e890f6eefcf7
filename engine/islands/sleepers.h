// Sleeping bodies. An island is a set of dynamic bodies connected by contacts. When all of them have been at rest for a while it falls asleep: its
// momentum is set to zero and the stages of the step skip it, until something touches or changes it.
//
// Contacts of sleeping bodies are in a separate store, with their impulses. A body that wakes starts with the impulses it fell asleep with, so it
// does not jump.
//
// Based on: E. Catto, "Simulation Islands", 2023, for the idea (islands, rest for a time, waking by touch).
#pragma once
#include <span>

#include "bodies/body_store.h"
#include "colliders/collider.h"
#include "contacts/batches/contact_batches.h"
#include "containers/list.h"
#include "containers/union_find.h"
#include "narrow_phase/contact_store.h"

namespace tumble {

struct Sleepers {
  // State
  ContactStore contacts;   // pairs of a sleeping body with one that does not move
  bool outdated = false;   // a body woke since the pairs were divided between the two stores
  bool allAsleep = false;  // no body moves: a step without commands is skipped

  std::uint32_t count = 0;  // sleeping bodies; follows from the state

  // Scratch
  UnionFind islands;
  List<std::uint8_t> marks;  // [body]
  List<double> growth;       // m^2/s^2, [island]
  ContactStore awake, asleep;
};

/// For a body that was not still.
inline void restartStillSteps(Body& body) {
  body.stillSteps = 0;
  body.stillMotion = 0;
}

/// The stores that sleeping works on.
struct SleepScene {
  Sleepers& sleepers;
  BodyStore& bodies;
  ColliderStore& colliders;
  ContactStore& contacts;  // of bodies awake
  ContactBatches& batches;
};

/// Whether the body moves in this step: it is dynamic and awake, or kinematic with a velocity.
bool isMover(const Body& body);

/// Wakes the island of the body, if it sleeps. (Index in the body store.)
void wakeBody(Sleepers& sleepers, BodyStore& bodies, std::uint32_t body);
/// Wakes the islands with islands[island] = 1 in one pass.
void wakeIslands(Sleepers& sleepers, BodyStore& bodies, std::span<const std::uint8_t> islands);
/// Marks every island that has a pair with one of the bodies, [body] 1. Call before they are moved by a command or removed.
void markNeighbours(const SleepScene& scene, std::span<const std::uint8_t> bodies, List<std::uint8_t>& islands);
/// Wakes every island that has a pair with the body.
void wakeNeighbours(const SleepScene& scene, std::uint32_t body);
/// Wakes every island that an awake body touches. Call when the manifolds of the step are made.
void wakeTouched(const SleepScene& scene);
/// Divides the pairs between the two stores again if a body woke. Call before the manifolds are made.
void divideContacts(const SleepScene& scene);
/// Sets `count` from the bodies.
void countSleepers(Sleepers& sleepers, const BodyStore& bodies);

}  // namespace tumble
