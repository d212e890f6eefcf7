#include "world/coupled_motion.h"

#include <algorithm>

#include "assertion.h"
#include "forces/drive.h"
#include "forces/evaluate.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"
#include "tuning.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

struct Member {
  std::uint32_t index;  // in the body store
  Body body;
  std::size_t firstForce, forceCount;  // in Group::forces
};

/// Bodies that springs join, with copies of their lasting forces, whose anchors are updated in every stage.
struct Group {
  List<Member> members;
  List<Member> outsiders;  // bodies at the other ends of springs that move independently
  List<Force> forces;
  List<std::uint32_t> memberIndex;  // [body index] 0, or 1 + index among members and then outsiders

  std::span<Force> forcesOf(const Member& m) { return {forces.data() + m.firstForce, m.forceCount}; }
};

bool movesCoupled(const World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  return isCoupled(world, index) && !body.frozen && !wasTouched(world.contactSolver, index);
}

/// A body outside the group at the other end of a spring, as a kinematic body that moves from its old pose to its present one.
Body outsiderOf(const World& world, std::uint32_t index) {
  Body body = world.bodies.bodies[index];
  if (body.type == BodyType::dynamic) {
    const bool hasMoved = wasTouched(world.contactSolver, index);
    body.kinematicOmega = angularVelocity(body);
    if (hasMoved) {
      body.v = (body.x - body.lastGoodX) * (1 / timeStep(world));
      body.x = body.lastGoodX;
      body.q = body.lastGoodQ;
    }
    if (body.frozen) body.v = body.kinematicOmega = {};
    body.type = BodyType::kinematic;
  }
  return body;
}

/// The group of body `first`: all bodies that springs join to it, directly or through others.
Group groupOf(const World& world, std::uint32_t first, List<std::uint8_t>& done) {
  Group group;
  group.memberIndex.assign(world.bodies.bodies.size(), 0);
  const auto add = [&](std::uint32_t index) {
    done[index] = 1;
    group.members.push_back({index, world.bodies.bodies[index], 0, 0});
  };
  add(first);
  List<std::uint32_t> outside;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const std::span<const Force> forces = forcesOn(world, group.members[i].index);
    group.members[i].firstForce = group.forces.size();
    group.members[i].forceCount = forces.size();
    group.forces.append(forces);
    for (const Force& force : forces) {
      if (!couplingOf(force)) continue;
      const std::uint32_t other = bodyIndex(otherBodyOf(force));
      if (!movesCoupled(world, other)) outside.push_back(other);
      else if (!done[other]) add(other);
    }
  }
  for (std::size_t i = 0; i < group.members.size(); ++i) group.memberIndex[group.members[i].index] = static_cast<std::uint32_t>(i + 1);
  for (const std::uint32_t index : outside) {
    if (group.memberIndex[index] != 0) continue;
    group.outsiders.push_back({index, outsiderOf(world, index), 0, 0});
    group.memberIndex[index] = static_cast<std::uint32_t>(group.members.size() + group.outsiders.size());
  }
  return group;
}

/// Updates the anchors of all springs. `members`: states of the members in a stage.
void updateAnchors(Group& group, std::span<const Member> members) {
  for (Force& force : group.forces) {
    Spring* const coupling = couplingOf(force);
    if (!coupling) continue;
    TUMBLE_ASSERT(group.memberIndex[bodyIndex(coupling->other)] != 0, "the far end of a spring is a member of its group, or an outsider");
    const std::size_t index = group.memberIndex[bodyIndex(coupling->other)] - 1;
    updateAnchor(*coupling, index < members.size() ? members[index].body : group.outsiders[index - members.size()].body);
  }
}

/// Gives the forces that depend on time their mean from one time of this part of the step to another, s.
void setTimes(const World& world, Group& group, double from, double to) {
  if (world.signals.signals.empty()) return;
  driveForces({group.forces.data(), group.forces.size()}, world.signals, startOfPart(world) + from, startOfPart(world) + to);
}

/// `kick` of motion/free_motion.h for all members, with the anchors of each stage.
void kickAll(Group& group, Vec3 gravity, double time) {
  updateAnchors(group, group.members);
  List<Member> middle = group.members;
  for (std::size_t i = 0; i < middle.size(); ++i)
    kickFrom(middle[i].body, group.members[i].body, {gravity, group.forcesOf(middle[i])}, 0.5 * time);
  updateAnchors(group, middle);
  for (std::size_t i = 0; i < middle.size(); ++i)
    kickFrom(group.members[i].body, middle[i].body, {gravity, group.forcesOf(middle[i])}, time);
}

