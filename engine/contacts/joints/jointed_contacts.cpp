#include "contacts/joints/jointed_contacts.h"

#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.h"
#include "contacts/joints/jointed_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

void addBody(JointedContacts& group, std::uint32_t index, const Body& body, List<std::uint32_t>& place) {
  if (place[index] != 0) return;
  group.store.push_back(index);
  group.bodies.push_back(body);
  place[index] = static_cast<std::uint32_t>(group.store.size());
}

/// As new, with the memory of an earlier one.
JointedContacts takeSpare(ContactSolver& solver) {
  if (solver.spare.empty()) return {};
  JointedContacts group = std::move(solver.spare.back());
  solver.spare.pop_back();
  group.store.clear(), group.solver.clear(), group.bodies.clear(), group.root.clear(), group.inverseRoot.clear();
  group.touched = false;
  renew(group.assembly);
  return group;
}

/// `moving`: by solver body, velocities or changes of them.
template <class List> void updateVelocities(JointedContacts& group, const List& moving, bool areChanges = false) {
  group.assembly.velocities.clear();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const auto& state = moving[group.solver[i]];
    if (group.solver[i] == 0) group.assembly.velocities.push_back(areChanges ? JointVelocity{} : velocityOfUnmoved(group.bodies[i]));
    else group.assembly.velocities.push_back({vectorOf(state.velocity), group.inverseRoot[i] * vectorOf(state.scaledAngularVelocity)});
  }
}

/// By how much a spring acts later than in the middle of a substep: nothing at all where substeps resolve its vibration, so that it keeps its energy, up to
/// half a substep where they do not, so that the vibration dies.
double latenessOf(const JointAssembly& s, std::size_t r, double h) {
  const double stiffness = h * h * softnessOf(s, s.rows[r]).stiffness * inverseMassOf(s.masses, s.rows[r]);
  return 1 - 1 / (1 + stiffness * stiffness);
}

/// The bodies of a spring that acts late go as the displacements of the solver say, without the trapezoidal rule: for it the spring is too stiff.
void leaveAhead(SolverBodies& bodies, const JointedContacts& group, const JointRow& row) {
  for (int i = 0; i < row.count; ++i) {
    if (row.ends[i].body != kWorldEnd) bodies.marks[group.solver[row.ends[i].body]].keepsDisplacement = true;
  }
}

/// The impulse that a row should have at a rate, for a substep of h; of rigid rows the change is found by their stiffness. A spring has the mean of its
/// coordinate over the path of the trapezoidal rule.
double wantedImpulse(const JointedContacts& group, std::size_t r, double rate, double h) {
  const JointAssembly& s = group.assembly;
  const JointRow& row = s.rows[r];
  if (row.kind == RowKind::push) return h * pushOf(s, row);
  const JointSpring soft = softnessOf(s, row);
  const double late = latenessOf(s, r, h), change = 0.25 * h * ((1 - late) * group.startRate[r] + (1 + late) * rate);
  return -h * (soft.stiffness * (row.value + change) + soft.damping * rate);
}

/// Adds impulses to the velocities of the solver. Returns the square of the largest change.
double applyToSolver(ContactSolver& solver, JointedContacts& group) {
  const JointAssembly& s = group.assembly;
  const List<JointVelocity>& impulses = group.impulses;
  sumJointImpulses(group);
  double largest = 0;
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    if (group.solver[i] == 0) continue;
    SolverBody& state = solver.bodies.state[group.solver[i]];
    const Vec3 v = impulses[i].linear * s.masses[i].inverseMass, w = group.inverseRoot[i] * impulses[i].angular;
    largest = std::max({largest, dot(v, v), dot(w, w) * s.masses[i].inverseMass});
    group.change[i].linear += v;
    group.change[i].angular += w;
    for (int c = 0; c < 3; ++c) {
      state.velocity[c] += static_cast<float>(v[c]);
      state.scaledAngularVelocity[c] += static_cast<float>(w[c]);
    }
  }
  return largest;
}

