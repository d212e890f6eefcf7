// Continuous collision: a body that moves farther in a step than its speculative distance is stopped at its first impact, so that it does not
// tunnel through a thin plate; so is one that spins too fast for its contact points (world/divide_step.h), however little it moves. Against static
// and kinematic bodies always; against dynamic ones for bodies with "continuous".
//
// A body in free flight gets its exact state at that time, v and L included; the impact is solved in the next step, as every other. The rest of
// the step is lost (E. Catto, "Continuous Collision", GDC 2013). That is seldom much: small worlds take the step in parts, in which the contact
// solver handles all but the fastest bodies (world/divide_step.h).
//
// A body that starts in contact is moved by the contact solver: it slides, rolls and turns about its contact. It is stopped only where it would
// sink in by a share of its thickness within one step (the other end of a stick comes down). Its centre never crosses a face: the component of its
// motion and velocity through the face is removed.
#pragma once

#include "bodies/body.h"
#include "colliders/collider.h"
#include "containers/list.h"

namespace tumble {

struct World;

/// The state of a body at the start of a step.
struct StepStart {
  Vec3 x;
  Quat q;
  Vec3 v, L;
};

/// A body that moved farther than its speculative distance in this step.
struct FastBody {
  std::uint32_t index;
  bool flies;                   // no contact and no lasting force acted: its path has a closed form
  std::uint32_t waypoints = 0;  // 1 + index of its first one in ContinuousCollision::waypoints; 0: none
  Body start;                   // at the start of the step
};

/// The stop of a fast body at its first impact.
struct Stop {
  double time;          // in [0, 1] of the step; above: no impact
  std::uint32_t fast;   // index in ContinuousCollision::fast
  std::uint32_t other;  // index of the other body; kNoBody: one that does not move
  Vec3 face;            // TimeOfImpact::face
};

/// Scratch of a step, and one number that follows from the colliders.
struct ContinuousCollision {
  List<FastBody> fast;
  List<Body> waypoints;  // kWaypoints for each fast rotating body with unequal moments, from its start on
  List<Stop> stops;
  int queriesLeft = 0;                                    // budget of separating-axis tests in this step
  List<std::uint32_t> fastOf;                             // [body] index in `fast` + 1, or 0
  List<std::uint8_t> stopped;                             // [body]
  List<std::uint8_t> watched;                             // [body] checked however little it moves in this part; empty: none is
  List<StepStart> jointedStarts;                          // [body] where there are joints
  List<std::uint32_t> stoppedAssemblies, stoppedJointed;  // a body of each assembly that was put back; all bodies of these
  double thinnest = 0;                                    // m, least speculativeLimit of the colliders of bodies that are not dynamic
  std::uint32_t version = 0;                              // World::bodiesVersion of `thinnest`, + 1
};

/// Stops the fast bodies of this step at their first impact. Call when all bodies have moved.
void stopAtImpacts(World& world);

}  // namespace tumble
