// Commands: every change of a running world, be it from a user, a scene, a replayed link or a test. A command applies at the start of its
// step; commands of one step apply in the order they were given.
#pragma once
#include <cstdint>
#include <list>
#include <optional>

#include "bodies/body_description.h"
#include "forces/force.h"
#include "joints/joint.h"

namespace tumble {

enum class CommandType : std::uint8_t {
  impulse,         // `impulse` (N s) at `point`: dv = J/m, dL = (p - x) x J
  angularImpulse,  // `impulse` (N m s): dL
  force,           // `force` acts for `steps` steps
  velocity,        // sets `velocity` and/or `angularVelocity`
  pose,            // sets `position` and/or `orientation`
  drag,            // pointer spring from `drag.point` of the body to `drag.target`
  release,         // ends the drag of `drag.pointer`
  addBody,         // of `description`
  removeBody,
  explosion,  // `explosion`
  addJoint,   // `joint.added`
  removeJoint,
  motor,   // sets the speed of the motor of `joint.index` to `joint.value`
  servo,   // likewise the target of its servo
  limits,  // likewise its limits
};

struct PointerDrag {
  std::uint32_t pointer = 0;  // pointer (finger) that drags
  Vec3 point;                 // m, world: point of the body when the drag begins
  Vec3 target;                // m, world
};

/// See world/explosion.h.
struct Explosion {
  Vec3 center;          // m, world
  double momentum = 0;  // N s
  double radius = 0;    // m
};

/// A change of a joint.
struct JointCommand {
  JointIndex index = kNoJoint;
  double value = 0;    // rad/s or m/s of a motor; rad or m of a servo
  JointLimits limits;  // new ones
  Joint added;
};

/// CommandType says which of the members below `isLive` a command uses.
struct Command {
  CommandType type = CommandType::impulse;
  std::int64_t step = 0;  // applies at the start of this step
  BodyId body = kNoBody;
  bool isLive = false;                  // given to the running world, not by its scene
  Vec3 impulse;                         // N s or N m s
  std::optional<Vec3> point;            // m, world; without one an impulse acts at the centre of mass
  std::optional<Vec3> velocity;         // m/s
  std::optional<Vec3> angularVelocity;  // rad/s
  std::optional<Vec3> position;         // m, world, of the body's origin
  std::optional<Quat> orientation;      // body frame -> world
  std::int64_t steps = 1;
  Force force;
  PointerDrag drag;
  Explosion explosion;
  BodyDescription description;
  JointCommand joint;
  std::string jointName;  // of joint.added
};

/// Ordered by step, then as given. Linked: a third of the code of std::deque.
using Commands = std::list<Command>;

}  // namespace tumble