/// The residuals of all rows at the present velocities. A rigid row gives way by its impulse over its stiffness: without that, sweeps would load the rods of a
/// swing, of which one holds too many, more and more, as long as their targets differ.
void gatherResiduals(JointedContacts& group, double h) {
  JointAssembly& s = group.assembly;
  s.residual.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    const JointRow& row = s.rows[r];
    const double rate = rateOf(row, s.velocities);
    if (row.kind != RowKind::rigid) {
      s.residual[r] = wantedImpulse(group, r, rate, h) - s.impulses[r];
    } else if (row.part == RowPart::stop) {
      const double target = group.target[r] - (row.value > 0 ? row.value / h : 0);
      s.residual[r] = -s.stiffness[r] * (rate - target) - s.impulses[r];
    } else {
      s.residual[r] = -s.stiffness[r] * (rate - targetRateOf(s, row) - group.target[r]) - s.impulses[r];
    }
  }
}

/// Stops that would pull let go, those that are passed are touched; what holds with too much slips. True when the matrix is another one.
bool updateActive(JointedContacts& group, std::span<const double> change, double h) {
  JointAssembly& s = group.assembly;
  bool changed = false;
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    JointRow& row = s.rows[r];
    const double total = s.impulses[r] + change[r];
    AssembledJoint& j = s.joints[row.joint];
    if (row.part == RowPart::stop) {
      if (s.stiffness[r] > 0 && total < 0) s.stiffness[r] = 0, changed = true;
    } else if (row.kind != RowKind::push && (row.part == RowPart::drive || row.part == RowPart::friction)) {
      const bool isDrive = row.part == RowPart::drive;
      const double most = isDrive ? j.mostOfDrive(total) : j.joint.friction;
      if (std::abs(total) <= h * most) continue;
      row.kind = RowKind::push;
      (isDrive ? j.drive : j.friction) = DriveMode::push;
      (isDrive ? j.drivePush : j.frictionPush) = total > 0 ? most : -most;
      s.stiffness[r] = 0;
      changed = true;
    }
  }
  return changed;
}

/// A motor does not drive against a stop in touch.
void letMotorRest(JointAssembly& s, const JointRow& stop) {
  AssembledJoint j = s.joints[stop.joint];
  j.activeStops = static_cast<std::uint8_t>(1u << stop.index);
  if (!j.isBlocked()) return;
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].joint == stop.joint && s.rows[r].part == RowPart::drive && s.rows[r].kind == RowKind::rigid) s.stiffness[r] = 0;
  }
}

/// Whether a stop that let go would be passed in this substep.
bool touchPassed(JointedContacts& group, double h) {
  JointAssembly& s = group.assembly;
  bool changed = false;
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    const JointRow& row = s.rows[r];
    if (row.part != RowPart::stop || s.stiffness[r] > 0) continue;
    if (row.value + h * (rateOf(row, s.velocities) - group.target[r]) >= 0) continue;
    const double w = inverseMassOf(s.masses, row);
    if (!(w > 0)) continue;
    s.stiffness[r] = kRigidRowInContact / w;
    changed = true;
    letMotorRest(s, row);
  }
  return changed;
}

/// 1. Of the impulse that would bring all that moves to the speed of a motor. More: its rows and those of something immovable have no solution that sweeps
/// come near; less: it does not lift what hangs on the long arm of a lever.
constexpr double kMotorEnough = 20;

/// Whether masses alone load the only drive of the group.
bool isLoadedByMassesAlone(const ContactSolver& solver, const JointAssembly& s) {
  int drives = 0;
  for (const AssembledJoint& j : s.joints) {
    drives += j.joint.drive.kind != DriveKind::none;
    if (isCoupling(j.joint.type) || j.joint.type == JointType::pulley || j.joint.spring.stiffness > 0) return false;
  }
  return drives == 1 && solver.network.bodies.empty();
}

