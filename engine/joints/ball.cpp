// Ball joint: C = p_b - p_a, three rows along the axes of the world.
//
// Limits (swing and twist, as of a shoulder). With x_a, x_b at the angle theta, n = x_a x x_b / sin theta:
//     swing  theta            rate  n . omega
//     twist  2 atan(q_x / q_w) of the relative orientation q    rate  (x_a + x_b) . omega / (1 + cos theta)
// (F. S. Grassia, "Practical parameterization of rotations using the exponential map", 1998, for swing and twist.)
#include <cmath>

#include "joints/joint_types.h"
#include "math/trigonometry.h"

namespace tumble {

void addSamePoint(RowLists out, const JointFrame& a, const JointFrame& b) {
  for (const Vec3 n : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) writePointRow(out.rows.extend(), a, b, n);
}

void addBall(RowLists out, const Joint& joint, const JointFrame& a, const JointFrame& b) {
  addSamePoint(out, a, b);
  const Vec3 u = a.axes.cx, w = b.axes.cx;
  const double cosine = dot(u, w);
  if (joint.swing < kNoLimit) {
    const Vec3 across = cross(u, w);
    const double sine = length(across);
    const Vec3 n = sine > 0 ? across * (1 / sine) : a.axes.cy;
    out.stops.push_back(scaledRow(turningRow(a, b, n, arcTangent2(sine, cosine) - joint.swing), -1));
  }
  const JointLimits& twist = joint.limits;
  if (twist.lower > -kNoLimit || twist.upper < kNoLimit) {
    addLimits(out, twist, turningRow(a, b, (u + w) * (1 / (cosine > -0.999 ? 1 + cosine : 0.001)), twistOf(a, b)));
  }
}

}  // namespace tumble
