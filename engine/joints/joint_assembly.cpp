#include "joints/joint_assembly.h"

#include <algorithm>
#include <cmath>

#include "joints/passed_limit.h"

namespace tumble {
namespace {

const Body* bodyAt(std::span<const Body> bodies, std::uint32_t index) { return index == kWorldEnd ? nullptr : &bodies[index]; }

JointFrame frameA(const AssembledJoint& j, std::span<const Body> bodies) { return frameAt(j.joint.a, bodyAt(bodies, j.a), j.a); }
JointFrame frameB(const AssembledJoint& j, std::span<const Body> bodies) { return frameAt(j.joint.b, bodyAt(bodies, j.b), j.b); }

void addRows(const Joint& joint, RowLists out, const JointFrame& a, const JointFrame& b) {
  switch (joint.type) {
    case JointType::ball: return addBall(out, joint, a, b);
    case JointType::hinge: return addHinge(out, a, b);
    case JointType::slider: return addSlider(out, a, b);
    case JointType::universal: return addUniversal(out, a, b);
    case JointType::fixed: return addFixed(out, a, b);
    case JointType::distance: return addDistance(out, joint, a, b);
    case JointType::pulley: return addPulley(out, joint, a, b);
    case JointType::gear:
    case JointType::rack: return;  // addCoupling
  }
}

void addDriveRow(JointAssembly& s, JointRow row, DriveMode mode, RowPart part, double offset) {
  row.part = part;
  row.kind = mode == DriveMode::hold ? RowKind::rigid : mode == DriveMode::push ? RowKind::push : RowKind::soft;
  row.value -= offset;
  s.rows.push_back(row);
}

/// The rows along the coordinate of a hinge or a slider.
void addCoordinateRows(JointAssembly& s, AssembledJoint& j, const JointFrame& a, const JointFrame& b) {
  Joint& joint = j.joint;
  const JointRow row = coordinateRow(joint.type, a, b, joint.coordinate);
  joint.coordinate = row.value;
  addLimits({s.rows, s.stops}, joint.limits, row);
  const bool isHeldByMotor = j.drive == DriveMode::hold && s.areStopsHard;
  const bool isServo = joint.drive.kind == DriveKind::servo;
  if (j.drive != DriveMode::none && !(isHeldByMotor && j.isBlocked())) {
    addDriveRow(s, row, j.drive, RowPart::drive, isServo ? joint.drive.target : j.holdStart + joint.drive.target * s.time);
  }
  if (j.friction != DriveMode::none) addDriveRow(s, row, j.friction, RowPart::friction, j.holdStart);
  if (joint.spring.stiffness > 0 || joint.spring.damping > 0) {
    addDriveRow(s, row, DriveMode::soft, RowPart::spring, joint.spring.rest);
  }
}

}  // namespace

void renew(JointAssembly& s) {
  s.joints.clear(), s.rows.clear(), s.stops.clear(), s.stiffness.clear();
  s.areStopsHard = true, s.isYielding = false;
  s.time = s.fullStage = s.workLeft = 0;
  s.stagesLeft = s.failures = 0;
}

void assembleJoints(JointAssembly& s, std::span<const Joint> joints, List<JointIndex> joined, std::span<const std::uint32_t> place) {
  std::sort(joined.begin(), joined.end());
  joined.resize(static_cast<std::size_t>(std::unique(joined.begin(), joined.end()) - joined.begin()));
  const auto placeOf = [&](BodyId body) { return body == kNoBody ? kWorldEnd : place[bodyIndex(body)] - 1; };
  const auto placeOfJoint = [&](JointIndex index) {
    return static_cast<std::uint32_t>(std::lower_bound(joined.begin(), joined.end(), index) - joined.begin());
  };
  for (const JointIndex index : joined) {
    AssembledJoint& j = s.joints.emplace_back();
    j.joint = joints[index];
    driveBack(j.joint);
    j.index = index;
    if (isCoupling(j.joint.type)) {
      j.first = placeOfJoint(j.joint.first), j.second = placeOfJoint(j.joint.second);
    } else {
      j.a = placeOf(j.joint.a.body), j.b = placeOf(j.joint.b.body);
    }
  }
}

JointMass jointMassOf(const Body& body) {
  JointMass mass;
  if (body.type != BodyType::dynamic || body.frozen) return mass;
  const Vec3 i = body.inverseInertia;
  mass.inverseMass = body.inverseMass;
  mass.mass = 1 / body.inverseMass;
  mass.inertia = worldTensor(body.q, {1 / i.x, 1 / i.y, 1 / i.z});
  mass.inverseInertia = worldTensor(body.q, i);
  return mass;
}

JointSpring softnessOf(const JointAssembly& s, const JointRow& row) {
  const Joint& joint = s.joints[row.joint].joint;
  return row.part == RowPart::drive ? JointSpring{joint.drive.stiffness, joint.drive.damping, joint.drive.target} : joint.spring;
}

bool isHeldByWorld(const JointAssembly& assembly) {
  return std::any_of(assembly.joints.begin(), assembly.joints.end(), [](const AssembledJoint& j) {
    const bool isCoupled = isCoupling(j.joint.type);  // by the joints that it couples
    return j.joint.type == JointType::pulley || (!isCoupled && (j.a == kWorldEnd || j.b == kWorldEnd));
  });
}

double pushOf(const JointAssembly& s, const JointRow& row) {
  const AssembledJoint& j = s.joints[row.joint];
  return row.part == RowPart::drive ? j.drivePush : j.frictionPush;
}

double targetRateOf(const JointAssembly& s, const JointRow& row) {
  return row.part == RowPart::drive ? s.joints[row.joint].joint.drive.target : 0;
}

void setStiffness(JointAssembly& s, double time) {
  s.stiffness.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    const JointRow& row = s.rows[r];
    if (row.kind == RowKind::rigid) {
      const double w = inverseMassOf(s.masses, row);
      s.stiffness[r] = w > 0 ? (s.isYielding && !s.matrix.isRelaxed && time != 0 ? kYieldingRow : kRigidRow) / w : 0;
    } else if (row.kind == RowKind::soft && time != 0) {
      const auto [k, c, rest] = softnessOf(s, row);
      s.stiffness[r] = 0.5 * time * (0.5 * k * time + c);
    }
  }
}

