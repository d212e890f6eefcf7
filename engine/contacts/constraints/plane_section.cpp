#include "contacts/constraints/plane_section.h"

#include "contacts/constraints/prepare_constraint.h"
#include "tuning.h"

namespace tumble {

bool isInPlane(const BatchSlot& slot, const BodyStore& bodies) {
  const auto isPlanar = [&](std::uint32_t body) { return body == kImmovable || bodies.bodies[body].planar; };
  return isPlanar(slot.bodyA) && isPlanar(slot.bodyB);
}

void cutByPlane(ConstraintSource& source, PlaneSection& section) {
  const Vec3f n = *source.normal, flat{n.x, n.y, 0};
  const float c = length(flat);
  section.manifold = *source.manifold;
  section.recycling = *source.recycling;
  source.manifold = &section.manifold;
  source.recycling = &section.recycling;
  source.normal = &section.manifold.normal;
  if (c < kSteepestSection) {
    section.manifold.count = 0;
    section.manifold.normal = kEmptyManifold.normal;
    return;
  }
  section.manifold.normal = flat * (1 / c);
  source.friction /= c;
  for (int i = 0; i < section.manifold.count; ++i) {
    section.manifold.points[i].separation /= c;
    section.recycling.base[i] /= c;
  }
}

}  // namespace tumble
