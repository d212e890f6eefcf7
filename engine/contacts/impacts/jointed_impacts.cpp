#include "contacts/impacts/jointed_impacts.h"

#include "contacts/contact_solver.h"
#include "contacts/joints/jointed_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr int kBodyRows = 6;
/// Of the weight of a body: contacts that carry less do not support it.
constexpr float kCarriedWeight = 1e-3f;

JointedContacts* groupOf(ContactSolver& solver, std::uint32_t index) {
  if (solver.jointedPlaces.empty() || index == 0) return nullptr;
  const JointedPlace place = solver.jointedPlaces[index];
  return place.group < solver.jointed.size() ? &solver.jointed[place.group] : nullptr;
}

/// Velocities at the start of the substep, and what changes in it.
struct SubstepVelocity {
  JointVelocity start, change;  // in the units of the solver
};

SubstepVelocity velocityOf(const ContactSolver& solver, const JointedContacts& group, std::size_t i) {
  const std::uint32_t index = group.solver[i];
  if (index == 0) return {};
  const double h = static_cast<double>(solver.substep);
  const SolverBodyDrive& drive = solver.bodies.drive[index];
  return {
      startVelocityOf(solver, index),
      {toDouble(drive.acceleration) * h + group.answer[i].linear, toDouble(drive.scaledAngularAcceleration) * h + group.answer[i].angular}};
}

Body bodyAfter(const ContactSolver& solver, const BodyStore& store, const JointedContacts& group, std::size_t i, const SubstepVelocity& v,
               double alpha) {
  const JointVelocity mean{v.start.linear + v.change.linear * (0.5 * alpha), v.start.angular + v.change.angular * (0.5 * alpha)};
  return jointedBodyAfter(solver, group, i, store.bodies[group.store[i]], v.start, mean, alpha * static_cast<double>(solver.substep));
}

/// A row at one body: a unit impulse along an axis, or about it.
JointRow unitRow(std::uint32_t member, int k) {
  Vec3 axis;
  axis[k % 3] = 1;
  JointRow row;
  row.ends[0].body = member;
  (k < 3 ? row.ends[0].linear : row.ends[0].angular) = axis;
  row.count = 1;
  row.kind = RowKind::push;
  return row;
}

/// The rows of the assembly at alpha that hold in an impact, factorized, and those of unit impulses on some of its bodies after them.
void prepareImpact(ContactSolver& solver, const BodyStore& store, JointedContacts& group, std::span<const std::uint32_t> members,
                   double alpha) {
  JointAssembly& s = group.assembly;
  s.velocities.clear();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const SubstepVelocity v = velocityOf(solver, group, i);
    Body& body = group.bodies[i];
    body = bodyAfter(solver, store, group, i, v, alpha);
    if (group.solver[i] != 0) body.L = group.root[i] * (v.start.angular + v.change.angular * alpha);
    s.velocities.push_back(group.solver[i] == 0 ? velocityOfUnmoved(body)
                                                : JointVelocity{v.start.linear + v.change.linear * alpha, angularVelocity(body)});
  }
  gatherMasses(s, group.bodies);
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    if (group.solver[i] == 0) s.masses[i] = {};
  }
  for (AssembledJoint& j : s.joints) {
    j.drive = j.joint.drive.kind == DriveKind::motor && j.joint.drive.most >= kNoLimit ? DriveMode::hold : DriveMode::none;
    j.friction = DriveMode::none;
  }
  gatherRows(s, group.bodies);
  for (const std::uint32_t member : members) {
    for (int k = 0; k < kBodyRows; ++k) {
      s.rows.push_back(unitRow(member, k));
      cutToPlane(s.rows.back(), group.bodies);
    }
  }
  setStiffness(s, 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].part == RowPart::stop) s.stiffness[r] = 0;
  }
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
}

void addFreeBody(PairResponse& response, const ImpactBody& body, int offset) {
  for (int k = 0; k < 3; ++k) {
    response.m[offset + k][offset + k] = body.planar && k == 2 ? 0 : body.inverseMass;
    for (int j = 0; j < 3; ++j) response.m[offset + 3 + k][offset + 3 + j] = body.inverseInertia.column(j)[k];
  }
}

