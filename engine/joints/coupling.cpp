// Gear: C = q_first + ratio q_second, of two hinges. Rack and pinion: C = q_second - ratio q_first, of a hinge and a slider. The forces in the teeth are
// ideal: they act on the bodies of both joints as torques (forces) along the two coordinates.
#include "joints/joint_types.h"

namespace tumble {

void addCoupling(RowLists out, const Joint& joint, const JointRow& first, const JointRow& second) {
  JointRow row;
  const bool isGear = joint.type == JointType::gear;
  addTo(row, first, isGear ? 1 : -joint.ratio);
  addTo(row, second, isGear ? joint.ratio : 1);
  out.rows.push_back(row);
}

}  // namespace tumble
