#include "world/lasting_forces.h"

#include <algorithm>
#include <limits>

#include "assertion.h"
#include "containers/sort_keys.h"
#include "forces/drive.h"
#include "forces/evaluate.h"
#include "forces/fluid_drag.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The spring as a force on the body at its other end.
Force mirrored(const Force& force, const Spring& spring) {
  Spring mirror = spring;
  mirror.point = spring.otherPoint;
  mirror.other = force.body;
  mirror.otherPoint = spring.point;
  return {spring.other, force.untilStep, mirror, force.firstSignal, force.signalCount};
}

void addFieldOnAll(const World& world, Force field, List<Force>& active) {
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i) {
    const Body& body = world.bodies.bodies[i];
    if (!body.alive || body.type != BodyType::dynamic) continue;
    field.body = idOf(world.bodies, i);
    active.push_back(field);
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

bool isForced(const Body& body) { return body.alive && body.type == BodyType::dynamic && !body.frozen && !isAsleep(body); }

/// Whether free motion would take too much work, or be too inaccurate, for a group. `flown`: the work of the groups before.
bool isStiff(const World& world, const ForceGroup& group, double& flown) {
  const ForceNetwork& n = world.contactSolver.network;
  const double rate = SpringRate{group.squaredRate, group.dampingRate}.fastest();
  if (rate == 0) return false;
  double evaluations = 0;
  for (std::uint32_t i = group.begin; i < group.end; ++i) {
    const Body& body = world.bodies.bodies[n.bodies[i].body];
    if (!isAutomaticOnSprings(body.motion)) return false;
    const std::span<const Force> on = forcesOn(world, n.bodies[i].body);
    evaluations += static_cast<double>(on.size()) * (dependsOnVelocity(on) ? 4 : 1);
  }
  const double substeps = rate * timeStep(world) / kSpringAngle;
  const double work = evaluations * (substeps > kForceSubsteps ? substeps : kForceSubsteps);
  if (substeps > kMaxForceSubsteps || evaluations * substeps > kFlightWork) return true;
  if (flown + work > std::min(kFlightWorkOfAll, n.flightWorkLeft)) return true;
  flown += work;
  return false;
}

/// Whether the force changes the spin of its body.
bool turnsBody(const Force& force, const Body& body) {
  if (const auto* drag = std::get_if<Drag>(&force.model)) return drag->angular != 0;
  return isSpring(force) && !(*pointOf(force) == body.centerOfMass);
}

/// Adds a body and all bodies that springs join to it to the network, as a group.
void gatherGroup(World& world, std::uint32_t first, double& flown) {
  ForceNetwork& n = world.contactSolver.network;
  const auto& bodies = world.bodies.bodies;
  ForceGroup group;
  group.begin = static_cast<std::uint32_t>(n.bodies.size());
  const auto add = [&](std::uint32_t index, std::uint32_t from) {
    ForcedBody& body = n.bodies.extend();
    body = {};
    body.body = index;
    body.lowestJoined = from;
    n.networkIndex[index] = static_cast<std::uint32_t>(n.bodies.size());
  };
  add(first, group.begin);
  double work = 0;
  for (std::uint32_t i = group.begin; i < n.bodies.size(); ++i) {
    const Body& body = bodies[n.bodies[i].body];
    const std::span<const Force> forces = forcesOn(world, n.bodies[i].body);
    bool turns = false;
    for (const Force& force : forces) {
      turns |= turnsBody(force, body);
      const std::uint32_t other = bodyIndex(otherBodyOf(force));
      if (!couplingOf(force) || !isForced(bodies[other])) continue;
      if (n.networkIndex[other] == 0) add(other, i);
    }
    n.bodies[i].hasAngularRows = turns;
    const SpringRate rate = springRate(forces, body, 0);
    group.squaredRate = std::max(group.squaredRate, rate.squared);
    group.dampingRate = std::max(group.dampingRate, rate.damping);
    const double columns = (turns ? 6 : 3) * static_cast<double>(i + 1 - n.bodies[i].lowestJoined);
    work += 0.5 * (turns ? 6 : 3) * columns * columns;
  }
  group.end = static_cast<std::uint32_t>(n.bodies.size());
  group.softened = work > kNetworkWork;
  group.stiff = isStiff(world, group, flown);
  n.groups.push_back(group);
}

void gatherNetwork(World& world) {
  ForceNetwork& n = world.contactSolver.network;
  n.bodies.clear();
  n.groups.clear();
  n.networkIndex.clear();
  n.rough = false;
  if (world.activeForces.empty()) return;
  n.networkIndex.assign(world.bodies.bodies.size(), 0);
  double flown = 0;
  for (const Force& force : world.activeForces) {
    const std::uint32_t index = bodyIndex(force.body);
    if (n.networkIndex[index] == 0 && isForced(world.bodies.bodies[index])) gatherGroup(world, index, flown);
  }
}

/// The state of a body of the solver in the middle of the coming substep. Its velocity is reduced by the smooth forces, whose displacement
/// finalize_contacts.cpp integrates by the trapezoidal rule.
Body middleOf(const World& world, const ForcedBody& forced) {
  const ContactSolver& solver = world.contactSolver;
  const SolverBodies& bodies = solver.bodies;
  const double half = 0.5 * static_cast<double>(solver.substep);
  Body middle = world.bodies.bodies[forced.body];
  const SymmetricMat3 root = inertiaRootOf(bodies, forced.index, middle);
  const Vec3 v = forced.velocity - forced.smooth, w = forced.w - forced.smoothW;
  if (solver.balance.empty()) middle.x += displacementOf(bodies, forced.index) + v * half;
  else middle.x = solver.balance[forced.index].x + solver.balance[forced.index].velocityBefore * half;
  middle.q = freeRotationOrder2(middle.q, root * (scaledRotationOf(bodies, forced.index) + w * half), middle.inertia, 1);
  middle.v = forced.velocity;
  middle.L = root * forced.w;
  return middle;
}

/// The state of a body outside the network in the middle of the coming substep.
Body outsiderOf(const World& world, std::uint32_t index) {
  const ContactSolver& solver = world.contactSolver;
  Body body = world.bodies.bodies[index];
  if (body.type == BodyType::kinematic && !body.frozen)
    moveFreely(body, {}, static_cast<double>(solver.substep) * (solver.substepsDone + 0.5));
  return body;
}

Vec3 velocityOf(const ForcedBody& body, Vec3 lever) { return body.velocity + cross(body.inverseRoot * body.w, lever); }

/// Adds the row of a spring (contacts/springs/spring_row.h). `middles`: states of the network in the middle of the substep.
void addSpring(World& world, std::uint32_t groupIndex, std::uint32_t forcedIndex, Force force, std::span<const Body> middles) {
  ForceNetwork& n = world.contactSolver.network;
  const double h = static_cast<double>(world.contactSolver.substep);
  const ForceGroup& group = n.groups[groupIndex];
  const ForcedBody& forced = n.bodies[forcedIndex];
  const Body& body = middles[forcedIndex];
  const Vec3 p = worldPoint(body, *pointOf(force));
  TUMBLE_ASSERT(isSpring(force) && isFinite(p), "a spring row is that of a spring with an end");
  SpringRow row;
  row.group = groupIndex;
  row.ends[1] = {forcedIndex, p - body.x};
  row.velocity = velocityOf(forced, row.ends[1].lever);
  if (Spring* const coupling = couplingOf(force)) {
    const std::uint32_t other = n.networkIndex[bodyIndex(coupling->other)];
    if (other != 0) {
      if (force.body > coupling->other) return;  // listed twice, once for each end
      updateAnchor(*coupling, middles[other - 1]);
      row.ends[0] = {other - 1, coupling->anchor - middles[other - 1].x};
      row.velocity -= velocityOf(n.bodies[other - 1], row.ends[0].lever);
    } else {
      updateAnchor(*coupling, outsiderOf(world, bodyIndex(coupling->other)));
      row.anchorVelocity = coupling->anchorVelocity;
      row.velocity -= row.anchorVelocity;
    }
  }
  const SpringLine line = lineOf(force, p);
  if (isDriven(force) && !couplingOf(force)) {
    row.anchorVelocity = line.anchorVelocity;
    row.velocity -= row.anchorVelocity;
  }
  row.start = p - line.anchor - row.velocity * (0.5 * h);
  if (const auto* spring = std::get_if<Spring>(&force.model)) {
    row.range = std::numeric_limits<double>::infinity();
    row.restLength = spring->restLength;
    row.stiffness = spring->stiffness;
  } else if (const auto* beam = std::get_if<Beam>(&force.model)) {
    row.range = beam->range;
    row.stiffness = beam->strength / beam->range;
  }
  row.theta = forced.theta;
  row.implicit = forced.implicit;
  row.softened = group.softened;
  const double w = inverseMassAt(body, p) + line.anchorInverseMass;
  const auto dampedShare = [&](double c) {
    const DragShare share = dragShare(h * c * w);
    return group.softened ? DragShare{0, h * c / (1 + h * group.dampingRate)} : DragShare{share.next / w, share.now / w};
  };
  row.damping = dampedShare(line.damping), row.lateralDamping = dampedShare(line.lateralDamping);
  if (group.softened) row.stiffness /= 1 + 0.5 * h * h * group.squaredRate;
  linearize(row, h);
  n.rows.push_back(row);
}

void setDrag(ForcedBody& forced, const Body& middle, const Drag& drag, Quat orientation, double h) {
  const DragShare linear = dragShare(h * drag.linear * middle.inverseMass);
  forced.dragNext = forced.mass * linear.next;
  forced.dragNow = forced.velocity * (forced.mass * linear.now);
  Vec3 next, now;
  for (int i = 0; i < 3; ++i) {
    const DragShare share = dragShare(h * drag.angular * middle.inverseInertia[i]);
    next[i] = share.next, now[i] = share.now;
  }
  forced.dragNextW = worldTensor(orientation, next);
  forced.dragNowW = worldTensor(orientation, now) * forced.w;
}

/// The state of the body at the far end of a spring for a whole step. For schemes that evaluate forces within the step it is that in the middle of
/// the step, at its present velocity, so that the force is accurate to order 2. (Bodies of the production scheme and bodies in contact update
/// the anchor in every stage.)
Body farEnd(const World& world, const Body& body, const Body& other) {
  Body end = other;
  const bool stays = isAutomaticOnSprings(body.motion) || evaluatesForcesAtStart(body.motion);
  if (!stays && other.type != BodyType::fixed && !other.frozen) moveFreely(end, {}, 0.5 * timeStep(world));
  return end;
}

}  // namespace

