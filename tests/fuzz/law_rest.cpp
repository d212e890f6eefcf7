// rest   Boxes alone, on level ground, with friction, without bounce, and nothing that drives them: each loses its energy and comes to rest.
// hangs  A box that stands still and touches nothing but level ground has its centre of mass above the corners that it stands on.
#include <algorithm>
#include <cmath>

#include "fuzz/geometry.h"
#include "fuzz/laws.h"

namespace tumble::fuzz {
namespace {

constexpr double kRestSpeed = 0.05;  // m/s, of any point
constexpr double kSettle = 6;        // s, for tumbling and rocking to end
constexpr double kLookBack = 0.5;    // s
constexpr double kStill = 1e-4;      // m, in a step of looking
constexpr double kStillTime = 1;     // s
/// m: share of the reach that a corner may be above the ground, and the centre beyond the corners.
constexpr double kFootShare = 0.01;

/// The highest level static top below the body, when nothing else is near it.
bool standsOnGround(const Facts& facts, const Frame& frame, std::size_t at, double& ground) {
  const BodyFacts& body = facts.bodies[at];
  const BodyFrame& state = frame.bodies[at];
  std::size_t found = 0;
  for (const Solid& solid : facts.solids) {
    if (solid.body == at) continue;
    const Placed other = placed(solid, frame.bodies[solid.body]);
    const Vec3 half = boundsOf(other), d = other.center - state.x;
    const double room = body.reach + 0.05;
    if (std::fabs(d.x) > half.x + room || std::fabs(d.y) > half.y + room || std::fabs(d.z) > half.z + room) continue;
    const bool level = facts.bodies[solid.body].type == BodyType::fixed && !other.round && std::fabs(other.axes.cy.y) > 1 - 1e-12;
    const bool under = std::fabs(d.x) < half.x - body.reach && std::fabs(d.z) < half.z - body.reach && state.x.y > other.center.y + half.y;
    if (!level || !under) return false;
    ground = other.center.y + other.half.y;
    ++found;
  }
  return found == 1;
}

}  // namespace

void begin(RestLaw& law, const Facts& facts, const Frame& start) {
  law = {};
  law.level = facts.gravity.x == 0 && facts.gravity.z == 0 && facts.gravity.y < -1 && facts.collisions && facts.forces.empty() &&
              facts.joints.empty();
  law.on = law.level;
  law.floor = -1e300;
  double slippery = 1e300, highest = 0, fastest = 0, top = -1e300;
  for (const Solid& solid : facts.solids) {
    slippery = std::min(slippery, solid.friction);
    if (solid.outline != Outline::box || solid.restitution > 0) law.on = false;
  }
  for (std::size_t i = 0; i < facts.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!body.alive) continue;
    if (body.type == BodyType::kinematic) law.on = law.level = false;
    if (body.type == BodyType::dynamic) {
      if (body.solidCount == 0) law.on = false;
      // Schemes that are wrong by design about rotation are not asked where they end.
      if (body.motion != MotionScheme::automatic) law.on = false;
      highest = std::max(highest, start.bodies[i].x.y);
      fastest = std::max(fastest, length(start.bodies[i].v) + length(start.bodies[i].omega) * body.reach);
    }
    if (body.type == BodyType::fixed) {
      for (std::size_t k = 0; k < body.solidCount; ++k) {
        const Placed box = placed(facts.solids[body.firstSolid + k], start.bodies[i]);
        if (std::fabs(box.axes.cy.y) < 1 - 1e-12) law.on = false;
        top = std::max(top, box.center.y + box.half.y);
      }
    }
  }
  if (top == -1e300 || slippery < 0.2) law.on = false;
  law.floor = top;
  const double g = -facts.gravity.y, fall = std::sqrt(2 * std::max(0.0, highest - top) / g);
  if (law.on) law.need = kSettle + 2 * fall + 2 * (fastest + g * fall) / (slippery * g);
  law.quiet.assign(start.bodies.size(), 0);
  law.last.assign(start.bodies.size(), 0);
  for (const BodyFrame& body : start.bodies) law.place.push_back(body.x);
}

void watch(RestLaw& law, const Facts& facts, const Frame&, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.level) return;
  law.time += facts.h;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body)) continue;
    const BodyFrame& state = now.bodies[i];
    if (length(state.v) + length(state.omega) * body.reach > kRestSpeed) law.last[i] = law.time;
    // Still by its place, whatever velocity it reports.
    if (length(state.x - law.place[i]) > kStill * std::max(1.0, body.reach)) law.place[i] = state.x, law.quiet[i] = 0;
    else law.quiet[i] += facts.h;
    if (law.quiet[i] < kStillTime || body.solidCount == 0) continue;
    law.quiet[i] = 0;  // look again after as long
    double ground = 0;
    if (!standsOnGround(facts, now, i, ground)) continue;
    Vec3 feet[8 * 64];
    std::size_t count = 0;
    bool round = false;
    for (std::size_t k = 0; k < body.solidCount && count + 8 <= std::size(feet); ++k) {
      const Solid& solid = facts.solids[body.firstSolid + k];
      round |= solid.outline != Outline::box;
      const Placed box = placed(solid, state);
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 side{(corner & 1 ? 1 : -1) * box.half.x, (corner & 2 ? 1 : -1) * box.half.y, (corner & 4 ? 1 : -1) * box.half.z};
        const Vec3 p = box.center + box.axes * side;
        if (p.y < ground + kFootShare * body.reach + 1e-3) feet[count++] = p - state.x;
      }
    }
    if (round) continue;
    double worst = count == 0 ? body.reach : 0;
    for (int k = 0; k < 32 && count > 0; ++k) {
      const double angle = 2 * 3.14159265358979 * k / 32;
      const Vec3 d{std::cos(angle), 0, std::sin(angle)};
      double most = -1e300;
      for (std::size_t foot = 0; foot < count; ++foot) most = std::max(most, dot(feet[foot], d));
      worst = std::max(worst, -most);
    }
    const double room = kFootShare * body.reach + 2e-3;
    if (worst > room) {
      report(findings, "hangs", facts, step, worst / room,
             "body " + std::to_string(i) + " stands still with its centre " + shortText(worst) + " m beyond what it stands on");
    }
  }
}

void finish(RestLaw& law, const Facts& facts, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.on || law.time < law.need) return;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    if (!isMovable(facts.bodies[i]) || now.bodies[i].x.y < law.floor || law.last[i] < law.time - kLookBack) continue;
    const double speed = length(now.bodies[i].v) + length(now.bodies[i].omega) * facts.bodies[i].reach;
    report(findings, "rest", facts, step, std::max(1.0, speed / kRestSpeed),
           "body " + std::to_string(i) + " still moves at " + shortText(speed) + " m/s after " + shortText(law.time) + " s (it had " +
               shortText(law.need) + ")");
    return;
  }
}

}  // namespace tumble::fuzz
