// Reads lasting forces, of scenes and of commands.
#pragma once
#include "forces/force.h"
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// An element of "forces".
Force readForce(const Cursor& at, const BodyReferences& references);

/// "force", "point" and "frame". The default point is the centre of mass of `body`.
ConstantForce readConstantForce(Fields& fields, BodyId body, const BodyReferences& references);
/// "torque" and "frame".
ConstantTorque readConstantTorque(Fields& fields);

}  // namespace tumble
