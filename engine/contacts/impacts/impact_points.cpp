#include "contacts/impacts/impact_points.h"

#include <bit>

#include "contacts/contact_solver.h"
#include "contacts/impacts/impact_law.h"
#include "tuning.h"

namespace tumble {
namespace {

bool isAtRest(const FlightState& state) { return state.inverseMass == 0 && state.v == Vec3{} && state.omega == Vec3{}; }

bool isSameBody(std::uint32_t body, const FlightState& state, std::uint32_t otherBody, const FlightState& other) {
  return body == otherBody || (isAtRest(state) && isAtRest(other));
}

/// Of one plane between the same two bodies; all that is at rest counts as one.
bool isSamePatch(const ImpactMember& m, const ImpactMember& other) {
  const BouncingContact &a = *m.contact, &b = *other.contact;
  const Vec3f turned = m.state.manifold.normal - other.state.manifold.normal;
  return isSameBody(a.bodyA, m.state.a, b.bodyA, other.state.a) && isSameBody(a.bodyB, m.state.b, b.bodyB, other.state.b) &&
         a.friction == b.friction && a.restitution == b.restitution && dot(turned, turned) < kSamePlane * kSamePlane;
}

/// m, world.
Vec3 placeOf(const ImpactMember& member, int point) { return member.state.a.x + toDouble(member.state.manifold.points[point].position); }

bool hasPoint(const ImpactMember& member, Vec3 place) {
  for (int i = 0; i < member.state.manifold.count; ++i) {
    if ((member.points >> i & 1) && length(placeOf(member, i) - place) < kSamePoint) return true;
  }
  return false;
}

int pointCount(const List<ImpactMember>& members) {
  int count = 0;
  for (const ImpactMember& member : members) count += std::popcount(member.points);
  return count;
}

/// Adds to `outermost`, by member, the points of the patch of `first` that are outermost.
void addOutermost(const List<ImpactMember>& members, const ImpactMember& first, List<std::uint8_t>& outermost) {
  const Vec3 n = toDouble(first.state.manifold.normal), t1 = perpendicularTo(n), t2 = cross(n, t1);
  for (const Vec3 direction : {t1, t2, t1 + t2, t1 - t2}) {
    for (const double sign : {1.0, -1.0}) {
      double farthest = -1e300;
      std::size_t best = 0;
      int bestPoint = 0;
      for (std::size_t m = 0; m < members.size(); ++m) {
        if (!isSamePatch(members[m], first)) continue;
        for (int i = 0; i < members[m].state.manifold.count; ++i) {
          const double along = sign * dot(direction, placeOf(members[m], i));
          if ((members[m].points >> i & 1) && along > farthest) farthest = along, best = m, bestPoint = i;
        }
      }
      outermost[best] |= static_cast<std::uint8_t>(1u << bestPoint);
    }
  }
}

}  // namespace

std::uint8_t impactPointsOf(const List<ImpactMember>& members, const ImpactMember& member) {
  unsigned points = 0;
  for (int i = 0; i < member.state.manifold.count; ++i) {
    const ManifoldPoint& p = member.state.manifold.points[i];
    bool takesPart = static_cast<double>(p.separation) <= member.separation + kSimultaneous;
    for (const ImpactMember& other : members) takesPart = takesPart && !(isSamePatch(member, other) && hasPoint(other, placeOf(member, i)));
    points |= static_cast<unsigned>(takesPart) << i;
  }
  return static_cast<std::uint8_t>(points);
}

void limitImpactPoints(List<ImpactMember>& members) {
  if (pointCount(members) <= kMostImpactPoints) return;
  List<std::uint8_t> outermost(members.size());
  for (const ImpactMember& member : members) addOutermost(members, member, outermost);
  for (std::size_t m = 0; m < members.size(); ++m) members[m].points &= outermost[m];
  eraseIf(members, [](const ImpactMember& member) { return member.points == 0; });
  while (pointCount(members) > kMostImpactPoints) members.pop_back();
}

}  // namespace tumble
