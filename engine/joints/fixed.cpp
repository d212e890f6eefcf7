// Fixed joint (weld): anchors and orientations agree. Three scalar products of axes are 0: y_a . x_b, z_a . x_b and z_a . y_b.
#include "joints/joint_types.h"

namespace tumble {

void addFixed(RowLists out, const JointFrame& a, const JointFrame& b) {
  addHinge(out, a, b);
  writePerpendicularRow(out.rows.extend(), a, b, a.axes.cz, b.axes.cy);
}

}  // namespace tumble
