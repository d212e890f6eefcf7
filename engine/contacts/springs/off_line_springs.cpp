#include "contacts/springs/off_line_springs.h"

#include <algorithm>
#include <cmath>

#include "shapes/solids.h"

namespace tumble {
namespace {

/// Change of the angular momentum of a group by its springs off their lines, N m s.
struct GroupAngularImpulse {
  Vec3 angularImpulse;
  bool anchored = false;  // one of them has an end outside of the network
};

/// A body of a group, with velocities to the last digits.
struct Member {
  ForcedBody* forced = nullptr;
  MomentumBalance* balance = nullptr;
  double mass = 0;
  Vec3 v, w;  // m/s, w~
};

Member memberOf(ContactSolver& solver, std::uint32_t index) {
  ForcedBody& forced = solver.network.bodies[index];
  const SolverBody& state = solver.bodies.state[forced.index];
  MomentumBalance& balance = solver.balance[forced.index];
  return {&forced, &balance, forced.mass, vectorOf(state.velocity) + forced.remainder,
          vectorOf(state.scaledAngularVelocity) + forced.remainderW};
}

/// Sets the velocities of the solver and their remainders in double precision, and changes those before the contacts alike.
void setVelocities(ContactSolver& solver, const Member& member, Vec3 v, Vec3 w) {
  ForcedBody& forced = *member.forced;
  SolverBody& state = solver.bodies.state[forced.index];
  SolverBodyVelocity& before = solver.bodies.beforeContacts[forced.index];
  const auto set = [](float (&to)[4], float (&without)[4], Vec3 value, Vec3& remainder) {
    const Vec3f now = rounded(value);
    const Vec3f free = rounded(toDouble(now) - toDouble(vector(to)) + vectorOf(without));
    for (int k = 0; k < 3; ++k) to[k] = now[k], without[k] = free[k];
    remainder = value - toDouble(now);
  };
  set(state.velocity, before.velocity, v, forced.remainder);
  set(state.scaledAngularVelocity, before.scaledAngularVelocity, w, forced.remainderW);
  forced.solvedFor = vector(state.velocity), forced.solvedForW = vector(state.scaledAngularVelocity);
  member.balance->velocityBefore = v + member.balance->v;
}

double kineticEnergy(const List<Member>& members) {
  double energy = 0;
  for (const Member& m : members) energy += 0.5 * (m.mass * lengthSquared(m.v) + lengthSquared(m.w));
  return energy;
}

void turnGroup(ContactSolver& solver, const ForceGroup& group, Vec3 angularImpulse) {
  List<Member> members;
  double mass = 0;
  Vec3 centre, momentum;
  for (std::uint32_t i = group.begin; i < group.end; ++i) {
    const Member& m = members.extend() = memberOf(solver, i);
    mass += m.mass;
    centre += m.balance->x * m.mass;
    momentum += m.v * m.mass;
  }
  centre = centre * (1 / mass);
  const Vec3 velocity = momentum * (1 / mass);
  const double energy = kineticEnergy(members);
  Mat3 inertia = diagonal(Vec3{});
  Vec3 angularMomentum = -angularImpulse;
  for (const Member& m : members) {
    const Mat3 root = toMatrix(m.balance->root);
    const Vec3 r = m.balance->x - centre;
    inertia = inertia + root * root + pointInertia(m.mass, r);
    angularMomentum += cross(r, m.v - velocity) * m.mass + m.balance->root * m.w;
  }
  if (!(determinant(inertia) > 0)) return;  // it underflows
  // The motion as one rigid body, and the kinetic energy relative to it.
  const Mat3 inverseInertia = inverse(inertia);
  const Vec3 turn = inverseInertia * -angularImpulse, omega = inverseInertia * angularMomentum;
  const double rigid = 0.5 * (mass * lengthSquared(velocity) + dot(omega, angularMomentum));
  for (Member& m : members) {
    m.v += cross(turn, m.balance->x - centre);
    m.w += m.balance->root * turn;
  }
  const double relative = kineticEnergy(members) - rigid;
  const double share = relative > 0 ? std::sqrt(std::clamp((energy - rigid) / relative, 0.0, 1.0)) : 1;
  for (const Member& m : members) {
    const Vec3 v = velocity + cross(omega, m.balance->x - centre), w = m.balance->root * omega;
    setVelocities(solver, m, v + (m.v - v) * share, w + (m.w - w) * share);
  }
}

}  // namespace

void balanceOffLineSprings(ContactSolver& solver) {
  const ForceNetwork& n = solver.network;
  List<GroupAngularImpulse> angularImpulses(n.groups.size());
  bool any = false;
  for (const SpringRow& row : n.rows) {
    if (!isOffLine(row)) continue;
    any = true;
    GroupAngularImpulse& group = angularImpulses[row.group];
    group.anchored |= row.ends[0].body == kNotInNetwork;
    if (group.anchored) continue;
    const MomentumBalance &a = solver.balance[n.bodies[row.ends[0].body].index], &b = solver.balance[n.bodies[row.ends[1].body].index];
    group.angularImpulse +=
        row.applied.angularImpulse[0] + row.applied.angularImpulse[1] + cross(b.applicationPoint - a.applicationPoint, row.applied.impulse);
  }
  if (!any) return;
  for (std::uint32_t g = 0; g < n.groups.size(); ++g) {
    if (!angularImpulses[g].anchored && angularImpulses[g].angularImpulse != Vec3{})
      turnGroup(solver, n.groups[g], angularImpulses[g].angularImpulse);
  }
}

}  // namespace tumble