/// N s or N m s. What a motor that takes "whatever it takes" gives at most in a substep: against something immovable no force is enough, and it stands.
double mostImpulseOfMotor(const ContactSolver& solver, const JointedContacts& group, const AssembledJoint& j, const List<Body>& bodies) {
  const bool turns = j.joint.type == JointType::hinge;
  const Body* const holder = j.a == kWorldEnd ? nullptr : &group.bodies[j.a];
  const Vec3 anchor = holder ? holder->x + rotate(holder->q, j.joint.a.anchor) : j.joint.a.anchor;
  const double fall = static_cast<double>(solver.substep) * length(toDouble(solver.gravity)), target = std::abs(j.joint.drive.target);
  double sum = 0;
  for (std::uint32_t i = 0; i < solver.bodies.indexOf.size(); ++i) {
    const Body& body = bodies[i];
    if (solver.bodies.indexOf[i] == 0 || !movesByImpulses(body)) continue;
    const double lever = turns ? length(body.x - anchor) + body.radius : 1;
    sum += body.mass * lever * (length(body.v) + body.radius * length(angularVelocity(body)) + fall + target * lever);
  }
  return kMotorEnough * sum;
}

double solveGroup(ContactSolver& solver, JointedContacts& group) {
  JointAssembly& s = group.assembly;
  findJointImpulses(solver, group);
  for (std::size_t r = 0; r < s.rows.size(); ++r) s.impulses[r] += s.residual[r];
  addReactions(s, group.bodies, s.rows, s.residual);
  return applyToSolver(solver, group);
}

}  // namespace

void assemble(JointedContacts& group, const JointScene& scene, const List<Body>& bodies, std::uint32_t first, List<std::uint32_t>& place) {
  List<JointIndex> joined;
  addBody(group, first, bodies[first], place);
  for (std::size_t i = 0; i < group.store.size(); ++i) {
    if (!movesByImpulses(bodies[group.store[i]])) continue;
    for (const JointIndex j : jointsOn(*scene.graph, group.store[i])) {
      joined.push_back(j);
      forEachEnd(scene.joints, j, [&](BodyId end) {
        if (end != kNoBody) addBody(group, bodyIndex(end), bodies[bodyIndex(end)], place);
      });
    }
  }
  assembleJoints(group.assembly, scene.joints, joined, place);
  for (const std::uint32_t index : group.store) {
    if (!movesByImpulses(bodies[index])) place[index] = 0;  // may be at the end of another assembly
  }
}

void activateJointed(ContactSolver& solver, const List<Body>& bodies, List<std::uint32_t>& indexOf, std::uint32_t mark) {
  for (JointedContacts& group : solver.jointed) solver.spare.push_back(std::move(group));
  solver.jointed.clear();
  if (!solver.joints.graph || solver.joints.graph->start.empty()) return;
  List<std::uint32_t> place(bodies.size());
  for (std::uint32_t i = 0; i < indexOf.size(); ++i) {
    if (indexOf[i] == 0 || place[i] != 0 || jointsOn(*solver.joints.graph, i).empty()) continue;
    JointedContacts group = takeSpare(solver);
    assemble(group, solver.joints, bodies, i, place);
    layOutAssembly(group.assembly, group.bodies, kJointWorkOfMatrix);
    for (const std::uint32_t index : group.store) {
      if (movesByImpulses(bodies[index]) && indexOf[index] == 0) indexOf[index] = mark;
    }
    solver.jointed.push_back(std::move(group));
  }
}

