// Lasting forces: functions of the state, evaluated in every substep.
#pragma once
#include "bodies/body.h"

namespace tumble {

enum class ForceType : unsigned char {
  force,   // `vector` (N) at `point`, in `frame`
  torque,  // `vector` (N m), in `frame`
  drag,    // F = -linear v (N s/m), torque = -angular omega (N m s)
  spring,  // point of the body to `anchor` in the world, or to `otherPoint` of the body `other`: stiffness k (N/m), damping c
           // (N s/m), rest length (m)
  field,   // `vector` (m/s^2): acceleration, without torque, of `body`, or of every dynamic body when that is kNoBody
  beam,    // tractor beam: pulls `point` to `anchor` with `strength` (N), less within `range` (m) of it: linear in the distance
};
enum class ForceFrame : unsigned char { world, body };

struct Force {
  ForceType type = ForceType::force;
  ForceFrame frame = ForceFrame::world;
  BodyId body = kNoBody;
  BodyId other = kNoBody;        // spring: the body at the other end, with `anchor` at its `otherPoint`
  Vec3 vector;                   // N, N m or m/s^2
  Vec3 point;                    // m, body frame (relative to the body's origin as authored)
  Vec3 otherPoint;               // m, in the frame of `other`
  Vec3 anchor;                   // m, world
  Vec3 anchorVelocity;           // m/s, world; with `other`
  double anchorInverseMass = 0;  // 1/kg, of `other` at its point
  double linear = 0;             // N s/m
  double angular = 0;            // N m s
  double stiffness = 0;          // N/m
  double damping = 0;            // N s/m
  double restLength = 0;         // m
  double strength = 0;           // N
  double range = 0;              // m
  std::int64_t untilStep = -1;   // acts in steps before this one; -1: for ever
};

/// Whether a body with this force may fall asleep.
inline bool letsRest(const Force& force) { return force.type == ForceType::drag || force.type == ForceType::field; }

}  // namespace tumble
