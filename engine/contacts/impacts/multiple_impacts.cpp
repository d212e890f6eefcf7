#include "contacts/impacts/multiple_impacts.h"

#include <algorithm>

#include "contacts/contact_solver.h"
#include "containers/union_find.h"
#include "tuning.h"

namespace tumble {
namespace {

/// A solver body of the contact that moves.
std::uint32_t moverOf(const BouncingContact& contact) { return std::max(contact.solverA, contact.solverB); }

/// Whether lane `lane` has a normal impulse.
bool pushes(const ContactConstraintWide& constraint, int lane) {
  bool any = false;
  for (int i = 0; i < constraint.pointCount; ++i) any |= constraint.impulse[i].f[lane] > 0;
  return any;
}

template <class Function> void forEachPushing(ContactSolver& solver, Function f) {
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    for (int lane = 0; lane < kLanes; ++lane) {
      ContactConstraintWide& constraint = solver.constraints[batch];
      if (constraint.contactIndex[lane] != kNoContact && pushes(constraint, lane)) f(constraint, batch, lane);
    }
  }
}

void takeBack(ContactSolver& solver, const BodyBeforeImpacts& before) {
  solver.bodies.state[before.index] = before.state;
  solver.bodies.marks[before.index] = before.marks;
  if (before.marks.flightIndex != 0) solver.bodies.flightStarts[before.marks.flightIndex] = before.flight;
  if (!solver.balance.empty()) solver.balance[before.index] = before.balance;
  if (before.marks.isJointed) {
    const JointedPlace place = solver.jointedPlaces[before.index];
    solver.jointed[place.group].impacts[place.member] = before.impacts;
  }
}

}  // namespace

void clearMultipleImpacts(ContactSolver& solver) {
  solver.multiple.before.clear();
  solver.multiple.isJoined.clear();
  for (BouncingContact& contact : solver.bouncing) contact.impactCount = 0;
}

void rememberBeforeImpacts(ContactSolver& solver, std::uint32_t index) {
  SolverBodyMarks& marks = solver.bodies.marks[index];
  if (marks.isRemembered) return;
  marks.isRemembered = true;
  BodyBeforeImpacts& before = solver.multiple.before.emplace_back();
  before = {index, solver.bodies.state[index], marks, solver.bodies.flightStarts[marks.flightIndex], {}, impactChangeOf(solver, index)};
  if (!solver.balance.empty()) before.balance = solver.balance[index];
}

void joinEndlessImpacts(ContactSolver& solver) {
  const auto count = static_cast<std::uint32_t>(solver.bodies.state.size());
  UnionFind sets;
  sets.reset(count);
  for (const BouncingContact& contact : solver.bouncing) {
    if (contact.impactCount > 0 && contact.solverA != 0 && contact.solverB != 0) sets.unite(contact.solverA, contact.solverB);
  }
  List<std::uint8_t> isEndless;
  isEndless.assign(count, 0);
  bool any = false;
  for (const BouncingContact& contact : solver.bouncing) {
    if (contact.impactCount >= kEndlessImpacts) isEndless[sets.find(moverOf(contact))] = 1, any = true;
  }
  for (const BodyBeforeImpacts& body : solver.multiple.before) {
    if (body.marks.hasLastingForce) isEndless[sets.find(body.index)] = 0;  // its forces are solved for its velocity after these impacts
  }
  if (!any) return;
  solver.multiple.isJoined.assign(count, 0);
  for (const BodyBeforeImpacts& body : solver.multiple.before) {
    if (!isEndless[sets.find(body.index)]) continue;
    takeBack(solver, body);
    solver.multiple.isJoined[body.index] = 1;
  }
}

void restoreMultipleImpacts(ContactSolver& solver) {
  const List<std::uint8_t>& isJoined = solver.multiple.isJoined;
  if (isJoined.empty()) return;
  const auto count = static_cast<std::uint32_t>(solver.bodies.state.size());
  UnionFind sets;
  sets.reset(count);
  List<float> restitution, ofSet;
  restitution.assign(solver.constraints.size() * kLanes, 0);
  for (const BouncingContact& contact : solver.bouncing) {
    restitution[contact.batch * kLanes + static_cast<std::uint32_t>(contact.lane)] = contact.restitution;
  }
  forEachPushing(solver, [&](const ContactConstraintWide& constraint, std::uint32_t, int lane) {
    if (constraint.a[lane] != 0 && constraint.b[lane] != 0) sets.unite(constraint.a[lane], constraint.b[lane]);
  });
  ofSet.assign(count, 0);
  for (std::uint32_t i = 1; i < count; ++i) {
    if (isJoined[i]) ofSet[sets.find(i)] = 1;
  }
  forEachPushing(solver, [&](const ContactConstraintWide& constraint, std::uint32_t batch, int lane) {
    float& least = ofSet[sets.find(std::max(constraint.a[lane], constraint.b[lane]))];
    least = std::min(least, restitution[batch * kLanes + static_cast<std::uint32_t>(lane)]);
  });
  for (std::uint32_t i = 1; i < count; ++i) {
    const float e = ofSet[sets.find(i)];
    if (!(e > 0)) continue;
    SolverBody& body = solver.bodies.state[i];
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[i];
    for (int k = 0; k < 3; ++k) {
      body.velocity[k] += e * (body.velocity[k] - before.velocity[k]);
      body.scaledAngularVelocity[k] += e * (body.scaledAngularVelocity[k] - before.scaledAngularVelocity[k]);
    }
    balanceLateImpact(solver, i);
    solver.bodies.marks[i].hadImpact = true;
  }
  forEachPushing(solver, [&](ContactConstraintWide& constraint, std::uint32_t, int lane) {
    const float e = ofSet[sets.find(std::max(constraint.a[lane], constraint.b[lane]))];
    for (Lanes& impulse : constraint.impulse) impulse.f[lane] *= 1 + e;
  });
}

}  // namespace tumble
