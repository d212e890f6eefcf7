// The pointer spring: a hand that holds a point of a body and pulls it to where the pointer is.
#pragma once
#include "forces/force.h"

namespace tumble {

struct PointerSpring {
  std::uint32_t pointer = 0;  // which pointer (finger) holds
  BodyId body = kNoBody;
  Vec3 point;                 // m, body frame
  Vec3 target;                // m, world
};

/// The spring as lasting forces on its body: a critically damped spring of kPointerHertz for the effective mass of the held
/// point, and drag against spinning while held.
struct PointerForces {
  Force spring, drag;
};
PointerForces pointerForces(const PointerSpring& spring, const Body& body);

}  // namespace tumble
