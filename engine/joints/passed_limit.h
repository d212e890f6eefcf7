// A limit that a command or an edit has moved past where its joint stands: it pushes the joint back as a motor does, at a bounded rate and by
// velocities, so that contacts know of it; nothing leaps. Until the joint is within its limits again.
#pragma once
#include "joints/joint.h"

namespace tumble {

/// To be called when limits are new.
void noteLimits(Joint& joint);

/// In the copy of a joint for one part of a step: the drive that brings it back, one that does not pull, and the limit out of its way.
void driveBack(Joint& joint);

/// After a part of a step.
void noteReturn(Joint& joint);

}  // namespace tumble
