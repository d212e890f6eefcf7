#include "contacts/impacts/simultaneous_impacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contacts/contact_solver.h"
#include "contacts/impacts/impact_law.h"
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

/// Whether a body had an impact after the moment: where it was then is no more known.
bool isPast(const ContactSolver& solver, const BouncingContact& contact, double alpha) {
  const float a = solver.bodies.marks[contact.solverA].impactTime, b = solver.bodies.marks[contact.solverB].impactTime;
  return static_cast<double>(std::max(a, b)) > alpha;
}

/// Points of the impact that touch at once with the first.
int pointCount(const ImpactMember& member) {
  int count = 0;
  for (int i = 0; i < member.state.manifold.count; ++i) count += touchesWith(member, member.state.manifold.points[i]);
  return count;
}

}  // namespace

bool touchesWith(const ImpactMember& member, const ManifoldPoint& point) {
  return static_cast<double>(point.separation) <= member.separation + kSimultaneous;
}

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

void findSimultaneous(ContactSolver& solver, const ContactScene& scene, BouncingContact& contact, const PredictedImpact& impact) {
  List<ImpactMember>& members = solver.simultaneous.members;
  members.clear();
  members.push_back({&contact, impact.state, impact.threshold, impact.separation});
  if (isJointed(solver, contact)) return;
  int points = pointCount(members[0]);
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (const std::uint32_t body : {members[m].contact->solverA, members[m].contact->solverB}) {
      if (body == 0) continue;
      for (std::uint32_t i = solver.simultaneous.firstOf[body]; i != kLast;) {
        BouncingContact& other = solver.bouncing[i];
        i = other.next[other.solverA == body ? 0 : 1];
        if (isMember(members, other) || isJointed(solver, other) || isPast(solver, other, impact.alpha)) continue;
        const Forecast forecast = forecastOf(solver, scene.contacts, other);
        if (!forecast.hasImpact) continue;
        other.approach = forecast.approach;
        ImpactMember member{&other, contactStateAt(solver, scene, other, impact.alpha)};
        const FirstImpactPoint first = firstImpactPoint(solver, other, member.state);
        if (!first.point) continue;
        member.threshold = first.threshold, member.separation = static_cast<double>(first.point->separation);
        if (std::abs(member.separation) > kSimultaneous) continue;
        points += pointCount(member);
        if (points > kMostImpactPoints) return;
        members.push_back(member);
      }
    }
  }
}

}  // namespace tumble