/// The impulses by which the rows get their rates, in JointAssembly::residual.
void closeRates(JointAssembly& s) {
  s.residual.clear();
  for (std::size_t r = 0; r < s.rows.size(); ++r)
    s.residual.push_back(s.stiffness[r] > 0 ? -s.stiffness[r] * (rateOf(s.rows[r], s.velocities) - targetRateOf(s, s.rows[r])) : 0);
}

/// What a solution changes in the velocity of a body.
JointVelocity changeOf(const JointAssembly& s, std::uint32_t member) {
  const double* const d = s.matrix.x.data() + kBodyRows * s.matrix.place[member];
  return {{d[0], d[1], d[2]}, {d[3], d[4], d[5]}};
}

/// The bodies `members` of the group are at `offsets` in the response.
void addGroup(PairResponse& response, JointedContacts& group, std::span<const std::uint32_t> members, const int* offsets) {
  JointAssembly& s = group.assembly;
  const std::size_t first = s.rows.size() - kBodyRows * members.size();
  for (std::size_t c = 0; c < members.size(); ++c) {
    for (int k = 0; k < kBodyRows; ++k) {
      s.residual.assign(s.rows.size(), 0);
      s.residual[first + kBodyRows * c + static_cast<std::size_t>(k)] = 1;
      solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
      for (std::size_t r = 0; r < members.size(); ++r) {
        const JointVelocity change = changeOf(s, members[r]);
        for (int i = 0; i < 3; ++i) {
          response.m[offsets[r] + i][offsets[c] + k] = change.linear[i];
          response.m[offsets[r] + 3 + i][offsets[c] + k] = change.angular[i];
        }
      }
    }
  }
}

struct Members {
  std::uint32_t of[2] = {};
  int offset[2] = {};
  std::size_t count = 0;
};

/// Those of the sides that are in the group.
Members membersOf(ContactSolver& solver, const JointedContacts& group, const JointedImpact (&sides)[2]) {
  Members members;
  for (int side = 0; side < 2; ++side) {
    if (groupOf(solver, sides[side].index) != &group) continue;
    members.of[members.count] = solver.jointedPlaces[sides[side].index].member;
    members.offset[members.count++] = side * kBodyRows;
  }
  return members;
}

}  // namespace

void beginJointedImpacts(ContactSolver& solver) {
  for (JointedContacts& group : solver.jointed) group.hasAnswer = group.isSupported = false;
  if (solver.jointed.empty()) return;
  const float weight = kCarriedWeight * length(solver.gravity) * solver.substep;
  const auto support = [&](std::uint32_t index, float impulse) {
    JointedContacts* const group = groupOf(solver, index);
    if (group && impulse * solver.bodies.state[index].velocity[3] > weight) group->isSupported = true;
  };
  for (const ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      float impulse = 0;
      for (int i = 0; i < constraint.pointCount; ++i) impulse += constraint.impulse[i].f[lane];
      support(constraint.a[lane], impulse);
      support(constraint.b[lane], impulse);
    }
  }
}

const JointedContacts* answeringGroupOf(const ContactSolver& solver, std::uint32_t index) {
  if (solver.jointedPlaces.empty() || index == 0) return nullptr;
  const JointedPlace place = solver.jointedPlaces[index];
  return place.group < solver.jointed.size() && solver.jointed[place.group].hasAnswer ? &solver.jointed[place.group] : nullptr;
}

JointVelocity jointAnswerOf(const ContactSolver& solver, std::uint32_t index) {
  const JointedContacts* const group = answeringGroupOf(solver, index);
  return group ? group->answer[solver.jointedPlaces[index].member] : JointVelocity{};
}