void prepareJointed(ContactSolver& solver, const List<Body>& bodies) {
  solver.jointedPlaces.assign(solver.jointed.empty() ? 0 : solver.bodies.state.size(), {});
  for (JointedContacts& group : solver.jointed) {
    group.hasAnswer = false;
    group.impacts.assign(group.bodies.size(), {});
    group.assembly.areStopsHard = false;
    for (AssembledJoint& j : group.assembly.joints) j.activeStops = 0xff;  // all are rows here
    for (const std::uint32_t index : group.store) {
      const std::uint32_t i = movesByImpulses(bodies[index]) ? solver.bodies.indexOf[index] : 0;
      solver.jointedPlaces[i] = {static_cast<std::uint32_t>(&group - solver.jointed.data()),
                                 static_cast<std::uint32_t>(group.solver.size())};
      group.solver.push_back(i);
      solver.bodies.marks[i].isJointed = i != 0;
      group.root.push_back(i == 0 ? SymmetricMat3{} : inertiaRootOf(solver.bodies, i, bodies[index]));
      group.inverseRoot.push_back(i == 0 ? SymmetricMat3{}
                                         : worldTensorRoot(solver.bodies.reference[i].orientation, bodies[index].inverseInertia));
    }
  }
}

void beginJointedSubstep(ContactSolver& solver, const List<Body>& bodies) {
  for (JointedContacts& group : solver.jointed) beginJointedSubstep(solver, group, bodies);
}

void beginJointedSubstep(ContactSolver& solver, JointedContacts& group, const List<Body>& bodies) {
  const double h = static_cast<double>(solver.substep);
  JointAssembly& s = group.assembly;
  group.change.assign(group.bodies.size(), {});
  const bool mayStall = isLoadedByMassesAlone(solver, s);
  for (AssembledJoint& j : s.joints) {
    if (!hasCoordinate(j.joint.type)) continue;
    const DriveKind kind = j.joint.drive.kind;
    j.drive = kind == DriveKind::motor ? DriveMode::hold : kind == DriveKind::servo ? DriveMode::soft : DriveMode::none;
    j.friction = j.joint.friction > 0 ? DriveMode::hold : DriveMode::none;
    if (mayStall && kind == DriveKind::motor && solver.joints.joints[j.index].drive.most >= kNoLimit)
      j.joint.drive.most = mostImpulseOfMotor(solver, group, j, bodies) / h;
  }
  gatherRowsOfMiddle(solver, group, bodies);
  s.masses.clear();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    Body body = group.bodies[i];
    if (group.solver[i] != 0) body.q = solver.bodies.reference[group.solver[i]].orientation;
    s.masses.push_back(jointMassOf(body));
    if (group.solver[i] == 0) s.masses.back() = {};
  }
  setStiffness(s, 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    s.stiffness[r] *= kRigidRowInContact / kRigidRow;
    if (s.rows[r].part == RowPart::stop) s.stiffness[r] = 0;
    if (s.rows[r].kind != RowKind::soft) continue;
    const JointSpring soft = softnessOf(s, s.rows[r]);
    if (latenessOf(s, r, h) > 0.5) leaveAhead(solver.bodies, group, s.rows[r]);
    s.stiffness[r] = h * (0.25 * (1 + latenessOf(s, r, h)) * soft.stiffness * h + soft.damping);
  }
  s.impulses.assign(s.rows.size(), 0);
  findTargets(group);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
}

void findJointImpulses(ContactSolver& solver, JointedContacts& group) {
  constexpr int kMostTries = 6;
  JointAssembly& s = group.assembly;
  const double h = static_cast<double>(solver.substep);
  updateVelocities(group, solver.bodies.state);
  if (touchPassed(group, h)) factorize(s.matrix, s.masses, s.rows, s.stiffness);
  for (int tries = 0;; ++tries) {
    gatherResiduals(group, h);
    solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
    if (tries == kMostTries || !updateActive(group, s.residual, h)) break;
    factorize(s.matrix, s.masses, s.rows, s.stiffness);
  }
}

void sumJointImpulses(JointedContacts& group) {
  const JointAssembly& s = group.assembly;
  group.impulses.assign(group.bodies.size(), {});
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    for (int i = 0; i < s.rows[r].count; ++i) {
      const RowEnd& end = s.rows[r].ends[i];
      if (end.body == kWorldEnd) continue;
      group.impulses[end.body].linear += end.linear * s.residual[r];
      group.impulses[end.body].angular += end.angular * s.residual[r];
    }
  }
}

