#include "contacts/momentum_balance.h"

#include "contacts/contact_solver.h"
#include "contacts/springs/off_line_springs.h"

namespace tumble {
namespace {

/// The impulse of one contact in a substep.
struct ContactImpulse {
  Vec3 impulse;             // N s, on B
  Vec3 angularA, angularB;  // changes of w~
};

Vec3 toVec3(const Lanes3& lanes, int lane) { return toDouble(vectorOf(lanes, lane)); }

Vec3 impulseOf(const ContactConstraintWide& constraint, const Lanes* impulses, int lane) {
  double normal = 0;
  for (int i = 0; i < constraint.pointCount; ++i) normal += static_cast<double>(impulses[i].f[lane]);
  const Vec3 n = toVec3(constraint.normal, lane), t = toVec3(constraint.tangent, lane);
  return n * normal + t * static_cast<double>(impulses[kMaxManifoldPoints].f[lane]) +
         cross(n, t) * static_cast<double>(impulses[kMaxManifoldPoints + 1].f[lane]);
}

ContactImpulse contactImpulse(const ContactConstraintWide& constraint, int lane) {
  ContactImpulse c{impulseOf(constraint, constraint.impulse, lane), {}, {}};
  const auto add = [&](const Lanes3& jacobianA, const Lanes3& jacobianB, float impulse) {
    c.angularA -= toVec3(jacobianA, lane) * static_cast<double>(impulse);
    c.angularB += toVec3(jacobianB, lane) * static_cast<double>(impulse);
  };
  const Lanes* const impulse = constraint.impulse;
  for (int i = 0; i < constraint.pointCount; ++i) add(constraint.points[i].jacobianA, constraint.points[i].jacobianB, impulse[i].f[lane]);
  for (int k = 0; k < kFrictionRows; ++k) {
    const FrictionConstraintRow& row = constraint.friction[k];
    add(row.jacobianA, row.jacobianB, impulse[kMaxManifoldPoints + k].f[lane]);
  }
  return c;
}

/// Share of a contact outside the trapezoidal rule: one for both bodies, or their common centre of mass would move.
double jumpShareOf(const ContactSolver& solver, std::uint32_t a, std::uint32_t b) {
  const double shareA = solver.balance[a].jumpShare, shareB = solver.balance[b].jumpShare;
  const bool forcedA = solver.bodies.marks[a].hasLastingForce, forcedB = solver.bodies.marks[b].hasLastingForce;
  if (a == 0 || b == 0) return a == 0 ? shareB : shareA;
  return forcedA == forcedB ? 0.5 * (shareA + shareB) : forcedA ? shareB : shareA;
}

template <class Function> void forEachForced(ContactSolver& solver, Function f) {
  for (const ForcedBody& forced : solver.network.bodies) {
    if (forced.index != 0) f(forced, solver.balance[forced.index]);
  }
}

/// Points of application of smooth impulses and of jumps, of bodies on springs.
void placeForced(ContactSolver& solver) {
  if (solver.network.bodies.empty()) return;
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) solver.balance[i].jumpShare = hasJump(solver.bodies.marks[i]) ? 1 : 0;
  forEachForced(solver, [](const ForcedBody& forced, MomentumBalance& body) {
    body.jumpShare = forced.jumpShare;
    body.jump = {};
  });
  for (const std::uint32_t batch : solver.network.touchingBatches) {
    const ContactConstraintWide& constraint = solver.constraints[batch];
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      MomentumBalance &a = solver.balance[constraint.a[lane]], &b = solver.balance[constraint.b[lane]];
      const Vec3 jump = impulseOf(constraint, constraint.impulse, lane) * jumpShareOf(solver, constraint.a[lane], constraint.b[lane]);
      a.jump -= jump * a.inverseMass;
      b.jump += jump * b.inverseMass;
    }
  }
  const double h = static_cast<double>(solver.substep);
  forEachForced(solver, [&](const ForcedBody& forced, MomentumBalance& body) {
    const Vec3 at = body.velocityBefore + body.jump + forced.impact,
               v = vectorOf(solver.bodies.state[forced.index].velocity) + forced.remainder;
    body.aside = ((at - forced.late) * (0.5 - 0.5 * forced.implicit) + (v - at) * forced.theta) * -h;
    body.applicationPoint = body.from - body.aside;
    body.moment += cross(body.aside, body.impactImpulse);
  });
}

