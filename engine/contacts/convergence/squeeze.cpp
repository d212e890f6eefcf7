#include "contacts/convergence/squeeze.h"

#include <algorithm>

#include "contacts/batches/contact_sets.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

/// Bodies that no impulse moves and that touch a set of others.
struct Supports {
  std::uint32_t first = kNone;  // in the body store
  bool several = false, driven = false;
};

/// The body of this lane that no impulse moves, in the body store; kNone where both move.
std::uint32_t supportOf(const BatchSlot& lane, const ContactScene& scene) {
  if (lane.bodyA != kImmovable && lane.bodyB != kImmovable) return kNone;
  return scene.colliders.sides[lane.bodyA == kImmovable ? lane.pair.colliderA : lane.pair.colliderB].body;
}

template <class Function> void forEachLane(const ContactSolver& solver, std::uint32_t batch, Function f) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const BatchSlot& at = solver.batches.slots[batch * kLanes + static_cast<std::uint32_t>(lane)];
    if (at.pair.contactIndex != kNoContact) f(at, solver.constraints[batch].a[lane], solver.constraints[batch].b[lane]);
  }
}

}  // namespace

void yieldWhereSqueezed(ContactSolver& solver, const ContactScene& scene) {
  if (std::none_of(solver.kinematicVelocities.begin(), solver.kinematicVelocities.end(),
                   [](const KinematicVelocity& kinematic) { return kinematic.hasKinematicBody; }))
    return;
  UnionFind sets;
  uniteTouching(solver, sets);
  const auto batches = static_cast<std::uint32_t>(solver.constraints.size());
  List<Supports> supports;
  supports.assign(solver.bodies.state.size(), {});
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    forEachLane(solver, batch, [&](const BatchSlot& lane, std::uint32_t a, std::uint32_t b) {
      const std::uint32_t support = supportOf(lane, scene);
      if (support == kNone) return;
      Supports& of = supports[sets.find(a + b)];  // one of them is 0
      of.several |= of.first != kNone && of.first != support;
      of.first = support;
      of.driven |= scene.bodies.bodies[support].type == BodyType::kinematic;
    });
  }
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    ContactConstraintWide& rows = solver.constraints[batch];
    if (!solver.kinematicVelocities[rows.kinematicVelocity].hasKinematicBody) continue;
    forEachLane(solver, batch, [&](const BatchSlot& lane, std::uint32_t a, std::uint32_t b) {
      if (supportOf(lane, scene) == kNone) return;
      const Supports& of = supports[sets.find(a + b)];
      if (of.several && of.driven) rows.softness = {0, 1 / (1 + kKinematicCompliance), kKinematicCompliance / (1 + kKinematicCompliance)};
    });
  }
}

}  // namespace tumble