/// `kickOfOrder4` of motion/free_motion.h for all members: y += h/6 (k1 + 2 k2 + 2 k3 + k4), term by term, k of each stage with its anchors.
void kickAllOfOrder4(Group& group, double time) {
  constexpr double kNextStage[4] = {0.5, 0.5, 1, 0}, kWeight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  if (!dependsOnVelocity(group.forces)) {
    updateAnchors(group, group.members);
    for (Member& m : group.members) push(m.body, totalWrench(group.forcesOf(m), m.body), time);
    return;
  }
  const List<Member> start = group.members;
  List<Member> stage = start;
  for (int k = 0; k < 4; ++k) {
    updateAnchors(group, stage);
    for (std::size_t i = 0; i < stage.size(); ++i) {
      const Wrench slope = totalWrench(group.forcesOf(stage[i]), stage[i].body);
      push(group.members[i].body, slope, kWeight[k] * time);
      stage[i].body = start[i].body;
      push(stage[i].body, slope, kNextStage[k] * time);
    }
  }
}

void driftAll(const World& world, Group& group, bool falls, double time) {
  for (Member& m : group.members) {
    moveFreely(m.body, falls || !hasDrag(group.forcesOf(m)) ? world.settings.gravity : Vec3{}, time);
  }
  for (Member& m : group.outsiders) {
    if (m.body.type == BodyType::kinematic) moveFreely(m.body, {}, time);
  }
}

void moveGroup(World& world, Group& group) {
  updateAnchors(group, group.members);
  setTimes(world, group, 0, timeStep(world));
  double springs = 0, drag = 0;
  for (Member& m : group.members) {
    springs = std::max(springs, springRate(group.forcesOf(m), m.body, timeStep(world)).fastest());
    drag = std::max(drag, dragRate(group.forcesOf(m), m.body, timeStep(world)));
  }
  double& left = world.contactSolver.network.flightWorkLeft;
  const int affordable = affordableSubsteps(group.forces, std::min(kFlightWork, left));
  const int substeps = std::min(forceSubsteps(springs, timeStep(world)), affordable);
  left -= flightWork(group.forces, substeps);
  const double h = timeStep(world) / substeps;
  if (drag * h < kSpringAngle) {
    const int thirds = (substeps + 2) / 3;
    double kick = 0, done = 0;  // the second half of the last one, which is applied with the next; the time of the drifts
    for (int i = 0; i < thirds; ++i) {
      for (const double share : {kYoshidaOuter, kYoshidaInner, kYoshidaOuter}) {
        const double part = share * timeStep(world) / thirds;
        setTimes(world, group, done - kick, done + 0.5 * part);
        kickAllOfOrder4(group, kick + 0.5 * part);
        driftAll(world, group, true, part);
        kick = 0.5 * part;
        done += part;
      }
    }
    setTimes(world, group, done - kick, done);
    return kickAllOfOrder4(group, kick);
  }
  for (int i = 0; i < substeps; ++i) {
    setTimes(world, group, i * h, (i + 0.5) * h);
    kickAll(group, world.settings.gravity, 0.5 * h);
    driftAll(world, group, false, h);
    setTimes(world, group, (i + 0.5) * h, (i + 1) * h);
    kickAll(group, world.settings.gravity, 0.5 * h);
  }
}

}  // namespace

bool isCoupled(const World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  if (!world.hasCouplings || !body.alive || body.type != BodyType::dynamic || !isAutomaticOnSprings(body.motion)) return false;
  const std::span<const Force> forces = forcesOn(world, index);
  return std::any_of(forces.begin(), forces.end(), [](const Force& force) { return otherBodyOf(force) != kNoBody; });
}

void moveCoupledBodies(World& world) {
  if (!world.hasCouplings) return;
  List<std::uint8_t> done(world.bodies.bodies.size());
  for (std::uint32_t i = 0; i < done.size(); ++i) {
    if (done[i] || !movesCoupled(world, i)) continue;
    Group group = groupOf(world, i, done);
    moveGroup(world, group);
    for (const Member& m : group.members) world.bodies.bodies[m.index] = m.body;
  }
}

}  // namespace tumble
