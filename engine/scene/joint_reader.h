// Reads joints, of scenes and of commands.
#pragma once
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// One joint, between the bodies of references.world as they lie now; couplings refer to joints of that world.
Joint readJoint(const Cursor& at, const BodyReferences& references, std::string& name);
/// Reads a joint by its index or its name. Refuses a reference to none, and returns kNoJoint.
JointIndex readJointReference(const Cursor& at, const BodyReferences& references);
/// Reads "joints" of a scene into the world, which is that of the references; their names are added to these.
void readJoints(const Cursor& list, World& world, BodyReferences& references);

/// A number in radians, or in degrees by a key that ends so. False when there is neither.
bool readAngle(Fields& fields, const char* key, const char* degrees, double& out);
/// "limits" of a hinge, a slider or the twist of a ball.
void readJointLimits(const Cursor& at, bool isAngle, JointLimits& out);

}  // namespace tumble
