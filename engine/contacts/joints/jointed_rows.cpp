#include "contacts/joints/jointed_rows.h"

#include "contacts/contact_solver.h"
#include "contacts/joints/jointed_contacts.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

JointVelocity velocityOf(const SolverBody& body) { return {vectorOf(body.velocity), vectorOf(body.scaledAngularVelocity)}; }

/// m and th~: what the trapezoidal rule takes off the displacement of a body at this velocity (finalizeTouchedBody).
JointVelocity aheadOf(const ContactSolver& solver, std::uint32_t index, const JointVelocity& v) {
  const double half = 0.5 * static_cast<double>(solver.substep);
  if (solver.bodies.marks[index].keepsDisplacement) return {};
  if (hasJump(solver.bodies.marks[index])) {
    const double share = half * static_cast<double>(solver.substep) * solver.substepsDone;
    const SolverBodyDrive& drive = solver.bodies.drive[index];
    return {toDouble(drive.acceleration) * share, toDouble(drive.scaledAngularAcceleration) * share};
  }
  const SolverBodyStart& start = solver.bodies.start[index];
  const JointVelocity impacts = impactChangeOf(solver, index);
  return {(v.linear - toDouble(start.velocity) - impacts.linear) * half,
          (v.angular - toDouble(start.scaledAngularVelocity) - impacts.angular) * half};
}

/// The body at its present displacement and velocity v, `time` (s) later.
void updatePose(const ContactSolver& solver, JointedContacts& group, std::size_t i, const Body& start, const JointVelocity& v,
                double time) {
  group.bodies[i] = jointedBodyAfter(solver, group, i, start, v, v, time);
}

/// The rows `time` (s) after the start of the substep, and their rates at the velocities of its start.
void gatherRowsAfter(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies, double time, List<double>& rates) {
  JointAssembly& s = group.assembly;
  s.velocities.clear();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const std::uint32_t index = group.solver[i];
    const JointVelocity v = index == 0 ? JointVelocity{} : startVelocityOf(solver, index);
    updatePose(solver, group, i, bodies[group.store[i]], v, time);
    s.velocities.push_back(index == 0 ? velocityOfUnmoved(group.bodies[i]) : JointVelocity{v.linear, group.inverseRoot[i] * v.angular});
  }
  gatherRows(s, group.bodies);
  rates.clear();
  for (const JointRow& row : s.rows) rates.push_back(rateOf(row, s.velocities));
}

}  // namespace

JointVelocity startVelocityOf(const ContactSolver& solver, std::uint32_t index) {
  const double h = static_cast<double>(solver.substep);
  const SolverBodyDrive& drive = solver.bodies.drive[index];
  const JointVelocity v = velocityOf(solver.bodies.state[index]);
  return {v.linear - toDouble(drive.acceleration) * h, v.angular - toDouble(drive.scaledAngularAcceleration) * h};
}

Body jointedBodyAfter(const ContactSolver& solver, const JointedContacts& group, std::size_t i, Body body, const JointVelocity& v,
                      const JointVelocity& mean, double time) {
  const std::uint32_t index = group.solver[i];
  if (index == 0) {
    const double since = static_cast<double>(solver.substep) * solver.substepsDone + time;
    if (body.type == BodyType::kinematic && !body.frozen) moveFreely(body, {}, since);
    return body;
  }
  const JointVelocity ahead = aheadOf(solver, index, v);
  body.x += displacementOf(solver.bodies, index) - ahead.linear + mean.linear * time;
  const Vec3 turn = scaledRotationOf(solver.bodies, index) - ahead.angular + mean.angular * time;
  body.q = freeRotationOrder2(body.q, group.root[i] * turn, body.inertia, 1);
  return body;
}

void updatePoses(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i)
    updatePose(solver, group, i, bodies[group.store[i]], velocityOf(solver.bodies.state[group.solver[i]]), 0);
}

void gatherRowsOfMiddle(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies) {
  JointAssembly& s = group.assembly;
  gatherRowsAfter(solver, group, bodies, 0, group.target);
  group.startValue.clear();
  for (const JointRow& row : s.rows) group.startValue.push_back(row.value);
  gatherRowsAfter(solver, group, bodies, 0.5 * static_cast<double>(solver.substep), group.startRate);
  if (group.startValue.size() != s.rows.size()) return group.target.assign(group.startRate);  // a row came or went that a plane holds
  for (std::size_t r = 0; r < s.rows.size(); ++r) s.rows[r].value = group.startValue[r];
}

void findTargets(JointedContacts& group) {
  const JointAssembly& s = group.assembly;
  double along = 0, turning = 0;  // r^2 and g^2, kg (m/s)^2
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].part != RowPart::constraint) continue;
    const double g = group.startRate[r] - group.target[r];
    along += s.stiffness[r] * group.target[r] * group.target[r];
    turning += s.stiffness[r] * g * g;
  }
  const double share = turning > 0 && !s.matrix.isRelaxed ? turning / (turning + along) : 0;
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    const double rest = s.rows[r].part == RowPart::constraint ? 0 : group.target[r];  // what moves along a stop or a drive may go on
    group.target[r] = share * (rest - group.startRate[r]);
  }
}

}  // namespace tumble
