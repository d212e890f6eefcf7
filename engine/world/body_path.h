// The way of a body through a step, and that of the boxes and spheres it carries, for continuous collision.
//
// What nothing touched is on its way in closed form (motion/free_motion.h). What the solver moved goes straight from where it was to where
// it is, and turns from one orientation to the other along the chord between the quaternions.
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
  double time;  // s, of the step
  const Body* way = nullptr;  // kWaypoints places of it, for what turns so unevenly that each would take many substeps
};

struct Pose {
  Vec3 x;
  Quat q;
};

/// The body at the share t of the step; it flies.
Body flownBody(const BodyPath& path, double t);
Pose poseAt(const BodyPath& path, double t);

struct ColliderPath {
  BodyPath body;
  const Collider* collider;
};
/// Points to `path`, which must outlive it.
BoxPath boxPathOf(const ColliderPath& path);
/// Of what does not move.
BoxPath stillPathOf(const OrientedBox& box);

/// The start of a body that is not fast: back from where it is, at its velocity.
Body startOf(const Body& end, double time);

}  // namespace tumble
