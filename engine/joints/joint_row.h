// Rows of joints: one scalar condition C on the poses of two bodies (of a coupling, up to four), with its Jacobian, so that dC/dt = J v.
// The parts from which the types of joints are made.
#pragma once
#include <span>

#include "containers/list.h"
#include "joints/joint.h"

namespace tumble {

/// An end that is not moved by impulses: the world.
constexpr std::uint32_t kWorldEnd = 0xffffffffu;

/// The part of a Jacobian that belongs to one body: dC/dt = linear . v + angular . omega.
struct RowEnd {
  std::uint32_t body = kWorldEnd;  // in the assembly
  Vec3 linear;                     // 1 (C in m) or rad/m
  Vec3 angular;                    // m or 1, world axes
};

enum class RowKind : std::uint8_t {
  rigid,  // C = target
  soft,   // impulse by stiffness and damping of C
  push,   // a given impulse
};

/// What in its joint a row belongs to.
enum class RowPart : std::uint8_t { constraint, stop, drive, friction, spring };
/// Its value is a gap in the poses.
inline bool isOfPoses(RowPart part) { return part == RowPart::constraint || part == RowPart::stop; }

struct JointRow {
  RowEnd ends[4];
  std::uint8_t count = 0;
  RowKind kind = RowKind::rigid;
  RowPart part = RowPart::constraint;
  std::uint8_t index = 0;   // of a stop in its joint
  std::uint32_t joint = 0;  // in the assembly
  double value = 0;         // C: m or rad
};

/// One end of a joint in the world.
struct JointFrame {
  std::uint32_t body = kWorldEnd;  // in the assembly
  Vec3 lever;                      // m, from the centre of mass to the anchor; world axes
  Vec3 point;                      // m, world
  Mat3 axes;                       // of the joint, world
  Quat orientation;                // joint -> world
};

/// `body` is null for the world.
JointFrame frameAt(const JointEnd& end, const Body* body, std::uint32_t index);

/// Makes a row of two ends, a rigid one of a constraint, of memory that holds anything.
inline void writeRow(JointRow& row, const RowEnd& a, const RowEnd& b, double value) {
  row.ends[0] = a, row.ends[1] = b;
  row.count = 2;
  row.kind = RowKind::rigid;
  row.part = RowPart::constraint;
  row.index = 0;
  row.value = value;
}
/// n . (p_b - p_a) = 0, for a constant n.
inline void writePointRow(JointRow& row, const JointFrame& a, const JointFrame& b, Vec3 n) {
  writeRow(row, {a.body, -n, -cross(a.lever, n)}, {b.body, n, cross(b.lever, n)}, dot(n, b.point - a.point));
}
/// Rate n . (omega_b - omega_a), with a value of the caller's.
inline void writeTurningRow(JointRow& row, const JointFrame& a, const JointFrame& b, Vec3 n, double value) {
  writeRow(row, {a.body, {}, -n}, {b.body, {}, n}, value);
}
/// u . w = 0, for u fixed in a, w fixed in b.
inline void writePerpendicularRow(JointRow& row, const JointFrame& a, const JointFrame& b, Vec3 u, Vec3 w) {
  writeTurningRow(row, a, b, cross(w, u), dot(u, w));
}
JointRow pointRow(const JointFrame& a, const JointFrame& b, Vec3 n);
/// n . (p_b - p_a), for n fixed in a.
JointRow alongRow(const JointFrame& a, const JointFrame& b, Vec3 n);
JointRow turningRow(const JointFrame& a, const JointFrame& b, Vec3 n, double value);
/// The distance of the anchors.
JointRow distanceRow(const JointFrame& a, const JointFrame& b);
/// Adds `factor` times the Jacobian and the value of another row.
void addTo(JointRow& row, const JointRow& other, double factor);
/// Times a factor, also the value.
JointRow scaledRow(JointRow row, double factor);

/// Leaves of the parts of planar bodies what moves them: along x and y, about z. False where nothing but rounding is left of the row: it holds
/// by the plane alone.
bool cutToPlane(JointRow& row, std::span<const Body> bodies);

/// Angle of b about x_a, in (-pi, pi].
double twistOf(const JointFrame& a, const JointFrame& b);
/// The coordinate of a hinge or slider with its Jacobian; the angle is the one nearest to `near`.
JointRow coordinateRow(JointType type, const JointFrame& a, const JointFrame& b, double near);

}  // namespace tumble
