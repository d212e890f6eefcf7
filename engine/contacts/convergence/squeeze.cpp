#include "contacts/convergence/squeeze.h"

#include <algorithm>

#include "contacts/batches/contact_sets.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr std::uint32_t kNone = 0xffffffffu;

/// What no impulse moves and a set of bodies touches.
struct Holders {
  std::uint32_t first = kNone;  // in the body store
  bool several = false, driven = false;
};

/// The body of this lane that no impulse moves, in the body store; kNone where both move.
std::uint32_t holderOf(const BatchSlot& lane, const ContactScene& scene) {
  if (lane.bodyA != kImmovable && lane.bodyB != kImmovable) return kNone;
  return scene.colliders.sides[lane.bodyA == kImmovable ? lane.pair.colliderA : lane.pair.colliderB].body;
}

template <class Function> void forEachLane(const ContactSolver& solver, std::uint32_t group, Function f) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const BatchSlot& at = solver.batches.slots[group * kLanes + static_cast<std::uint32_t>(lane)];
    if (at.pair.contactIndex != kNoContact) f(at, solver.constraints[group].a[lane], solver.constraints[group].b[lane]);
  }
}

}  // namespace

void yieldWhereSqueezed(ContactSolver& solver, const ContactScene& scene) {
  if (std::none_of(solver.kinematicVelocities.begin(), solver.kinematicVelocities.end(),
                   [](const KinematicVelocity& kinematic) { return kinematic.hasKinematicBody; }))
    return;
  UnionFind sets;
  uniteTouching(solver, sets);
  const auto groups = static_cast<std::uint32_t>(solver.constraints.size());
  List<Holders> holders;
  holders.assign(solver.bodies.state.size(), {});
  for (std::uint32_t group = 0; group < groups; ++group) {
    forEachLane(solver, group, [&](const BatchSlot& lane, std::uint32_t a, std::uint32_t b) {
      const std::uint32_t holder = holderOf(lane, scene);
      if (holder == kNone) return;
      Holders& of = holders[sets.find(a + b)];  // one of them is 0
      of.several |= of.first != kNone && of.first != holder;
      of.first = holder;
      of.driven |= scene.bodies.bodies[holder].type == BodyType::kinematic;
    });
  }
  for (std::uint32_t group = 0; group < groups; ++group) {
    ContactConstraintWide& rows = solver.constraints[group];
    if (!solver.kinematicVelocities[rows.kinematicVelocity].hasKinematicBody) continue;
    forEachLane(solver, group, [&](const BatchSlot& lane, std::uint32_t a, std::uint32_t b) {
      if (holderOf(lane, scene) == kNone) return;
      const Holders& of = holders[sets.find(a + b)];
      if (of.several && of.driven) rows.softness = {0, 1 / (1 + kKinematicCompliance), kKinematicCompliance / (1 + kKinematicCompliance)};
    });
  }
}

}  // namespace tumble
