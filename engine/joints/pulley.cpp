// Pulley: an ideal rope over two fixed points, |p_a - g_a| + ratio |p_b - g_b| <= length: one stop. (The rope of b runs `ratio` times, as in a tackle.)
#include "joints/joint_types.h"

namespace tumble {

void addPulley(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b) {
  JointFrame pulley;
  JointRow row;
  pulley.point = joint.pulleyA;
  addTo(row, distanceRow(pulley, a), 1);
  pulley.point = joint.pulleyB;
  addTo(row, distanceRow(pulley, b), joint.ratio);
  addLimits(out, {-kNoLimit, joint.maximum}, row);
}

}  // namespace tumble
