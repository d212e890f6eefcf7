// Slider (prismatic joint): the orientations agree, and p_b stays on the line through p_a along x_a: C = y_a . (p_b - p_a) and z_a . (p_b - p_a).
#include "joints/joint_types.h"

namespace tumble {

void addSlider(RowLists out, const JointFrame& a, const JointFrame& b) {
  out.rows.push_back(alongRow(a, b, a.axes.cy));
  out.rows.push_back(alongRow(a, b, a.axes.cz));
  addSameAxis(out, a, b);
  writePerpendicularRow(out.rows.extend(), a, b, a.axes.cz, b.axes.cy);
}

}  // namespace tumble
