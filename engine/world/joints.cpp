#include "world/joints.h"

#include <algorithm>

#include "colliders/pair_key.h"
#include "containers/sort_keys.h"
#include "joints/passed_limit.h"

namespace tumble {
namespace {

void wakeEnds(World& world, JointIndex index) {
  forEachEnd(world.joints, index, [&](BodyId body) {
    if (body != kNoBody) wake(world, body);
  });
}

void joinOrPart(World& world, JointIndex index) {
  wakeEnds(world, index);
  world.broadPhase.incomplete = true;            // other bodies may collide from now on: all pairs are searched again
  world.contactSolver.batches.upToDate = false;  // what is jointed may be deeper in what it touches (contacts/joints/jointed_depth.h)
}

void takeOut(World& world, JointIndex index) {
  joinOrPart(world, index);
  world.joints[index].alive = false;
  world.joints[index].force = world.joints[index].torque = {};
  ++world.bodiesVersion;
}

/// Takes out the joints with goes[joint] = 1, and the couplings that they are part of, in one pass: all joints may be on one body.
void takeOutAll(World& world, List<std::uint8_t>& goes) {
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    if (joint.alive && isCoupling(joint.type)) goes[i] |= goes[joint.first] | goes[joint.second];
  }
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    if (world.joints[i].alive && goes[i]) takeOut(world, i);
  }
}

}  // namespace

void joinAsTheyAre(Joint& joint, const BodyStore& store) {
  if (isCoupling(joint.type) || joint.type == JointType::distance || joint.type == JointType::pulley) return;
  const auto bodyOf = [&](const JointEnd& end) { return end.body == kNoBody ? nullptr : findBody(store, end.body); };
  Vec3 p = joint.a.anchor;
  Quat frame = joint.a.frame;
  if (const Body* const a = bodyOf(joint.a)) p = a->x + rotate(a->q, p), frame = normalized(a->q * frame);
  if (const Body* const b = bodyOf(joint.b)) {
    p = rotate(conjugate(b->q), p - b->x);
    frame = normalized(conjugate(b->q) * frame);
  }
  joint.b.anchor = p, joint.b.frame = frame;
}

JointIndex addJoint(World& world, const Joint& joint, std::string name) {
  world.joints.push_back(joint);
  world.jointNames.push_back(std::move(name));
  const auto index = static_cast<JointIndex>(world.joints.size() - 1);
  joinOrPart(world, index);
  ++world.bodiesVersion;
  return index;
}

void removeJoint(World& world, JointIndex index) {
  takeOut(world, index);
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    if (joint.alive && isCoupling(joint.type) && (joint.first == index || joint.second == index)) takeOut(world, i);
  }
}

void removeJointsOf(World& world, std::span<const std::uint8_t> isRemoved) {
  List<std::uint8_t> goes(world.joints.size());
  const auto isGone = [&](BodyId id) { return id != kNoBody && isRemoved[bodyIndex(id)] != 0; };
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    goes[i] = joint.alive && !isCoupling(joint.type) && (isGone(joint.a.body) || isGone(joint.b.body));
  }
  takeOutAll(world, goes);
}

void applyToJoint(World& world, const Command& command) {
  const JointCommand& change = command.joint;
  if (command.type == CommandType::addJoint) {
    const Joint& joint = change.added;
    const auto isThere = [&](BodyId id) { return id == kNoBody || findBody(world.bodies, id) != nullptr; };
    const auto isAlive = [&](JointIndex i) { return i < world.joints.size() && world.joints[i].alive; };
    const bool fits =
        isCoupling(joint.type) ? isAlive(joint.first) && isAlive(joint.second) : isThere(joint.a.body) && isThere(joint.b.body);
    if (!fits || world.joints.size() >= kMostJoints) {
      world.report.flags |= kStaleBody;
      return;
    }
    const JointIndex added = addJoint(world, joint, command.jointName);
    joinAsTheyAre(world.joints[added], world.bodies);
    return;
  }
  if (change.index >= world.joints.size() || !world.joints[change.index].alive) {
    world.report.flags |= kStaleBody;
    return;
  }
  Joint& joint = world.joints[change.index];
  switch (command.type) {
    case CommandType::removeJoint: return removeJoint(world, change.index);
    case CommandType::limits:
      joint.limits = change.limits;
      noteLimits(joint);
      break;
    default: joint.drive.target = change.value; break;
  }
  wakeEnds(world, change.index);
}

void wakeJoined(World& world, BodyId body) {
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    bool isEnd = false;
    forEachEnd(world.joints, i, [&](BodyId end) { isEnd |= end == body; });
    if (isEnd && world.joints[i].alive) wakeEnds(world, i);
  }
}

void breakJoints(World& world) {
  List<std::uint8_t> goes(world.joints.size());
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    const Joint& joint = world.joints[i];
    goes[i] = joint.alive && (length(joint.force) > joint.breakForce || length(joint.torque) > joint.breakTorque);
  }
  takeOutAll(world, goes);
}

void forgetReactions(World& world) {
  const auto rests = [&](BodyId id) {
    const Body* const body = id == kNoBody ? nullptr : findBody(world.bodies, id);
    return body && isAsleep(*body);
  };
  for (Joint& joint : world.joints) {
    if (!rests(joint.a.body) && !rests(joint.b.body)) joint.force = joint.torque = {};
  }
}

void listJoinedBodies(const World& world, List<std::uint64_t>& joined) {
  joined.clear();
  for (JointIndex i = 0; i < world.joints.size(); ++i) {
    if (!world.joints[i].alive || world.joints[i].collides) continue;
    BodyId ends[4];
    int count = 0;
    forEachEnd(world.joints, i, [&](BodyId body) {
      if (body != kNoBody) ends[count++] = body;
    });
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (ends[a] != ends[b]) joined.push_back(pairOf(bodyIndex(ends[a]), bodyIndex(ends[b])));
      }
    }
  }
  sortKeys(joined);
}

}  // namespace tumble
