// Distance joint: C = |p_b - p_a| - l, a massless rod; with different bounds a strut or a rope, as two stops.
#include "joints/joint_types.h"

namespace tumble {

void addDistance(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b) {
  JointRow row = distanceRow(a, b);
  if (joint.minimum == joint.maximum) {
    row.value -= joint.maximum;
    out.rows.push_back(row);
    return;
  }
  addLimits(out, {joint.minimum > 0 ? joint.minimum : -kNoLimit, joint.maximum}, row);
}

}  // namespace tumble
