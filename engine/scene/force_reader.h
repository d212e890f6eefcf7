// Reads lasting forces, of scenes and of commands.
#pragma once
#include "forces/force.h"
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// An element of "forces".
Force readForce(const Cursor& at, const BodyReferences& references);

/// Reads "force", "point" and "frame" of a force, or "torque" and "frame" of a torque, on force.body. The default point is the centre of mass.
void readPush(Fields& fields, Force& force, const BodyReferences& references);

}  // namespace tumble
