// Universal joint (Cardan, Hooke): the anchors meet, and the pin in a, along x_a, stays perpendicular to the pin in b, along y_b: C = x_a . y_b.
#include "joints/joint_types.h"

namespace tumble {

void addUniversal(RowLists out, const JointFrame& a, const JointFrame& b) {
  addSamePoint(out, a, b);
  writePerpendicularRow(out.rows.extend(), a, b, a.axes.cx, b.axes.cy);
}

}  // namespace tumble
