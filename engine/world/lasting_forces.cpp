#include "world/lasting_forces.h"

#include <algorithm>

#include "forces/evaluate.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

/// The body as it is in the solver at this moment.
Body currentState(const Body& start, const SolverBody& state) {
  Body now = start;
  const Mat3 root = inertiaRoot(start);
  now.x += vectorOf(state.displacement);
  now.v = vectorOf(state.velocity);
  now.L = root * vectorOf(state.spin);
  now.q = freeRotationOrder2(start.q, root * vectorOf(state.turn), start.inertia, 1);
  return now;
}

}  // namespace

void gatherLastingForces(World& world) {
  auto& active = world.activeForces;
  active.clear();
  for (const Force& force : world.forces) active.push_back(force);
  for (const PointerSpring& spring : world.pointerSprings) {
    const PointerForces forces = pointerForces(spring, world.bodies.bodies[bodyIndex(spring.body)]);
    active.push_back(forces.spring);
    active.push_back(forces.drag);
  }
  std::stable_sort(active.begin(), active.end(), [](const Force& a, const Force& b) { return bodyIndex(a.body) < bodyIndex(b.body); });
}

std::span<const Force> forcesOn(const World& world, std::uint32_t index) {
  const auto& active = world.activeForces;
  const auto first = std::lower_bound(active.begin(), active.end(), index, [](const Force& f, std::uint32_t i) { return bodyIndex(f.body) < i; });
  auto last = first;
  while (last != active.end() && bodyIndex(last->body) == index) ++last;
  return {first, last};
}

void applyLastingForces(World& world) {
  SolverBodies& solver = world.contactSolver.bodies;
  for (std::size_t i = 0; i < world.activeForces.size();) {
    const std::uint32_t body = bodyIndex(world.activeForces[i].body);
    const std::span<const Force> laws = forcesOn(world, body);
    i += laws.size();
    const std::uint32_t index = solver.indexOf[body];
    if (index == 0) continue;
    const Body now = currentState(world.bodies.bodies[body], solver.state[index]);
    const double h = static_cast<double>(world.contactSolver.substep);
    const Wrench steady = totalWrench(laws, now, h), drag = meanDrag(laws, now, h);
    const Wrench w{steady.force + drag.force, steady.torque + drag.torque};
    SolverBodyExtra& extra = solver.extra[index];
    setVector(extra.acceleration, world.contactSolver.gravity + toFloat(w.force * now.inverseMass));
    setVector(extra.spinAcceleration, inverseRoot(extra) * toFloat(w.torque));
  }
}

}  // namespace tumble
