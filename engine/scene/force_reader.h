// Reading lasting forces: those of a scene, and those that a command lets act for some steps.
#pragma once
#include "forces/force.h"
#include "scene/body_reference.h"
#include "scene/cursor.h"

namespace tumble {

/// An entry of "forces".
Force readForce(const Cursor& at, const BodyReferences& references);

/// "force", "point" and "frame" of a force, or "torque" and "frame" of a torque, on force.body. Without a point a force acts
/// at the centre of mass.
void readPush(Fields& fields, Force& force, const BodyReferences& references);

}  // namespace tumble
