// Lasting forces: laws that are evaluated anew in every substep from the state at that moment.
#pragma once
#include "bodies/body.h"

namespace tumble {

enum class ForceType : unsigned char {
  force,   // `vector` (N) at `point`, in `frame`
  torque,  // `vector` (N m), in `frame`
  drag,    // F = -linear v (N s/m), torque = -angular omega (N m s)
  spring,  // point of the body to `anchor` in the world: stiffness k (N/m), damping c (N s/m), rest length (m)
};
enum class ForceFrame : unsigned char { world, body };

struct Force {
  ForceType type = ForceType::force;
  ForceFrame frame = ForceFrame::world;
  BodyId body = kNoBody;
  Vec3 vector;            // N or N m
  Vec3 point;             // m, body frame (relative to the body's origin as authored)
  Vec3 anchor;            // m, world
  double linear = 0;      // N s/m
  double angular = 0;     // N m s
  double stiffness = 0;   // N/m
  double damping = 0;     // N s/m
  double restLength = 0;  // m
  std::int64_t untilStep = -1;  // acts in steps before this one; -1: for ever
};

}  // namespace tumble