/// Moves the impulses of springs onto the line of their ends, off which the relaxing pass and springs at the end of the substep put them.
void balanceSprings(ContactSolver& solver) {
  const ForceNetwork& n = solver.network;
  for (const SpringRow& row : n.rows) {
    if (row.ends[0].body == kNotInNetwork || isOffLine(row)) continue;
    MomentumBalance &a = solver.balance[n.bodies[row.ends[0].body].index], &b = solver.balance[n.bodies[row.ends[1].body].index];
    const Vec3 half = (row.applied.angularImpulse[0] + row.applied.angularImpulse[1] +
                       cross(b.applicationPoint - a.applicationPoint, row.applied.impulse)) *
                      0.5;
    a.L -= half;
    b.L -= half;
  }
}

/// Advances the position of a body on springs, and corrects L by the moments of impulses beside its path.
void endFlight(const ContactSolver& solver, const ForcedBody& forced, MomentumBalance& body) {
  const double h = static_cast<double>(solver.substep);
  const Vec3 v = vectorOf(solver.bodies.state[forced.index].velocity) + body.v + forced.remainder;
  const Vec3 contacts =
      vectorOf(solver.bodies.state[forced.index].velocity) - vectorOf(solver.bodies.beforeContacts[forced.index].velocity);
  const Vec3 eased = forced.trapezoidal + (contacts * forced.jumpShare - body.jump) * (1 - forced.implicit);
  body.x += (body.v + forced.remainder) * h - eased * (0.5 * h);
  body.L -= (cross(body.x - body.from, v) + cross(body.aside, v - body.velocityBefore)) * forced.mass - body.moment;
  body.from = body.x;
  body.velocityBefore = v;
  body.moment = body.impactImpulse = {};
}

/// Adds the impulses of the contacts to the velocities; balanceContacts removes the velocities of the sweeps in single precision.
void balanceVelocities(ContactSolver& solver) {
  for (const ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      const Vec3 impulse = impulseOf(constraint, constraint.impulse, lane);
      MomentumBalance &a = solver.balance[constraint.a[lane]], &b = solver.balance[constraint.b[lane]];
      a.v -= impulse * a.inverseMass;
      b.v += impulse * b.inverseMass;
    }
  }
}

/// m/s, at the end of the substep, in double precision.
Vec3 velocityOf(const ContactSolver& solver, std::uint32_t index) {
  return vectorOf(solver.bodies.state[index].velocity) + solver.balance[index].v;
}

/// A heavy body is part of the balance even if its change is below single precision.
void markTouched(ContactSolver& solver, std::uint32_t index) {
  solver.bodies.marks[index].touched = solver.bodies.marks[index].hadContactImpulse = true;
}

}  // namespace

void addBalance(ContactSolver& solver, const Body& body, std::uint32_t index) {
  if (solver.balance.empty()) solver.balance.push_back({});  // immovable bodies
  MomentumBalance& balance = solver.balance.extend();
  balance = {};
  balance.x = balance.from = body.x;
  balance.velocityBefore = body.v;
  balance.inverseMass = body.inverseMass;
  balance.root = inertiaRootOf(solver.bodies, index, body);
}

void balanceImpact(ContactSolver& solver, std::uint32_t index, const SolverBody& before, Vec3 x, Vec3 dv, Vec3 angularImpulse,
                   double time) {
  if (solver.balance.empty()) return;
  MomentumBalance& body = solver.balance[index];
  const SolverBody& now = solver.bodies.state[index];
  body.v += dv - (vectorOf(now.velocity) - vectorOf(before.velocity));
  if (body.inverseMass > 0) {
    const Vec3 impulse = dv * (1 / body.inverseMass);
    body.moment += cross(x - body.from, impulse);
    body.impactImpulse += impulse;
  }
  body.x -= dv * time;
  body.L += angularImpulse - body.root * (vectorOf(now.scaledAngularVelocity) - vectorOf(before.scaledAngularVelocity));
}

void balanceRounding(ContactSolver& solver, std::uint32_t index, Vec3 v, Vec3 scaledAngularVelocity) {
  if (solver.balance.empty()) return;
  MomentumBalance& body = solver.balance[index];
  body.v += v;
  body.L += body.root * scaledAngularVelocity;
}

void recordPositions(ContactSolver& solver) {
  const double h = static_cast<double>(solver.substep);
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    const SolverBodyMarks& marks = solver.bodies.marks[i];
    body.applicationPoint = hasJump(marks) ? body.x : body.x + body.velocityBefore * (0.5 * h);
    body.x += (marks.hasLastingForce ? vectorOf(solver.bodies.state[i].velocity) : vectorOf(solver.bodies.state[i].velocity) + body.v) * h;
  }
  if (solver.balance.empty()) return;
  solver.biasedImpulses.clear();
  if (solver.substepsDone == 0) solver.acted.assign(solver.constraints.size(), 0);
  for (const ContactConstraintWide& constraint : solver.constraints) {
    for (const Lanes& impulse : constraint.impulse) solver.biasedImpulses.push_back(impulse);
  }
}

