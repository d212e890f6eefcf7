// through  The centre of a box or a ball that moves never gets into a static one, nor does it pass through one in a step.
// overlap  Two solids are deeper in each other than a share of the thinner one for a moment at most.
// Both only where nothing kinematic can squeeze what does not yield.
#include <algorithm>

#include "fuzz/geometry.h"
#include "fuzz/laws.h"

namespace tumble::fuzz {
namespace {

constexpr double kDeepShare = 0.1;  // of the thinner one
constexpr double kMoment = 0.5;     // s
/// The middle of a plate that a centre must have passed in one step: a path that is a bow may cut its faces.
constexpr double kPlateShare = 0.5;

bool isMoving(const Facts& facts, const Solid& solid) { return isMovable(facts.bodies[solid.body]); }

}  // namespace

void begin(ContactLaw& law, const Facts& facts, const Frame&) {
  law = {};
  law.feasible = facts.collisions && !canSqueeze(facts);
  law.since.assign(facts.solids.size() * facts.solids.size(), 0);
}

double deepestShare(const Facts& facts, const Frame& frame) {
  double deepest = 0;
  for (std::size_t i = 0; i < facts.solids.size(); ++i) {
    for (std::size_t j = i + 1; j < facts.solids.size(); ++j) {
      const Solid &a = facts.solids[i], &b = facts.solids[j];
      if (a.body == b.body || (!isMoving(facts, a) && !isMoving(facts, b)) || areJoined(facts, a.body, b.body)) continue;
      const double thin = 2 * std::min({a.half.x, a.half.y, a.half.z, b.half.x, b.half.y, b.half.z});
      deepest = std::max(deepest, overlapOf(placed(a, frame.bodies[a.body]), placed(b, frame.bodies[b.body])) / thin);
    }
  }
  return deepest;
}

void watch(ContactLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.feasible) return;
  std::vector<Placed> solids, old;
  std::vector<Vec3> bounds;
  for (const Solid& solid : facts.solids) {
    solids.push_back(placed(solid, now.bodies[solid.body]));
    old.push_back(placed(solid, before.bodies[solid.body]));
    bounds.push_back(boundsOf(solids.back()));
  }
  for (std::size_t i = 0; i < solids.size(); ++i) {
    const Solid& a = facts.solids[i];
    for (std::size_t j = i + 1; j < solids.size(); ++j) {
      const Solid& b = facts.solids[j];
      if (a.body == b.body || (!isMoving(facts, a) && !isMoving(facts, b)) || areJoined(facts, a.body, b.body)) continue;
      double& since = law.since[i * solids.size() + j];
      const auto standsIn = [&](std::size_t moving, std::size_t still) {
        if (facts.bodies[facts.solids[still].body].type != BodyType::fixed) return false;
        const Vec3 from = old[moving].center, to = solids[moving].center;
        return depthOf(solids[still], to) > 0 || (depthOf(solids[still], from) < 0 && crosses(solids[still], from, to, kPlateShare));
      };
      if (standsIn(i, j) || standsIn(j, i)) {
        report(findings, "through", facts, step, 1,
               "bodies " + std::to_string(a.body) + " and " + std::to_string(b.body) + ": the middle of one is in the other");
      }
      const Vec3 d = solids[i].center - solids[j].center, reach = bounds[i] + bounds[j];
      const bool apart = std::fabs(d.x) > reach.x || std::fabs(d.y) > reach.y || std::fabs(d.z) > reach.z;
      const double thin = 2 * std::min({a.half.x, a.half.y, a.half.z, b.half.x, b.half.y, b.half.z});
      const double depth = apart ? 0 : overlapOf(solids[i], solids[j]);
      since = depth > kDeepShare * thin ? since + facts.h : 0;
      if (since > kMoment) {
        report(findings, "overlap", facts, step, depth / (kDeepShare * thin),
               "bodies " + std::to_string(a.body) + " and " + std::to_string(b.body) + " are " + shortText(depth) +
                   " m in each other, the thinner has " + shortText(thin) + " m");
      }
    }
  }
}

}  // namespace tumble::fuzz
