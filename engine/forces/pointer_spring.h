// The pointer spring: pulls a point of a body to the target of a pointer.
#pragma once
#include "forces/force.h"

namespace tumble {

struct PointerSpring {
  std::uint32_t pointer = 0;  // pointer (finger) that drags
  BodyId body = kNoBody;
  Vec3 point;   // m, body frame
  Vec3 target;  // m, world
};

/// The lasting forces of a pointer spring: a critically damped spring of kPointerHertz for the effective mass of its point, and angular drag.
struct PointerForces {
  Force spring, drag;
};
PointerForces pointerForces(const PointerSpring& pointer, const Body& body);

}  // namespace tumble
