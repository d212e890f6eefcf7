// plane    All that stands is boxes whose faces make up one level rectangle, and everything moves above it. A face pushes along its normal
//          alone: without friction the momentum along the plane changes by constant forces alone, and so does the angular momentum about
//          the normal. A seam between two boxes is no wall.
// rolling  A ball that touches nothing else: the plane acts at the point below its centre, with friction or without, so that the angular
//          momentum about that point, L + (r n) x m v, keeps its part along the plane.
#include <algorithm>
#include <cmath>

#include "fuzz/geometry.h"
#include "fuzz/laws.h"

namespace tumble::fuzz {
namespace {

constexpr double kShare = 1e-3;
constexpr double kFlush = 1e-9;  // m
/// Of the impulses of a step that carry the weight: single precision, of which a body at rest is left with some.
constexpr double kRoundedShare = 1e-7;

Vec3 normalOf(const PlaneLaw& law) {
  Vec3 n;
  n[law.axis] = law.sign;
  return n;
}
Vec3 along(const PlaneLaw& law, Vec3 v) {
  v[law.axis] = 0;
  return v;
}

/// Finds the side on which all static faces are flush and fill a rectangle.
bool findPlane(PlaneLaw& law, const Facts& facts, const Frame& start) {
  for (int axis = 0; axis < 3; ++axis) {
    for (double sign : {1.0, -1.0}) {
      const int u = (axis + 1) % 3, w = (axis + 2) % 3;
      double level = 0, area = 0, low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
      bool any = false, flush = true;
      for (const Solid& solid : facts.solids) {
        const BodyFacts& body = facts.bodies[solid.body];
        if (isMovable(body)) continue;
        if (body.type != BodyType::fixed || solid.round) return false;
        const Placed box = placed(solid, start.bodies[solid.body]);
        for (int i = 0; i < 3; ++i) {
          if (std::fabs(box.axes.column(i)[i]) < 1 - 1e-12) return false;
        }
        const double face = box.center[axis] + sign * box.half[axis];
        if (any && std::fabs(face - level) > kFlush) flush = false;
        level = face;
        any = true;
        area += 4 * box.half[u] * box.half[w];
        for (int i : {u, w}) {
          low[i] = std::min(low[i], box.center[i] - box.half[i]);
          high[i] = std::max(high[i], box.center[i] + box.half[i]);
        }
      }
      if (!any) return false;
      if (!flush || std::fabs(area - (high[u] - low[u]) * (high[w] - low[w])) > 1e-6 * area) continue;
      bool above = true;
      for (const Solid& solid : facts.solids) {
        if (!isMovable(facts.bodies[solid.body])) continue;
        const Placed one = placed(solid, start.bodies[solid.body]);
        above &= sign * (one.center[axis] - level) - boundsOf(one)[axis] > -1e-3 * facts.bodies[solid.body].size;
      }
      if (!above) continue;
      law.axis = axis;
      law.sign = sign;
      law.level = level;
      for (int i = 0; i < 3; ++i) law.low[i] = low[i], law.high[i] = high[i];
      return true;
    }
  }
  return false;
}

struct Sum {
  Vec3 momentum;
  double turning = 0, scale = 0, turnScale = 0, mass = 0, massLever = 0;
};

Sum sumOf(const PlaneLaw& law, const Facts& facts, const Frame& frame) {
  Sum sum;
  const Vec3 n = normalOf(law);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body)) continue;
    const BodyFrame& state = frame.bodies[i];
    sum.momentum += along(law, state.v * body.mass);
    sum.turning += dot(n, cross(state.x, state.v * body.mass) + state.L);
    sum.scale += body.mass * length(state.v);
    sum.turnScale += length(along(law, state.x)) * length(state.v) * body.mass + length(state.L);
    sum.mass += body.mass;
    sum.massLever += body.mass * (length(along(law, state.x)) + body.reach);
  }
  return sum;
}

bool isBall(const Facts& facts, std::size_t at) {
  const BodyFacts& body = facts.bodies[at];
  return isMovable(body) && body.solidCount == 1 && facts.solids[body.firstSolid].round && !body.planar && !body.damped &&
         length(facts.solids[body.firstSolid].position) == 0 && isIsotropic(body.moments);
}

Vec3 aboutGround(const PlaneLaw& law, const Facts& facts, const Frame& frame, std::size_t at) {
  const double radius = facts.solids[facts.bodies[at].firstSolid].half.x;
  const BodyFrame& state = frame.bodies[at];
  return along(law, state.L + cross(normalOf(law) * radius, state.v * facts.bodies[at].mass));
}

double ballScale(const Facts& facts, const Frame& frame, std::size_t at) {
  return length(frame.bodies[at].L) + facts.solids[facts.bodies[at].firstSolid].half.x * facts.bodies[at].mass * length(frame.bodies[at].v);
}

