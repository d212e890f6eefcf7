// Joints of a running world that continues with a changed scene (scene/revision.h).
#pragma once
#include "world/world.h"

namespace tumble {

/// Continues the joints of `world` in `next`, whose bodies have their present poses. A joint of the scene is the same as before if it has the same
/// type, bodies and name (without a name: in their order); it keeps its coordinate, and what commands made of its motor, servo and limits where the
/// scene gives the same as before; it does not return if it was removed or broke. A new one connects its bodies as they are now, at its place on a.
/// Joints that commands added stay behind those of the scene. Waiting commands of `world` name the joints of `next` afterwards; those of joints
/// that are gone are dropped.
void continueJoints(World& next, World& world);

}  // namespace tumble
