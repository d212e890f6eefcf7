// Joints: constraints between two bodies, or between a body and the world (fixed).
//
// Each end has a frame on its body: an anchor p and axes. In the pose in which a joint is made the frames of its two ends lie one on the other (those of
// distance and pulley have no such pose), and there every coordinate is zero. Coordinates are of b relative to a. The axis of a joint is the x axis of
// its frame at a, u in the world.
//
//   ball       p_b = p_a                                      limits of swing (angle between the two x axes) and twist (about x)
//   hinge      p_b = p_a, x_b = x_a                           coordinate: angle of b about u, rad, counted over turns
//   slider     no relative rotation, p_b on the line p_a + s u   coordinate: s, m
//   universal  p_b = p_a, x_a . y_b = 0                       Cardan's cross: a pin along x_a in a, and one along y_b in b
//   fixed      p_b = p_a, no relative rotation
//   distance   minimum <= |p_b - p_a| <= maximum              equal: a rod; maximum alone: a rope
//   gear       q_first + ratio q_second = 0                   of two hinges
//   rack       q_second = ratio q_first                       of a hinge and a slider; ratio in m/rad
//   pulley     |p_a - g_a| + ratio |p_b - g_b| <= length      g: fixed points of the world; an ideal rope over both
#pragma once
#include <cstddef>
#include <cstdint>

#include "bodies/body.h"

namespace tumble {

enum class JointType : std::uint8_t { ball, hinge, slider, universal, fixed, distance, gear, rack, pulley };

/// Index in World::joints; an index is never used again.
using JointIndex = std::uint32_t;
constexpr JointIndex kNoJoint = 0xffffffffu;

/// In a world, with those that commands added and removed.
constexpr std::size_t kMostJoints = 40'000;

/// Without end, for limits; finite, so that it has a range in a snapshot.
constexpr double kNoLimit = 1e30;

struct JointEnd {
  BodyId body = kNoBody;  // kNoBody: the world
  Vec3 anchor;            // m, from the centre of mass, along the principal axes of the body; of the world: in world axes
  Quat frame;             // axes of the joint -> principal axes of the body; of the world: -> world
};

/// Of hinge and slider, and the twist of a ball: lower <= coordinate <= upper.
struct JointLimits {
  double lower = -kNoLimit, upper = kNoLimit;  // rad or m
  double restitution = 0;                      // rate after an impact on a stop = -restitution rate before
  bool operator==(const JointLimits&) const = default;
};

/// On b along the coordinate, the opposite on a: -stiffness (q - rest) - damping dq/dt.
struct JointSpring {
  double stiffness = 0;  // N m/rad or N/m
  double damping = 0;    // N m s/rad or N s/m
  double rest = 0;       // rad or m
};

enum class DriveKind : std::uint8_t { none, motor, servo };

/// A motor holds dq/dt = target as long as that takes at most `most`, else it gives that. A servo is a spring to `target` with at most `most`.
struct JointDrive {
  DriveKind kind = DriveKind::none;
  double target = 0;                  // rad/s or m/s of a motor; rad or m of a servo
  double stiffness = 0, damping = 0;  // of a servo
  double most = kNoLimit;             // N m or N
  bool onlyPushes = false;            // a motor towards its target, not against it: a limit on its way (joints/passed_limit.h)
};

/// What commands change of a joint, as its scene gave it.
struct JointSetting {
  double target = 0;  // JointDrive::target
  JointLimits limits;
};

struct Joint {
  JointType type = JointType::ball;
  bool alive = true;      // false: removed or broken
  bool collides = false;  // the two bodies collide with each other, too
  JointEnd a, b;
  JointLimits limits;                                    // hinge, slider; twist of a ball
  double swing = kNoLimit;                               // rad, of a ball: most angle between the two x axes
  JointSpring spring;                                    // hinge, slider
  JointDrive drive;                                      // hinge, slider
  double friction = 0;                                   // N m or N, of hinge and slider: dry friction of the bearing
  double minimum = 0;                                    // m, of a distance
  double maximum = kNoLimit;                             // m, of a distance or, as the length of its rope, of a pulley
  double ratio = 1;                                      // of gear, rack, pulley
  JointIndex first = kNoJoint, second = kNoJoint;        // of gear and rack
  Vec3 pulleyA, pulleyB;                                 // m, world, of a pulley
  double breakForce = kNoLimit, breakTorque = kNoLimit;  // N, N m: means over a step above which it breaks

  JointSetting given;  // for a scene that changes (scene/joint_revision.h)

  // State
  double coordinate = 0;        // rad or m, of hinge and slider; angles are counted over turns
  bool isBeyondLimits = false;  // new ones, and comes back (joints/passed_limit.h)
  // Follow from the last step: means over it, on b in world axes (on a the opposite force at the same anchor)
  Vec3 force;   // N
  Vec3 torque;  // N m, about the anchor
};

inline bool isCoupling(JointType type) { return type == JointType::gear || type == JointType::rack; }
inline bool hasCoordinate(JointType type) { return type == JointType::hinge || type == JointType::slider; }

}  // namespace tumble
