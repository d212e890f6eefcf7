// The path of a body through a step, and those of its colliders, for continuous collision.
//
// In free flight the path is the closed form (motion/free_motion.h). Where the solver moved the body, position and quaternion are interpolated
// linearly from the start to the end of the step.
#pragma once
#include "bodies/body.h"
#include "colliders/collider.h"
#include "queries/time_of_impact.h"

namespace tumble {

struct BodyPath {
  const Body* start;
  const Body* end;
  bool flies;
  Vec3 gravity;
  double time;                      // s, of the step
  const Body* waypoints = nullptr;  // kWaypoints states of the flight, where each query would take many substeps
};

struct Pose {
  Vec3 x;
  Quat q;
};

/// The state at the time t in [0, 1] of the step of a body in free flight.
Body flownBody(const BodyPath& path, double t);
Pose poseAt(const BodyPath& path, double t);

struct ColliderPath {
  BodyPath body;
  const Collider* collider;
};
/// Points to `path`, which must outlive it.
BoxPath boxPathOf(const ColliderPath& path);
/// The path of a collider that does not move. Points to `box`, which must outlive it.
BoxPath stillPathOf(const OrientedBox& box);

/// The state of a body that is not fast `time` seconds before: back from its end, at its velocity.
Body startOf(const Body& end, double time);

}  // namespace tumble