bool collectLastingForces(const World& world, List<Force>& active) {
  active.clear();
  bool hasCouplings = false;
  const auto& bodies = world.bodies.bodies;
  // Fields on all bodies are summed: a copy of each for every body would need memory by their product.
  const auto isOnAll = [](const Force& force) { return typeOf(force) == ForceType::field && force.body == kNoBody; };
  const auto isConstantOnAll = [&](const Force& force) { return isOnAll(force) && !isDriven(force); };
  const Force* first = nullptr;
  AccelerationField sum;
  for (const Force& force : world.forces) {
    if (!isConstantOnAll(force)) continue;
    const auto& field = *std::get_if<AccelerationField>(&force.model);
    if (first) sum.acceleration += field.acceleration;
    else first = &force, sum = field;
  }
  for (const Force& force : world.forces) {
    if (isOnAll(force)) {
      if (&force == first) addFieldOnAll(world, {kNoBody, force.untilStep, sum}, active);
      else if (isDriven(force)) addFieldOnAll(world, force, active);
      continue;
    }
    active.push_back(force);
    const Spring* const coupling = couplingOf(force);
    if (!coupling) continue;
    hasCouplings = true;
    active.push_back(mirrored(force, *coupling));
    const Body &near = bodies[bodyIndex(force.body)], &far = bodies[bodyIndex(coupling->other)];
    updateAnchor(*couplingOf(active[active.size() - 2]), farEnd(world, near, far));
    updateAnchor(*couplingOf(active.back()), farEnd(world, far, near));
  }
  for (const PointerSpring& spring : world.pointerSprings) {
    const PointerForces forces = pointerForces(spring, world.bodies.bodies[bodyIndex(spring.body)]);
    active.push_back(forces.spring);
    active.push_back(forces.drag);
  }
  sortByBody(active);
  for (const Force& force : active) TUMBLE_ASSERT(findBody(world.bodies, force.body), "a force that acts is on a living body");
  return hasCouplings;
}

