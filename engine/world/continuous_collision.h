// Continuous collision: what moves farther in a step than the contact solver looks ahead is stopped where it first meets
// something, so that nothing flies through a thin plate. Against static and kinematic bodies always; against dynamic ones for
// bodies that ask for it ("continuous").
//
// A body in free flight is put to its exact state at that moment, v and L included; the impact itself is solved in the next
// step, by the same law as every other. The rest of the step is lost to it (E. Catto, "Continuous Collision", GDC 2013). That is seldom
// much: small worlds take the step in parts, so that the contact solver sees everything but the fastest (world/divide_step.h).
//
// What touches already is the solver's, and is not held: it slides, rolls and turns about its contact. It is only stopped where it would
// sink in by a share of its thickness within one step (the other end of a stick comes down), and its centre never passes a face: that
// component of its way, and of its velocity, is taken from it.
#pragma once

#include "containers/list.h"
#include "bodies/body.h"
#include "colliders/collider.h"

namespace tumble {

struct World;

/// Where a body was, and how it moved, at the start of a step.
struct StepStart {
  Vec3 x;
  Quat q;
  Vec3 v, L;
};

/// A body that moved far in this step, as it was at its start.
struct FastBody {
  std::uint32_t index;
  bool flies;  // nothing touched it and no lasting force acted: its path is known in closed form
  std::uint32_t way = 0;  // 1 + its first place in ContinuousCollision::way; 0: it needs none
  Body start;
};

/// A stop of a fast body; `other` is the body that was met, or kNoBody for one that stands still.
struct Stop {
  double time;  // share of the step
  std::uint32_t fast, other;
  Vec3 face;  // Meeting::face
};

/// Scratch of a step, and one number that follows from the colliders.
struct ContinuousCollision {
  List<FastBody> fast;
  List<Body> way;  // kWaypoints of each that turns unevenly, fast, from its start on
  List<Stop> stops;
  int looks = 0;   // at pairs, that are left in this step
  List<std::uint32_t> fastOf;  // [body] place in `fast` + 1, or 0
  List<std::uint8_t> stopped;  // [body]
  double thinnest = 0;                // m, least speculativeLimit of the colliders of bodies that are not dynamic
  std::uint32_t version = 0;          // of the bodies for which `thinnest` was found, + 1
};

/// Stops the fast bodies of this step at what they met first. Call when all bodies have moved.
void stopAtImpacts(World& world);

}  // namespace tumble
