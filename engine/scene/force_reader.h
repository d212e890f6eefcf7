// Reads lasting forces, of scenes and of commands.
#pragma once
#include "forces/force.h"
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// An element of "forces".
Force readForce(const Cursor& at, const BodyReferences& references);

/// Reads the members of the model of a force on force.body. The default point is the centre of mass.
void readModel(Fields& fields, Force& force, ForceType type, const BodyReferences& references);

}  // namespace tumble