void balanceLateImpact(ContactSolver& solver, std::uint32_t index) {
  if (solver.balance.empty() || hasJump(solver.bodies.marks[index])) return;
  MomentumBalance& body = solver.balance[index];
  body.applicationPoint -= body.velocityBefore * (0.5 * static_cast<double>(solver.substep));
}

void balanceContacts(ContactSolver& solver) {
  if (solver.balance.empty()) return;
  const double h = static_cast<double>(solver.substep);
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    const SolverBody& state = solver.bodies.state[i];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[i];
    if (!solver.bodies.marks[i].hasLastingForce) body.x -= body.v * h;  // the correction at its start; below, at its end
    body.v -= vectorOf(state.velocity) - vectorOf(before.velocity);
    body.L -= body.root * (vectorOf(state.scaledAngularVelocity) - vectorOf(before.scaledAngularVelocity));
  }
  placeForced(solver);
  balanceVelocities(solver);
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    const ContactConstraintWide& constraint = solver.constraints[batch];
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      const std::uint32_t ia = constraint.a[lane], ib = constraint.b[lane];
      MomentumBalance &a = solver.balance[ia], &b = solver.balance[ib];
      const ContactImpulse c = contactImpulse(constraint, lane);
      const Vec3 biased = impulseOf(constraint, &solver.biasedImpulses[batch * kRowsPerContact], lane);
      const Vec3 push = solver.pushes.empty() ? Vec3{} : toVec3(solver.pushes[batch].onB, lane);
      if (biased == Vec3{} && c.impulse == Vec3{} && push == Vec3{}) continue;
      solver.acted[batch] |= static_cast<std::uint8_t>(1u << lane);
      Vec3 onA = a.root * c.angularA, onB = b.root * c.angularB;
      if (ia != 0 && ib != 0) {
        const Vec3 pushed = (biased - c.impulse) * h + push;
        markTouched(solver, ia);
        markTouched(solver, ib);
        const Vec3 vA = velocityOf(solver, ia), vB = velocityOf(solver, ib);
        const double share = jumpShareOf(solver, ia, ib);
        const Vec3 offset = b.applicationPoint - a.applicationPoint + (b.aside - a.aside) * share;
        const Vec3 half = (onA + onB + cross(offset, c.impulse) + cross(pushed, vB - vA)) * 0.5;
        onA -= half;
        onB -= half;
        a.moment -= cross(a.aside * share, c.impulse) + cross(pushed, vA);
        b.moment += cross(b.aside * share, c.impulse) + cross(pushed, vB);
      }
      a.x -= push * a.inverseMass;
      b.x += push * b.inverseMass;
      a.L += onA;
      b.L += onB;
    }
  }
  balanceSprings(solver);
  forEachForced(solver, [&](const ForcedBody& forced, MomentumBalance& body) { endFlight(solver, forced, body); });
  for (std::uint32_t i = 1; i < solver.balance.size(); ++i) {
    MomentumBalance& body = solver.balance[i];
    if (solver.bodies.marks[i].hasLastingForce) continue;
    const Vec3 v = vectorOf(solver.bodies.state[i].velocity) + body.v;
    const Vec3 steady = toDouble(solver.bodies.drive[i].acceleration) * h;
    body.x += body.v * h;
    body.x -= (hasJump(solver.bodies.marks[i]) ? steady : v - body.velocityBefore) * (0.5 * h);
    body.velocityBefore = v;
  }
  balanceOffLineSprings(solver);
}

void findAnchoredBodies(ContactSolver& solver) {
  if (solver.balance.empty()) return;
  solver.balance[0].anchored = true;
  for (const JointedContacts& group : solver.jointed) {
    for (const std::uint32_t i : group.solver) solver.balance[i].anchored = true;  // the balance is that of contacts alone
  }
  for (bool spreads = true; spreads;) {
    spreads = false;
    for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!(solver.acted[batch] >> lane & 1)) continue;
        MomentumBalance &a = solver.balance[solver.constraints[batch].a[lane]], &b = solver.balance[solver.constraints[batch].b[lane]];
        spreads |= a.anchored != b.anchored;
        a.anchored = b.anchored = a.anchored || b.anchored;
      }
    }
  }
}

}  // namespace tumble
