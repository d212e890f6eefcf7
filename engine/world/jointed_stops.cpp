#include "world/jointed_stops.h"

#include "bodies/body_store.h"
#include "world/body_path.h"
#include "world/guard.h"
#include "world/jointed_motion.h"

namespace tumble {
namespace {

/// On the straight path from start to end; L along the principal axes, so that a rod gets none about its length.
void putBackAlongPath(Body& body, const StepStart& from, double t) {
  Body start = body;
  start.x = from.x, start.q = from.q;
  const Vec3 spun = inverseRotate(from.q, from.L) * (1 - t) + inverseRotate(body.q, body.L) * t;
  const Pose pose = poseAt({&start, &body, false, {}, 0}, t);
  body.x = pose.x, body.q = pose.q;
  body.v = from.v * (1 - t) + body.v * t;
  body.L = rotate(body.q, spun);
}

}  // namespace

void recordJointedStarts(World& world) {
  List<StepStart>& starts = world.continuous.jointedStarts;
  starts.clear();
  if (world.jointGraph.start.empty()) return;
  for (const Body& body : world.bodies.bodies) starts.push_back({body.x, body.q, body.v, body.L});
}

bool putBackJointed(World& world, std::uint32_t index, double t) {
  if (jointsOn(world.jointGraph, index).empty()) return false;
  ContinuousCollision& continuous = world.continuous;
  List<std::uint32_t>& members = continuous.stoppedJointed;
  const auto add = [&](std::uint32_t i) {
    if (continuous.stopped[i] || !movesByImpulses(world.bodies.bodies[i])) return;
    continuous.stopped[i] = 1;
    members.push_back(i);
  };
  std::size_t k = members.size();
  add(index);
  for (; k < members.size(); ++k) {
    const std::uint32_t member = members[k];
    putBackAlongPath(world.bodies.bodies[member], continuous.jointedStarts[member], t);
    for (const JointIndex j : jointsOn(world.jointGraph, member)) {
      forEachEnd(world.joints, j, [&](BodyId end) {
        if (end != kNoBody) add(bodyIndex(end));
      });
    }
  }
  continuous.stoppedAssemblies.push_back(index);
  return true;
}

void settleStopped(World& world) {
  ContinuousCollision& continuous = world.continuous;
  if (continuous.stoppedAssemblies.empty()) return;
  for (const std::uint32_t index : continuous.stoppedAssemblies) settleAssembly(world, index);
  for (const std::uint32_t index : continuous.stoppedJointed) {
    syncSchemeOrientation(world.bodies.bodies[index]);
    acceptPose(world, index);
  }
  continuous.stoppedAssemblies.clear();
  continuous.stoppedJointed.clear();
}

}  // namespace tumble