bool nearOthers(const Facts& facts, const Frame& frame, std::size_t at) {
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    if (i == at || !isMovable(facts.bodies[i]) || facts.bodies[i].solidCount == 0) continue;
    const double reach = facts.bodies[i].reach + facts.bodies[at].reach;
    const double way = (length(frame.bodies[i].v) + length(frame.bodies[at].v)) * facts.h;
    if (length(frame.bodies[i].x - frame.bodies[at].x) < reach + 2 * way + 0.1) return true;
  }
  return false;
}

}  // namespace

void begin(PlaneLaw& law, const Facts& facts, const Frame& start) {
  law = {};
  law.on = facts.collisions && facts.joints.empty() && findPlane(law, facts, start);
  if (!law.on) return;
  bool slipperyStill = true, slipperyMoving = true, upright = true;
  for (const Solid& solid : facts.solids) (isMovable(facts.bodies[solid.body]) ? slipperyMoving : slipperyStill) &= solid.friction == 0;
  law.smooth = slipperyStill || slipperyMoving;
  law.keepsTurning = true;
  double mass = 0;
  for (const BodyFacts& body : facts.bodies) {
    if (!isMovable(body)) continue;
    if (body.planar || body.damped) law.smooth = false;
    mass += body.mass;
    const bool keeps = body.motion == MotionScheme::automatic || body.motion == MotionScheme::splitting2 ||
                       body.motion == MotionScheme::splitting4 || body.motion == MotionScheme::exact;
    if (!keeps) law.keepsTurning = false;
  }
  law.push = along(law, facts.gravity * mass);
  for (const Force& force : facts.forces) {
    const auto* constant = std::get_if<ConstantForce>(&force.model);
    if (constant && constant->frame == ForceFrame::world) law.push += along(law, constant->force);
    else law.smooth = false;
  }
  if (length(law.push) > 0 || !facts.forces.empty()) upright = false;
  if (!upright) law.keepsTurning = false;
  const Sum sum = sumOf(law, facts, start);
  law.momentum = sum.momentum;
  law.turning = sum.turning;
  law.balls.resize(start.bodies.size());
  if (!upright) return;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    if (isBall(facts, i) && !nearOthers(facts, start, i))
      law.balls[i] = {true, aboutGround(law, facts, start, i), ballScale(facts, start, i)};
  }
}

void watch(PlaneLaw& law, const Facts& facts, const Frame&, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.on) return;
  law.time += facts.h;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    if (!isMovable(facts.bodies[i])) continue;
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == law.axis) continue;
      const double x = now.bodies[i].x[axis], room = facts.bodies[i].reach + 0.05;
      if (x < law.low[axis] + room || x > law.high[axis] - room) {
        law.on = false;  // it leaves the surface
        return;
      }
    }
  }
  const Sum sum = sumOf(law, facts, now);
  law.scale = std::max(law.scale, sum.scale);
  law.turnScale = std::max(law.turnScale, sum.turnScale);
  if (law.smooth) {
    const double off = length(sum.momentum - law.momentum - law.push * law.time);
    const double scale = law.scale + length(law.push) * law.time;
    const double rounded = kRoundedShare * length(facts.gravity) * facts.h, room = kShare * scale + rounded * sum.mass;
    if (off > room) {
      report(findings, "plane", facts, step, off / room,
             "without friction the momentum along the surface changed by " + shortText(off) + " of " + shortText(scale) + " kg m/s");
    }
    const double turned = std::fabs(sum.turning - law.turning), turnRoom = kShare * law.turnScale + rounded * sum.massLever;
    if (law.keepsTurning && turned > turnRoom) {
      report(findings, "plane", facts, step, turned / turnRoom,
             "without friction the angular momentum about the normal changed by " + shortText(turned) + " of " + shortText(law.turnScale) +
                 " kg m^2/s");
    }
  }
  for (std::size_t i = 0; i < law.balls.size(); ++i) {
    PlaneLaw::Ball& ball = law.balls[i];
    if (!ball.on) continue;
    if (nearOthers(facts, now, i) || now.bodies[i].asleep) {
      ball.on = false;
      continue;
    }
    ball.scale = std::max(ball.scale, ballScale(facts, now, i));
    const double off = length(aboutGround(law, facts, now, i) - ball.about);
    if (off > kShare * ball.scale + 1e-12) {
      report(
          findings, "rolling", facts, step, off / (kShare * ball.scale),
          "ball " + std::to_string(i) + " lost " + shortText(off) + " of " + shortText(ball.scale) + " kg m^2/s about the point below it");
    }
  }
}

}  // namespace tumble::fuzz
