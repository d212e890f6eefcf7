// Commands: everything that changes a running world. A user's push, a scripted push of a scene, a replayed link and a test
// take this one road. A command applies at the start of its step; commands of one step apply in the order they were given.
#pragma once
#include <cstdint>

#include "bodies/body_description.h"
#include "forces/force.h"

namespace tumble {

enum class CommandType : std::uint8_t {
  impulse,         // `vector` (N s) at `point` (world, m): dv = J/m, dL = (p - x) x J
  angularImpulse,  // `vector` (N m s): dL
  force,           // `force` acts for `steps` steps (N at a point, or a torque)
  velocity,        // sets `velocity` and/or `angularVelocity`
  pose,            // sets `position` (body origin) and/or `orientation`
  drag,            // pointer spring: holds `point` of the body (world, m, where it is when the drag begins) to `target`
  release,         // ends the drag of `pointer`
  addBody,
  removeBody,
  explosion,       // at `point` (world, m): impulses of up to `strength` (N s) within `radius` (m); world/explosion.h
};

struct Command {
  CommandType type = CommandType::impulse;
  std::int64_t step = 0;  // applies at the start of this step
  BodyId body = kNoBody;
  bool atCenterOfMass = false;  // impulse: no point was given
  bool given = false;           // to the running world, not by its scene
  bool hasFirst = false, hasSecond = false;  // velocity/pose: which of the two is set
  std::uint32_t pointer = 0;    // drag, release: which pointer (finger) holds
  Vec3 vector;           // N s or N m s
  Vec3 point;            // m, world
  double strength = 0;   // N s
  double radius = 0;     // m
  Vec3 target;           // m, world
  Vec3 first;            // velocity (m/s) or position (m, of the body's origin)
  Vec3 angularVelocity;  // rad/s
  Quat orientation;      // body frame -> world
  std::int64_t steps = 1;  // force: for how many steps
  Force force;
  BodyDescription description;  // addBody
};

}  // namespace tumble
