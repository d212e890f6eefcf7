// The joints of a world: adding, changing and removing them.
#pragma once
#include "world/world.h"

namespace tumble {

/// Moves the end on b to where the end on a is, so that the joint connects its bodies as they lie now. Ropes, rods and couplings stay.
void joinAsTheyAre(Joint& joint, const BodyStore& store);
/// Adds a joint and wakes its bodies.
JointIndex addJoint(World& world, const Joint& joint, std::string name);
/// Removes a joint, with the couplings that it is part of, and wakes their bodies.
void removeJoint(World& world, JointIndex index);
/// Removes the joints of bodies that are removed; [body] 1.
void removeJointsOf(World& world, std::span<const std::uint8_t> isRemoved);
/// A command of a joint; one that is gone by now is told by kStaleBody.
void applyToJoint(World& world, const Command& command);
/// Wakes what joints connect with the body.
void wakeJoined(World& world, BodyId body);
/// Joints whose mean reaction over the step was above their strength break.
void breakJoints(World& world);
/// Zeroes the reactions at the start of a step, but for those of sleeping bodies, which stay what they were.
void forgetReactions(World& world);

/// Lists the pairs of bodies that do not collide because joints connect them; sorted keys as of the broad phase.
void listJoinedBodies(const World& world, List<std::uint64_t>& joined);

}  // namespace tumble