void answerBeforeImpacts(ContactSolver& solver, const BodyStore& store, std::uint32_t index) {
  JointedContacts* const group = groupOf(solver, index);
  if (!group || group->hasAnswer || group->assembly.matrix.isRelaxed) return;
  beginJointedSubstep(solver, *group, store.bodies);
  findJointImpulses(solver, *group);
  sumJointImpulses(*group);
  group->answer.clear();
  for (std::size_t i = 0; i < group->bodies.size(); ++i) {
    const JointVelocity& impulse = group->impulses[i];
    group->answer.push_back({impulse.linear * group->assembly.masses[i].inverseMass, group->inverseRoot[i] * impulse.angular});
  }
  group->hasAnswer = true;
  solver.impactWorkLeft -= kImpactWorkOfAnswer * static_cast<int>(group->assembly.rows.size());
}

FlightState jointedStateAt(const ContactSolver& solver, const BodyStore& store, std::uint32_t index, double alpha) {
  const JointedPlace place = solver.jointedPlaces[index];
  const JointedContacts& group = solver.jointed[place.group];
  const SubstepVelocity v = velocityOf(solver, group, place.member);
  const Body body = bodyAfter(solver, store, group, place.member, v, alpha);
  const Vec3 scaledAngular = v.start.angular + v.change.angular * alpha;
  const double rate = 1 / static_cast<double>(solver.substep);
  FlightState s;
  s.x = body.x, s.q = body.q;
  s.v = v.start.linear + v.change.linear * alpha;
  s.L = group.root[place.member] * scaledAngular;
  s.omega = rotate(s.q, scaled(body.inverseInertia, inverseRotate(s.q, s.L)));
  s.inverseMass = body.inverseMass, s.inverseInertia = body.inverseInertia;
  s.planar = body.planar;
  s.isJointed = true;
  s.acceleration = v.change.linear * rate;
  s.angularAcceleration = group.inverseRoot[place.member] * v.change.angular * rate;
  return s;
}

bool findPairResponse(ContactSolver& solver, const BodyStore& store, const JointedImpact (&sides)[2], double alpha,
                      PairResponse& response) {
  JointedContacts* groups[2] = {groupOf(solver, sides[0].index), groupOf(solver, sides[1].index)};
  for (JointedContacts*& group : groups) {
    if (group && !group->hasAnswer) group = nullptr;
  }
  if (!groups[0] && !groups[1]) return false;
  response = {};
  for (int side = 0; side < 2; ++side) {
    if (!groups[side]) {
      addFreeBody(response, *sides[side].body, side * kBodyRows);
    } else if (side == 0 || groups[1] != groups[0]) {
      const Members members = membersOf(solver, *groups[side], sides);
      prepareImpact(solver, store, *groups[side], {members.of, members.count}, alpha);
      JointAssembly& s = groups[side]->assembly;
      closeRates(s);
      solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
      for (std::size_t i = 0; i < members.count; ++i) {
        const JointVelocity change = changeOf(s, members.of[i]);
        ImpactBody& body = *sides[members.offset[i] / kBodyRows].body;
        body.v += change.linear, body.omega += change.angular;
      }
      addGroup(response, *groups[side], {members.of, members.count}, members.offset);
      solver.impactWorkLeft -= kImpactWorkOfAnswer * static_cast<int>((2 + members.count) * groups[side]->assembly.rows.size());
    }
  }
  return true;
}

JointedContacts* answerImpact(ContactSolver& solver, const JointedImpact (&sides)[2], int side) {
  JointedContacts* const group = groupOf(solver, sides[side].index);
  if (!group || !group->hasAnswer) return nullptr;
  const Members members = membersOf(solver, *group, sides);
  JointAssembly& s = group->assembly;
  const std::size_t first = s.rows.size() - kBodyRows * members.count;
  closeRates(s);
  for (std::size_t c = 0; c < members.count; ++c) {
    const ImpactBody& body = *sides[members.offset[c] / kBodyRows].body;
    for (int k = 0; k < kBodyRows; ++k)
      s.residual[first + kBodyRows * c + static_cast<std::size_t>(k)] = k < 3 ? body.impulse[k] : body.angularImpulse[k - 3];
  }
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  addReactions(s, group->bodies, {s.rows.data(), first}, {s.residual.data(), first});
  sumJointImpulses(*group);
  group->hasAnswer = false;
  return group;
}

}  // namespace tumble
