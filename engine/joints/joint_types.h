// The types of joints, one a file: their constraints as rows, and their stops (rows whose value must not become negative).
#pragma once
#include "joints/joint_row.h"

namespace tumble {

/// Where the rows of a joint go.
struct RowLists {
  List<JointRow>& rows;   // constraints
  List<JointRow>& stops;  // by RowPart::stop, index from 0 in each joint
};

void addBall(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b);
void addHinge(RowLists out, const JointFrame& a, const JointFrame& b);
void addSlider(RowLists out, const JointFrame& a, const JointFrame& b);
void addUniversal(RowLists out, const JointFrame& a, const JointFrame& b);
void addFixed(RowLists out, const JointFrame& a, const JointFrame& b);
void addDistance(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b);
void addPulley(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b);
/// Of gear and rack; the rows are the coordinates of the two joints.
void addCoupling(RowLists out, const Joint& joint, const JointRow& first, const JointRow& second);

/// p_b = p_a.
void addSamePoint(RowLists out, const JointFrame& a, const JointFrame& b);
/// x_b = x_a.
void addSameAxis(RowLists out, const JointFrame& a, const JointFrame& b);
/// Both stops of a coordinate.
void addLimits(RowLists out, const JointLimits& limits, const JointRow& coordinate);

}  // namespace tumble