void answerJointed(ContactSolver& solver) {
  for (JointedContacts& group : solver.jointed) {
    JointAssembly& s = group.assembly;
    const auto solveFor = [&](auto& bodies) {
      solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
      for (std::size_t i = 0; i < group.bodies.size(); ++i) {
        if (group.solver[i] == 0) continue;
        const double* const d = s.matrix.x.data() + 6 * s.matrix.place[i];
        const Vec3 w = group.root[i] * Vec3{d[3], d[4], d[5]};
        auto& body = bodies[group.solver[i]];
        for (int c = 0; c < 3; ++c) body.velocity[c] += static_cast<float>(d[c]), body.scaledAngularVelocity[c] += static_cast<float>(w[c]);
      }
    };
    // A stop that the warm start pushes against answers it, too.
    updateVelocities(group, solver.bodies.warmStart, true);
    const List<JointVelocity> warm = s.velocities;
    updateVelocities(group, solver.bodies.state);
    for (std::size_t i = 0; i < warm.size(); ++i) s.velocities[i].linear += warm[i].linear, s.velocities[i].angular += warm[i].angular;
    if (touchPassed(group, static_cast<double>(solver.substep))) factorize(s.matrix, s.masses, s.rows, s.stiffness);
    updateVelocities(group, solver.bodies.state);
    gatherResiduals(group, static_cast<double>(solver.substep));
    solveFor(solver.bodies.state);
    updateVelocities(group, solver.bodies.warmStart, true);
    for (std::size_t r = 0; r < s.rows.size(); ++r) s.residual[r] = -s.stiffness[r] * rateOf(s.rows[r], s.velocities);
    solveFor(solver.bodies.warmStart);
  }
}

float solveJointed(ContactSolver& solver) {
  double largest = 0;
  for (JointedContacts& group : solver.jointed) largest = std::max(largest, solveGroup(solver, group));
  return static_cast<float>(std::sqrt(largest));
}

JointVelocity impactChangeOf(const ContactSolver& solver, std::uint32_t index) {
  if (solver.jointedPlaces.empty()) return {};
  const JointedPlace place = solver.jointedPlaces[index];
  return place.group < solver.jointed.size() ? solver.jointed[place.group].impacts[place.member] : JointVelocity{};
}

void forgetJointImpulses(ContactSolver& solver) {
  for (const JointedContacts& group : solver.jointed) {
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      if (group.solver[i] == 0) continue;
      SolverBodyVelocity& warm = solver.bodies.warmStart[group.solver[i]];
      for (int c = 0; c < 3; ++c) {
        warm.velocity[c] -= static_cast<float>(group.change[i].linear[c]);
        warm.scaledAngularVelocity[c] -= static_cast<float>(group.change[i].angular[c]);
      }
    }
  }
}

std::size_t jointRowCount(const ContactSolver& solver) {
  std::size_t count = 0;
  for (const JointedContacts& group : solver.jointed) count += group.assembly.rows.size();
  return count;
}

void findTouchedJointed(ContactSolver& solver) {
  if (solver.jointed.empty()) return;
  List<std::uint8_t> pushed(solver.bodies.state.size());
  for (const ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      bool pushes = false;
      for (int i = 0; i < constraint.pointCount; ++i) pushes |= constraint.impulse[i].f[lane] > 0;
      if (pushes) pushed[constraint.a[lane]] = pushed[constraint.b[lane]] = 1;
    }
  }
  for (JointedContacts& group : solver.jointed) {
    for (const std::uint32_t i : group.solver) group.touched |= i != 0 && (pushed[i] != 0 || hasJump(solver.bodies.marks[i]));
  }
}

void touchJointed(ContactSolver& solver) {
  for (JointedContacts& group : solver.jointed) {
    for (const std::uint32_t i : group.solver) {
      if (i != 0) solver.bodies.marks[i].touched = group.touched;
    }
  }
}

}  // namespace tumble