void gatherConnections(World& world) {
  gatherJoints(world.jointGraph, world.joints, world.bodies.bodies.size());
  world.hasCouplings = collectLastingForces(world, world.activeForces) || !world.jointGraph.start.empty();
}

void gatherLastingForces(World& world) {
  gatherConnections(world);
  auto& active = world.activeForces;
  driveForces({active.data(), active.size()}, world.signals, startOfPart(world), startOfPart(world) + timeStep(world));
  gatherNetwork(world);
}

std::span<const Force> forcesOn(const World& world, std::uint32_t index) {
  const auto& active = world.activeForces;
  const auto first =
      std::lower_bound(active.begin(), active.end(), index, [](const Force& f, std::uint32_t i) { return bodyIndex(f.body) < i; });
  auto last = first;
  while (last != active.end() && bodyIndex(last->body) == index) ++last;
  return {first, last};
}

void applyLastingForces(World& world) {
  ContactSolver& solver = world.contactSolver;
  ForceNetwork& n = solver.network;
  const double h = static_cast<double>(solver.substep);
  if (!world.signals.signals.empty()) {
    const double start = startOfPart(world) + solver.substepsDone * h;
    driveForces({world.activeForces.data(), world.activeForces.size()}, world.signals, start, start + h);
  }
  n.rows.clear();
  List<Body> middles(n.bodies.size());
  bool any = false;
  for (std::uint32_t g = 0; g < n.groups.size(); ++g) {
    ForceGroup& group = n.groups[g];
    group.lost = false;
    if (!group.active) continue;
    any = true;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      ForcedBody& forced = n.bodies[i];
      solver.bodies.marks[forced.index].hasLastingForce = true;
      const SolverBody& state = solver.bodies.state[forced.index];
      forced.velocity = vectorOf(state.velocity), forced.w = vectorOf(state.scaledAngularVelocity);
      middles[i] = middleOf(world, forced);
      const std::span<const Force> forces = forcesOn(world, forced.body);
      Wrench steady = steadyWrench(forces, middles[i]);
      addFluidDragOfSubstep(steady, forces, middles[i], h);
      forced.steady = (toDouble(solver.gravity) + steady.force * middles[i].inverseMass) * h;
      forced.steadyW = forced.inverseRoot * steady.torque * h;
      const double rate = h * h * group.squaredRate, slow = rate / kSlowSpring, fast = rate / kFastSpring;
      const double fast2 = fast * fast, fast4 = fast2 * fast2;
      forced.slow = 1 / (1 + slow * slow);
      forced.theta = 0.25 - (1.0 / 6) * forced.slow;
      forced.implicit = group.touches ? 1 - 1 / (1 + fast4 * fast4) : 0;  // steep: a small damping would be visible after 20 s
      setDrag(forced, middles[i], dragOf(forces), solver.bodies.reference[forced.index].orientation, h);
    }
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      for (const Force& force : forcesOn(world, n.bodies[i].body)) {
        if (isSpring(force)) addSpring(world, g, i, force, middles);
      }
    }
  }
  if (any) predictForces(solver);
}

}  // namespace tumble
