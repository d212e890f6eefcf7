// Hinge (revolute joint): the anchors meet, and x_b stays along x_a: C = y_a . x_b and z_a . x_b.
#include "joints/joint_types.h"

namespace tumble {

void addSameAxis(RowLists out, const JointFrame& a, const JointFrame& b) {
  writePerpendicularRow(out.rows.extend(), a, b, a.axes.cy, b.axes.cx);
  writePerpendicularRow(out.rows.extend(), a, b, a.axes.cz, b.axes.cx);
}

void addHinge(RowLists out, const JointFrame& a, const JointFrame& b) {
  addSamePoint(out, a, b);
  addSameAxis(out, a, b);
}

void addLimits(RowLists out, const JointLimits& limits, const JointRow& coordinate) {
  if (limits.lower > -kNoLimit) {
    out.stops.push_back(coordinate);
    out.stops.back().value -= limits.lower;
  }
  if (limits.upper < kNoLimit) {
    out.stops.push_back(scaledRow(coordinate, -1));
    out.stops.back().value += limits.upper;
  }
}

}  // namespace tumble
