#include "fuzz/speeds_between_impacts.h"

#include <algorithm>

namespace tumble::fuzz {
namespace {

constexpr int kRow = 4;  // impacts one after the other within a step
constexpr double kStruck =
    0.1;  // of the speed: by so much at least a step changes the velocity of the struck one, of its striker, or of whom it strikes

bool isStriker(const BodyFacts& body) { return body.alive && body.type != BodyType::fixed && body.solidCount > 0; }

}  // namespace

std::vector<double> speedsBetweenImpacts(const Facts& facts, const Frame& before, const Frame& now, const std::vector<Extent>& extents) {
  const std::size_t count = extents.size();
  std::vector<double> speeds(count, 0);
  const auto wayIn = [&](std::size_t i) { return wayOf(facts, before, i) + facts.h * speeds[i]; };
  const auto mayMeet = [&](std::size_t i, std::size_t k) { return !areApart(extents[i], extents[k], wayIn(i) + wayIn(k)); };
  const auto changes = [&](std::size_t i, double speed) { return length(now.bodies[i].v - before.bodies[i].v) >= kStruck * speed; };
  const auto isHandedOn = [&](std::size_t i, double speed) {
    for (std::size_t k = 0; k < count; ++k) {
      if (k != i && isStriker(facts.bodies[k]) && changes(k, speed) && mayMeet(i, k)) return true;
    }
    return false;
  };
  bool strikes = true;
  for (int impact = 0; impact < kRow && strikes; ++impact) {
    strikes = false;
    for (std::size_t i = 0; i < count; ++i) {
      const BodyFacts& body = facts.bodies[i];
      if (!isStriker(body) || !isMovable(body)) continue;
      for (std::size_t k = 0; k < count; ++k) {
        const BodyFacts& striker = facts.bodies[k];
        if (k == i || !isStriker(striker)) continue;
        const Vec3 v = before.bodies[k].v;
        const double own = std::min(length(v), length(v - before.bodies[i].v)),
                     share = isMovable(striker) ? striker.mass / (striker.mass + body.mass) : 1;
        const double speed = share * std::max(own, speeds[k]);
        if (speed <= speeds[i] || !mayMeet(i, k)) continue;
        if (changes(i, speed) || isHandedOn(i, speed)) speeds[i] = speed, strikes = true;
      }
    }
  }
  return speeds;
}

}  // namespace tumble::fuzz
