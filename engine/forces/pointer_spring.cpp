#include "forces/pointer_spring.h"

#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {

PointerForces pointerForces(const PointerSpring& pointer, const Body& body) {
  const Vec3 point = worldPoint(body, pointer.point), pull = pointer.target - point;
  const double distance = length(pull);
  const double least = body.inertia.x < body.inertia.y ? (body.inertia.x < body.inertia.z ? body.inertia.x : body.inertia.z)
                                                       : (body.inertia.y < body.inertia.z ? body.inertia.y : body.inertia.z);
  // The least effective mass over all directions: a stiffer spring would make a rod oscillate that is dragged by its end.
  const double effectiveMass = 1 / inverseMassAt(body, point);
  const double w = 2 * kPi * kPointerHertz;
  Spring spring;
  spring.point = pointer.point;
  spring.anchor = distance > kPointerStretch ? point + pull * (kPointerStretch / distance) : pointer.target;
  spring.stiffness = effectiveMass * w * w;
  spring.damping = 2 * effectiveMass * w;
  return {{pointer.body, -1, spring}, {pointer.body, -1, Drag{0, least * kPointerSpinDamping}}};
}

}  // namespace tumble
