#include "contacts/impacts/simultaneous_impacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contacts/contact_solver.h"
#include "contacts/impacts/impact_points.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr std::uint32_t kLast = ~0u;

bool isMember(const List<ImpactMember>& members, const BouncingContact& contact) {
  return std::any_of(members.begin(), members.end(), [&](const ImpactMember& member) { return member.contact == &contact; });
}

bool isJointed(const ContactSolver& solver, const BouncingContact& contact) {
  return solver.bodies.marks[contact.solverA].isJointed || solver.bodies.marks[contact.solverB].isJointed;
}

/// Adds the members that share `body` with one. An earlier impact of it, if one is found.
BouncingContact* addMembersOf(ContactSolver& solver, const ContactScene& scene, std::uint32_t body) {
  SimultaneousImpacts& impact = solver.simultaneous;
  std::uint32_t next = body == 0 ? kLast : impact.firstOf[body];
  for (int n = 0; n < kMostNeighbourImpacts && next != kLast && impact.members.size() < kMostImpactMembers; ++n) {
    BouncingContact& contact = solver.bouncing[next];
    next = contact.next[contact.solverA == body ? 0 : 1];
    // Where bodies were before their last impact is no more known.
    if (isMember(impact.members, contact) || isJointed(solver, contact) || lastImpactTime(solver, contact) > impact.alpha) continue;
    const Forecast forecast = forecastOf(solver, scene.contacts, contact);
    if (!forecast.hasImpact) continue;
    contact.approach = forecast.approach;
    --solver.impactWorkLeft;
    ImpactMember member{&contact, contactStateAt(solver, scene, contact, impact.alpha)};
    const FirstImpactPoint first = firstImpactPoint(solver, contact, member.state);
    if (!first.point) continue;
    member.threshold = first.threshold, member.separation = static_cast<double>(first.point->separation);
    if (member.separation < -kSimultaneous) return &contact;
    member.points = impactPointsOf(impact.members, member);
    if (member.separation <= kSimultaneous && member.points != 0) impact.members.push_back(member);
  }
  return nullptr;
}

/// All members of an impact from one on. An earlier impact, if one is found.
BouncingContact* findMembers(ContactSolver& solver, const ContactScene& scene, BouncingContact& contact, const PredictedImpact& seed) {
  SimultaneousImpacts& impact = solver.simultaneous;
  impact.alpha = seed.alpha;
  impact.members.clear();
  impact.members.push_back({&contact, seed.state, seed.threshold, seed.separation});
  impact.members[0].points = impactPointsOf({}, impact.members[0]);
  for (std::size_t m = 0; m < impact.members.size() && !isJointed(solver, contact); ++m) {
    const BouncingContact& member = *impact.members[m].contact;
    for (const std::uint32_t body : {member.solverA, member.solverB}) {
      if (BouncingContact* const earlier = addMembersOf(solver, scene, body)) return earlier;
    }
  }
  return nullptr;
}

}  // namespace

void linkBouncing(ContactSolver& solver) {
  List<std::uint32_t>& firstOf = solver.simultaneous.firstOf;
  firstOf.assign(solver.bodies.state.size(), kLast);
  for (std::uint32_t i = 0; i < solver.bouncing.size(); ++i) {
    BouncingContact& contact = solver.bouncing[i];
    for (const auto& [side, body] : {std::pair{0, contact.solverA}, std::pair{1, contact.solverB}}) {
      contact.next[side] = kLast;
      if (body != 0) contact.next[side] = std::exchange(firstOf[body], i);
    }
  }
}

void findFirstImpact(ContactSolver& solver, const ContactScene& scene, BouncingContact& contact, const PredictedImpact& predicted) {
  BouncingContact* first = &contact;
  PredictedImpact impact = predicted;
  while (BouncingContact* const earlier = findMembers(solver, scene, *first, impact)) {
    const PredictedImpact before = predictImpact(solver, scene, *earlier, lastImpactTime(solver, *earlier));
    if (!before.found || !(before.alpha < impact.alpha)) break;  // an overlap, which the constraints push apart
    first = earlier;
    impact = before;
  }
  limitImpactPoints(solver.simultaneous.members);
}

}  // namespace tumble
