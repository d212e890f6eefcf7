// Reads joints, of scenes and of commands.
#pragma once
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// One joint, between the bodies of references.world as they lie now; couplings refer to joints of that world.
Joint readJoint(const Cursor& at, const BodyReferences& references, std::string& name);
/// Reads a joint by its index or its name. Refuses a reference to none, and returns kNoJoint.
JointIndex readJointReference(const Cursor& at, const World& world);
/// Reads "joints" of a scene into the world.
void readJoints(const Cursor& list, World& world, const BodyReferences& references);

/// "limits" of a hinge, a slider or the twist of a ball.
void readJointLimits(const Cursor& at, bool isAngle, JointLimits& out);

}  // namespace tumble
