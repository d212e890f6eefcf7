#include "world/coupled_motion.h"

#include <algorithm>

#include "forces/evaluate.h"
#include "motion/composition.h"
#include "motion/free_motion.h"
#include "tuning.h"
#include "world/flight_group.h"
#include "world/jointed_motion.h"
#include "world/lasting_forces.h"

namespace tumble {
namespace {

void driftAll(const World& world, FlightGroup& group, bool falls, double time) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const bool isMember = i < group.members.size();
    if (!isMember && group.bodies[i].type != BodyType::kinematic) continue;
    moveFreely(group.bodies[i], isMember && (falls || !hasDrag(group.forcesOf(i))) ? world.settings.gravity : Vec3{}, time);
  }
}

void moveGroup(World& world, FlightGroup& group) {
  updateAnchors(group, group.bodies);
  setTimes(world, group, 0, timeStep(world));
  double springs = 0, drag = 0;
  for (std::size_t i = 0; i < group.members.size(); ++i) {
    springs = std::max(springs, springRate(group.forcesOf(i), group.bodies[i], timeStep(world)).fastest());
    drag = std::max(drag, dragRate(group.forcesOf(i), group.bodies[i], timeStep(world)));
  }
  double& left = world.contactSolver.network.flightWorkLeft;
  const int affordable = affordableSubsteps(group.forces, std::min(kFlightWork, left));
  const int substeps = std::min(forceSubsteps(springs, timeStep(world)), affordable);
  left -= flightWork(group.forces, substeps);
  const double h = timeStep(world) / substeps;
  if (drag * h < kSpringAngle) {
    const int steps = compositionsOf(substeps);
    double kick = 0, done = 0;  // the second half of the last one, which is applied with the next; the time of the drifts
    for (int i = 0; i < steps; ++i) {
      for (const double share : kComposition) {
        const double part = share * timeStep(world) / steps;
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
  if (!world.hasCouplings || !body.alive || body.type != BodyType::dynamic) return false;
  if (!jointsOn(world.jointGraph, index).empty()) return true;
  if (!isAutomaticOnSprings(body.motion)) return false;
  const std::span<const Force> forces = forcesOn(world, index);
  return std::any_of(forces.begin(), forces.end(), [](const Force& force) { return otherBodyOf(force) != kNoBody; });
}

void moveCoupledBodies(World& world) {
  if (!world.hasCouplings) return;
  double jointed = 0;
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i)
    jointed += !jointsOn(world.jointGraph, i).empty() && movesInGroup(world, i);
  List<std::uint8_t> done(world.bodies.bodies.size());
  FlightGroup group;
  for (std::uint32_t i = 0; i < done.size(); ++i) {
    if (done[i] || !movesInGroup(world, i)) continue;
    gatherGroup(group, world, i, done);
    if (group.assembly.joints.empty()) moveGroup(world, group);
    else moveJointedGroup(world, group, static_cast<double>(group.members.size()) / jointed);
    for (std::size_t m = 0; m < group.members.size(); ++m) world.bodies.bodies[group.members[m].index] = group.bodies[m];
  }
}

}  // namespace tumble
