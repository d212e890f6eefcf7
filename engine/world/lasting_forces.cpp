#include "world/lasting_forces.h"

#include <algorithm>

#include "forces/evaluate.h"
#include "containers/sort_keys.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

/// The body as it is in the solver at this moment.
Body currentState(const Body& start, const SolverBodies& bodies, std::uint32_t index) {
  Body now = start;
  const SolverBody& state = bodies.state[index];
  const SymmetricMat3 root = inertiaRootOf(bodies, index, start);
  now.x += displacementOf(bodies, index);
  now.v = vectorOf(state.velocity);
  now.L = root * vectorOf(state.spin);
  now.q = freeRotationOrder2(start.q, root * turnOf(bodies, index), start.inertia, 1);
  return now;
}

/// The other way round: a spring as it acts on the body at its other end.
Force mirrored(const Force& spring) {
  Force force = spring;
  force.body = spring.other;
  force.point = spring.otherPoint;
  force.other = spring.body;
  force.otherPoint = spring.point;
  return force;
}

void addFieldOnAll(World& world, Force field) {
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i) {
    const Body& body = world.bodies.bodies[i];
    if (!body.alive || body.type != BodyType::dynamic) continue;
    field.body = idOf(world.bodies, i);
    world.activeForces.push_back(field);
  }
}

/// Forces on one body stay in the order they were given.
void sortByBody(List<Force>& forces) {
  List<std::uint64_t> keys;
  for (std::uint32_t i = 0; i < forces.size(); ++i) keys.push_back(std::uint64_t{bodyIndex(forces[i].body)} << 32 | i);
  sortKeys(keys);
  const List<Force> given = forces;
  for (std::size_t i = 0; i < keys.size(); ++i) forces[i] = given[static_cast<std::uint32_t>(keys[i])];
}

/// A body at this moment of the step, in the solver or on its own way at its present velocity (a weight that hangs from the
/// spring does not fall, and what else acts on it is not known yet).
Body presentState(const World& world, std::uint32_t index) {
  const ContactSolver& solver = world.contactSolver;
  const Body& start = world.bodies.bodies[index];
  const std::uint32_t i = solver.bodies.indexOf[index];
  if (i != 0) return currentState(start, solver.bodies, i);
  Body now = start;
  const double elapsed = static_cast<double>(solver.substep) * solver.substepsDone;
  if (start.type != BodyType::fixed && !start.frozen && elapsed > 0) moveFreely(now, {}, elapsed);
  return now;
}

/// The far end of a spring as it stands to a body for a whole step. A scheme that takes forces within the step has it where it is
/// in the middle, so that the force is right to the second order; it moves on its way there at its present velocity. (Bodies of
/// the production scheme and bodies in contact follow it from stage to stage.)
Body farEnd(const World& world, const Body& body, const Body& other) {
  Body end = other;
  const bool stays = body.motion == MotionScheme::automatic || takesForcesAtStart(body.motion);
  if (!stays && other.type != BodyType::fixed && !other.frozen) moveFreely(end, {}, 0.5 * timeStep(world));
  return end;
}

}  // namespace

void gatherLastingForces(World& world) {
  auto& active = world.activeForces;
  active.clear();
  world.hasCouplings = false;
  const auto& bodies = world.bodies.bodies;
  for (const Force& force : world.forces) {
    if (force.type == ForceType::field && force.body == kNoBody) {
      addFieldOnAll(world, force);
      continue;
    }
    active.push_back(force);
    if (force.other == kNoBody) continue;
    world.hasCouplings = true;
    active.push_back(mirrored(force));
    const Body &near = bodies[bodyIndex(force.body)], &far = bodies[bodyIndex(force.other)];
    followPartner(active[active.size() - 2], farEnd(world, near, far));
    followPartner(active.back(), farEnd(world, far, near));
  }
  for (const PointerSpring& spring : world.pointerSprings) {
    const PointerForces forces = pointerForces(spring, world.bodies.bodies[bodyIndex(spring.body)]);
    active.push_back(forces.spring);
    active.push_back(forces.drag);
  }
  sortByBody(active);
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
    const std::size_t first = i;
    i += laws.size();
    const std::uint32_t index = solver.indexOf[body];
    if (index == 0) continue;
    for (std::size_t k = first; k < i; ++k) {
      Force& law = world.activeForces[k];
      if (law.other != kNoBody) followPartner(law, presentState(world, bodyIndex(law.other)));
    }
    const Body now = currentState(world.bodies.bodies[body], solver, index);
    const double h = static_cast<double>(world.contactSolver.substep);
    const Wrench steady = totalWrench(laws, now, h), drag = meanDrag(laws, now, h);
    const Wrench w{steady.force + drag.force, steady.torque + drag.torque};
    SolverBodyDrive& drive = solver.drive[index];
    drive.acceleration = world.contactSolver.gravity + toFloat(w.force * now.inverseMass);
    drive.spinAcceleration = solver.start[index].inverseRoot * toFloat(w.torque);
    solver.marks[index].driven = true;
  }
}

}  // namespace tumble
