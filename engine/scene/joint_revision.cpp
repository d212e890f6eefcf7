#include "scene/joint_revision.h"

#include "joints/passed_limit.h"
#include "world/joints.h"

namespace tumble {
namespace {

bool isSameJoint(const Joint& a, const Joint& b) { return a.type == b.type && a.a.body == b.a.body && a.b.body == b.b.body; }

/// What commands changed stays, where the scene gives the same as before.
void keepSetting(Joint& joint, const Joint& former) {
  if (joint.given.target == former.given.target && joint.drive.kind == former.drive.kind) joint.drive.target = former.drive.target;
  if (joint.given.limits == former.given.limits) joint.limits = former.limits;
}

/// Names the joints of a coupling as they are in the next world. False if one is gone.
bool renumber(Joint& joint, const List<JointIndex>& places) {
  if (!isCoupling(joint.type)) return true;
  for (JointIndex* index : {&joint.first, &joint.second}) {
    *index = *index < places.size() ? places[*index] : kNoJoint;
    if (*index == kNoJoint) return false;
  }
  return true;
}

}  // namespace

void continueJoints(World& next, World& world) {
  if (next.joints.empty() && world.joints.empty()) return;
  List<JointIndex> places;  // [joint of the world] index in the next world
  places.assign(world.joints.size(), kNoJoint);
  JointIndex search = 0;  // those without a name match in their order
  const auto sceneCount = static_cast<JointIndex>(next.joints.size());
  for (JointIndex i = 0; i < sceneCount; ++i) {
    Joint& joint = next.joints[i];
    const std::string& name = next.jointNames[i];
    const bool isCoupled = isCoupling(joint.type);
    JointIndex found = kNoJoint;
    for (JointIndex k = search; k < world.sceneJointCount; ++k) {
      const Joint& former = world.joints[k];
      if (places[k] != kNoJoint || world.jointNames[k] != name || !isSameJoint(former, joint)) continue;
      if (isCoupled && (places[former.first] != joint.first || places[former.second] != joint.second)) continue;
      found = k;
      break;
    }
    if (found == kNoJoint) {
      if (joint.alive) joinAsTheyAre(joint, next.bodies);
      continue;
    }
    places[found] = i;
    while (search < places.size() && places[search] != kNoJoint) ++search;
    const Joint& former = world.joints[found];
    joint.coordinate = former.coordinate, joint.force = former.force, joint.torque = former.torque;
    joint.alive = joint.alive && former.alive;
    keepSetting(joint, former);
    noteLimits(joint);
  }
  for (JointIndex k = world.sceneJointCount; k < world.joints.size(); ++k) {
    Joint joint = world.joints[k];
    const auto isThere = [&](BodyId id) { return id == kNoBody || findBody(next.bodies, id) != nullptr; };
    if (!joint.alive || !isThere(joint.a.body) || !isThere(joint.b.body) || !renumber(joint, places)) continue;
    if (next.joints.size() >= kMostJoints) break;
    places[k] = static_cast<JointIndex>(next.joints.size());
    next.joints.push_back(joint);
    next.jointNames.push_back(world.jointNames[k]);
  }
  for (JointIndex i = 0; i < next.joints.size(); ++i) {
    const Joint& joint = next.joints[i];
    if (joint.alive && isCoupling(joint.type) && !(next.joints[joint.first].alive && next.joints[joint.second].alive)) removeJoint(next, i);
  }
  world.commands.remove_if([&](Command& command) {
    if (command.type < CommandType::addJoint) return false;
    if (command.type == CommandType::addJoint) return !renumber(command.joint.added, places);
    JointIndex& index = command.joint.index;
    index = index < places.size() ? places[index] : kNoJoint;
    return index == kNoJoint;
  });
}

}  // namespace tumble