void addReactions(JointAssembly& s, std::span<const Body> bodies, std::span<const JointRow> rows, std::span<const double> impulses) {
  std::uint32_t last = kNoJoint;
  Vec3 lever;  // of the last joint
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const JointRow& row = rows[r];
    AssembledJoint& j = s.joints[row.joint];
    const RowEnd& b = row.ends[row.count - 1];
    if (row.joint != last) {
      last = row.joint;
      lever = j.b == kWorldEnd || isCoupling(j.joint.type) ? Vec3{} : rotate(bodies[j.b].q, j.joint.b.anchor);
    }
    j.impulse += b.linear * impulses[r];
    j.angularImpulse += (b.angular - cross(lever, b.linear)) * impulses[r];
  }
}

double gatherGaps(JointAssembly& s, bool (*isGap)(const JointRow& row, double stiffness)) {
  double largest = 0;
  s.residual.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (!isGap(s.rows[r], s.stiffness[r])) continue;
    largest = std::max(largest, std::abs(s.rows[r].value));
    s.residual[r] = -s.stiffness[r] * s.rows[r].value;
  }
  return largest;
}

void gatherMasses(JointAssembly& s, std::span<const Body> bodies) {
  s.masses.clear();
  for (const Body& body : bodies) s.masses.push_back(jointMassOf(body));
}

void gatherVelocities(JointAssembly& s, std::span<const Body> bodies) {
  s.velocities.clear();
  for (const Body& body : bodies) s.velocities.push_back({body.v, angularVelocity(body)});
}

JointRow coordinateOf(const AssembledJoint& j, std::span<const Body> bodies) {
  return coordinateRow(j.joint.type, frameA(j, bodies), frameB(j, bodies), j.joint.coordinate);
}

void gatherRows(JointAssembly& s, std::span<const Body> bodies) {
  s.rows.clear();
  s.stops.clear();
  for (std::uint32_t i = 0; i < s.joints.size(); ++i) {
    AssembledJoint& j = s.joints[i];
    const std::size_t firstRow = s.rows.size(), firstStop = s.stops.size();
    if (isCoupling(j.joint.type)) {
      addCoupling({s.rows, s.stops}, j.joint, coordinateOf(s.joints[j.first], bodies), coordinateOf(s.joints[j.second], bodies));
    } else {
      const JointFrame a = frameA(j, bodies), b = frameB(j, bodies);
      addRows(j.joint, {s.rows, s.stops}, a, b);
      if (hasCoordinate(j.joint.type)) addCoordinateRows(s, j, a, b);
    }
    std::size_t kept = firstRow;
    for (std::size_t k = firstRow; k < s.rows.size(); ++k) {
      if (!cutToPlane(s.rows[k], bodies)) continue;
      if (kept != k) s.rows[kept] = s.rows[k];
      ++kept;
    }
    s.rows.resize(kept);
    kept = firstStop;
    for (std::size_t k = firstStop; k < s.stops.size(); ++k) {
      JointRow stop = s.stops[k];
      stop.part = RowPart::stop;
      stop.index = static_cast<std::uint8_t>(k - firstStop);
      stop.joint = i;
      cutToPlane(stop, bodies);
      if (j.activeStops >> stop.index & 1) s.rows.push_back(stop);
      else s.stops[kept++] = stop;
    }
    s.stops.resize(kept);
    for (std::size_t k = firstRow; k < s.rows.size(); ++k) s.rows[k].joint = i;
  }
}

void layOutAssembly(JointAssembly& s, std::span<const Body> bodies, double mostWork) {
  gatherMasses(s, bodies);
  List<std::uint64_t> pairs;
  List<std::uint32_t> ends;
  const auto addEnd = [&](std::uint32_t body) {
    if (body != kWorldEnd && s.masses[body].mass > 0) ends.push_back(body);
  };
  for (const AssembledJoint& j : s.joints) {
    ends.clear();
    if (isCoupling(j.joint.type)) {
      for (const std::uint32_t k : {j.first, j.second}) addEnd(s.joints[k].a), addEnd(s.joints[k].b);
    } else {
      addEnd(j.a), addEnd(j.b);
    }
    for (std::size_t p = 0; p < ends.size(); ++p) {
      for (std::size_t q = p + 1; q < ends.size(); ++q) {
        if (ends[p] != ends[q]) pairs.push_back(std::uint64_t{ends[p]} << 32 | ends[q]);
      }
    }
  }
  layOut(s.matrix, static_cast<std::uint32_t>(bodies.size()), pairs, mostWork);
}

}  // namespace tumble
