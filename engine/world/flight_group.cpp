#include "world/flight_group.h"

#include "assertion.h"
#include "forces/drive.h"
#include "forces/evaluate.h"
#include "motion/free_motion.h"
#include "world/coupled_motion.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

/// A body outside the group at the other end of a spring or joint, as a kinematic body that moves from its old pose to its present one: it has moved
/// already (world/finalize_poses.cpp), and moves along with the group once more.
Body outsiderOf(const World& world, std::uint32_t index) {
  Body body = world.bodies.bodies[index];
  if (body.type == BodyType::kinematic) {
    body.x = body.lastGoodX;
    body.q = body.lastGoodQ;
  }
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

}  // namespace

bool movesInGroup(const World& world, std::uint32_t index) {
  const Body& body = world.bodies.bodies[index];
  return isCoupled(world, index) && !body.frozen && !isAsleep(body) && !wasTouched(world.contactSolver, index);
}

void gatherGroup(FlightGroup& group, const World& world, std::uint32_t first, List<std::uint8_t>& done) {
  group.members.clear(), group.bodies.clear(), group.outsiders.clear(), group.forces.clear(), group.gravity.clear();
  renew(group.assembly);
  group.memberIndex.assign(world.bodies.bodies.size(), 0);
  List<JointIndex> joined;
  const auto add = [&](std::uint32_t index) {
    done[index] = 1;
    group.members.push_back({index, 0, 0});
    group.bodies.push_back(world.bodies.bodies[index]);
  };
  const auto connect = [&](BodyId other) {
    if (other == kNoBody) return;
    const std::uint32_t index = bodyIndex(other);
    if (!movesInGroup(world, index)) group.outsiders.push_back(index);
    else if (!done[index]) add(index);
  };
  add(first);
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    const std::uint32_t index = group.members[i].index;
    const std::span<const Force> forces = forcesOn(world, index);
    group.members[i].firstForce = group.forces.size();
    group.members[i].forceCount = forces.size();
    group.forces.append(forces);
    for (const Force& force : forces) {
      if (couplingOf(force)) connect(otherBodyOf(force));
    }
    for (const JointIndex j : jointsOn(world.jointGraph, index)) {
      joined.push_back(j);
      forEachEnd(world.joints, j, connect);
    }
  }
  for (std::size_t i = 0; i < group.members.size(); ++i) group.memberIndex[group.members[i].index] = static_cast<std::uint32_t>(i + 1);
  for (const std::uint32_t index : group.outsiders) {
    if (group.memberIndex[index] != 0) continue;
    group.bodies.push_back(outsiderOf(world, index));
    group.memberIndex[index] = static_cast<std::uint32_t>(group.bodies.size());
  }
  assembleJoints(group.assembly, world.joints, joined, group.memberIndex);
  for (std::size_t i = 0; i < group.members.size(); ++i) group.gravity.push_back(world.settings.gravity);
  group.gravity.resize(group.bodies.size());
}

void setTimes(const World& world, FlightGroup& group, double from, double to) {
  if (world.signals.signals.empty()) return;
  driveForces({group.forces.data(), group.forces.size()}, world.signals, startOfPart(world) + from, startOfPart(world) + to);
}

void updateAnchors(FlightGroup& group, std::span<const Body> bodies) {
  for (Force& force : group.forces) {
    Spring* const coupling = couplingOf(force);
    if (!coupling) continue;
    TUMBLE_ASSERT(group.memberIndex[bodyIndex(coupling->other)] != 0, "the far end of a spring is a member of its group, or an outsider");
    updateAnchor(*coupling, bodies[group.memberIndex[bodyIndex(coupling->other)] - 1]);
  }
}

void kickAll(FlightGroup& group, Vec3 gravity, double time) {
  updateAnchors(group, group.bodies);
  List<Body>& middle = group.middle;
  middle.assign(group.bodies);
  for (std::size_t i = 0; i < group.members.size(); ++i) kickFrom(middle[i], group.bodies[i], {gravity, group.forcesOf(i)}, 0.5 * time);
  updateAnchors(group, middle);
  for (std::size_t i = 0; i < group.members.size(); ++i) kickFrom(group.bodies[i], middle[i], {gravity, group.forcesOf(i)}, time);
}

// y += h/6 (k1 + 2 k2 + 2 k3 + k4), term by term, k of each stage with its anchors.
void kickAllOfOrder4(FlightGroup& group, double time) {
  constexpr double kNextStage[4] = {0.5, 0.5, 1, 0}, kWeight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  if (!dependsOnVelocity(group.forces)) {
    updateAnchors(group, group.bodies);
    for (std::size_t i = 0; i < group.members.size(); ++i) push(group.bodies[i], totalWrench(group.forcesOf(i), group.bodies[i]), time);
    return;
  }
  const List<Body> start = group.bodies;
  List<Body> stage = start;
  for (int k = 0; k < 4; ++k) {
    updateAnchors(group, stage);
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      const Wrench slope = totalWrench(group.forcesOf(i), stage[i]);
      push(group.bodies[i], slope, kWeight[k] * time);
      stage[i] = start[i];
      push(stage[i], slope, kNextStage[k] * time);
    }
  }
}

}  // namespace tumble
