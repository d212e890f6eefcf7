#include "joints/joint_row.h"

#include <cmath>

#include "bodies/planar.h"
#include "math/trigonometry.h"

namespace tumble {

JointFrame frameAt(const JointEnd& end, const Body* body, std::uint32_t index) {
  JointFrame frame;
  if (body) {
    frame.body = index;
    frame.lever = rotate(body->q, end.anchor);
    frame.point = body->x + frame.lever;
    frame.orientation = body->q * end.frame;
  } else {
    frame.point = end.anchor;
    frame.orientation = end.frame;
  }
  frame.axes = toMatrix(frame.orientation);
  return frame;
}

JointRow pointRow(const JointFrame& a, const JointFrame& b, Vec3 n) {
  JointRow row;
  writePointRow(row, a, b, n);
  return row;
}

JointRow alongRow(const JointFrame& a, const JointFrame& b, Vec3 n) {
  JointRow row = pointRow(a, b, n);
  row.ends[0].angular += cross(n, b.point - a.point);
  return row;
}

JointRow turningRow(const JointFrame& a, const JointFrame& b, Vec3 n, double value) {
  JointRow row;
  writeTurningRow(row, a, b, n, value);
  return row;
}

JointRow distanceRow(const JointFrame& a, const JointFrame& b) {
  const Vec3 apart = b.point - a.point;
  const double l = length(apart);
  JointRow row = pointRow(a, b, l > 0 ? apart * (1 / l) : Vec3{0, 1, 0});
  row.value = l;
  return row;
}

void addTo(JointRow& row, const JointRow& other, double factor) {
  for (int i = 0; i < other.count; ++i) {
    RowEnd& end = row.ends[row.count++];
    end = {other.ends[i].body, other.ends[i].linear * factor, other.ends[i].angular * factor};
  }
  row.value += other.value * factor;
}

JointRow scaledRow(JointRow row, double factor) {
  JointRow result;
  addTo(result, row, factor);
  return result;
}

bool cutToPlane(JointRow& row, std::span<const Body> bodies) {
  constexpr double kRounding = 1e-10;
  bool isPlanar = false;
  for (int i = 0; i < row.count; ++i) isPlanar |= row.ends[i].body != kWorldEnd && bodies[row.ends[i].body].planar;
  if (!isPlanar) return true;
  double before = 0, after = 0;
  for (int i = 0; i < row.count; ++i) {
    RowEnd& end = row.ends[i];
    if (end.body == kWorldEnd) continue;
    before += dot(end.linear, end.linear) + dot(end.angular, end.angular);
    if (bodies[end.body].planar) end.linear = inPlane(end.linear), end.angular = aboutZ(end.angular);
    after += dot(end.linear, end.linear) + dot(end.angular, end.angular);
  }
  return after > kRounding * kRounding * before;
}

double twistOf(const JointFrame& a, const JointFrame& b) {
  const Quat q = conjugate(a.orientation) * b.orientation;
  const double angle = 2 * arcTangent2(q.x, q.w);
  return angle > kPi ? angle - 2 * kPi : angle <= -kPi ? angle + 2 * kPi : angle;
}

JointRow coordinateRow(JointType type, const JointFrame& a, const JointFrame& b, double near) {
  if (type == JointType::slider) return alongRow(a, b, a.axes.cx);
  const double angle = twistOf(a, b);
  return turningRow(a, b, a.axes.cx, angle + 2 * kPi * std::floor((near - angle) / (2 * kPi) + 0.5));
}

}  // namespace tumble
