// consistency  The way a body goes in a tenth of a second is the integral of its velocity (trapezoidal rule). An impact at an unknown moment
//              of a step leaves h/2 |dv| open, two of them as much again; beyond that a small share of the size is left to overlap that
//              is pushed out. The same for orientation and angular velocity about each principal axis, where it turns by less than a radian
//              in a step: between two impacts of one step (corner, then edge) it may spin by what the first has given it, and a blow
//              J = m |dv| at a lever r about an axis gives J r / I there: 3 |dv| / reach about an axis across a rod, which is struck at its
//              end, and 4 |dv| / thickness about the rod, which lands on one long edge and then on the next. So h m |dv| r / I is left
//              open in each step. (With less, the way of poles that take 8 steps where the law sees one breaks it as often.)
//              Between two impacts of a step a body may go as fast as speeds_between_impacts.h says, and spin as by a blow of that speed:
//              once in the window as much is left open for one step.
//              The velocities with which a scene begins need not be those that its joints allow, nor those of its motors without a limit: these come
//              at once, and the way of a jointed body in its first step is (v(0+) + v(h)) h/2 with a v(0+) that is in no frame. It is left out.
//              A spring makes it oscillate within a step: the rule is then off by v h (theta^2)/12, with theta = h sqrt(k/m), and says
//              nothing above theta = 1, nor of what another joint holds to such a body.
//              What a kinematic body squeezes against a static one has no motion that a rigid body could have:
//              a simulator can only put it aside, and with it whatever lies against it, for as long as it is deep in something.
// flight       A body that nothing is near to, and no force acts on, changes its velocity by g h and keeps its angular momentum. Drag and
//              constant forces at its centre: v = w + (v0 - w) exp(-c h / m), with the terminal velocity w = F / c.
#include <algorithm>
#include <cmath>

#include "fuzz/geometry.h"
#include "fuzz/laws.h"
#include "fuzz/speeds_between_impacts.h"
#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

constexpr double kWindow = 0.1;        // s
constexpr double kPushedShare = 0.02;  // of the thickness: what overlap that is pushed out may move a body in the window
constexpr double kPushed = 0.001;      // m, likewise, but never more than a tenth of the thickness
constexpr double kPathShare = 0.005;   // of the way gone
constexpr double kTurned = 0.01;       // rad
constexpr double kFastTurn = 1;        // rad in a step
/// m. What is farther away than this and than both can come in a step does not touch.
constexpr double kNear = 0.1;
constexpr double kFlightShare = 1e-9;
constexpr double kRounding = 1e-12;    // m/s
constexpr double kDrivenShare = 1e-3;  // where drag and forces are integrated
constexpr double kSqueezedShare = 0.005;
constexpr double kAgainst = 0.001;  // m, between bodies of which one pushes the other

struct Pushes {
  bool simple = true;  // nothing but drag, fields, and constant forces at the centre of mass
  bool any = false;
  double drag = 0;  // N s/m
  Vec3 force;       // N, with gravity
};

Pushes pushesOf(const Facts& facts, std::size_t at) {
  Pushes sum;
  sum.force = facts.gravity * facts.bodies[at].mass;
  for (const Force& force : facts.forces) {
    const BodyId other = otherBodyOf(force);
    if (bodyIndex(force.body) != at && (other == kNoBody || bodyIndex(other) != at)) continue;
    sum.any = true;
    const auto* constant = std::get_if<ConstantForce>(&force.model);
    const auto* drag = std::get_if<Drag>(&force.model);
    const auto* field = std::get_if<AccelerationField>(&force.model);
    const bool central =
        constant && constant->frame == ForceFrame::world && length(constant->point - facts.bodies[at].centerOfMass) < 1e-12;
    if (drag && drag->angular == 0) sum.drag += drag->linear;
    else if (field) sum.force += field->acceleration * facts.bodies[at].mass;
    else if (central) sum.force += constant->force;
    else sum.simple = false;
  }
  if (sum.any && facts.bodies[at].motion != MotionScheme::automatic) sum.simple = false;
  return sum;
}

/// v after the time, by the closed form.
Vec3 drivenVelocity(const Pushes& pushes, double mass, Vec3 v, double time) {
  if (pushes.drag == 0) return v + pushes.force * (time / mass);
  const Vec3 terminal = pushes.force * (1 / pushes.drag);
  return terminal + (v - terminal) * exponential(-std::min(pushes.drag * time / mass, 700.0));
}

/// Whether a living joint connects the two bodies.
bool areJoined(const Facts& facts, const Frame& frame, std::size_t a, std::size_t b) {
  for (std::size_t i = 0; i < facts.joints.size(); ++i) {
    if (frame.joints[i].alive && holds(facts.joints[i], a) && holds(facts.joints[i], b)) return true;
  }
  return false;
}

/// Whether what the joint does to its coordinate moves the body: it holds it, or a movable one to which another joint holds it.
bool shakes(const Facts& facts, const Frame& frame, const Joint& joint, std::size_t at) {
  if (holds(joint, at)) return true;
  for (const std::size_t end : {bodyAt(joint.a), bodyAt(joint.b)}) {
    if (end != kNoBodyIndex && isMovable(facts.bodies[end]) && areJoined(facts, frame, end, at)) return true;
  }
  return false;
}

/// phaseSquared of the springs and servos of joints, along their coordinates.
double phaseSquaredOfJoints(const Facts& facts, const Frame& frame, std::size_t at) {
  double sum = 0;
  for (std::size_t i = 0; i < facts.joints.size(); ++i) {
    const Joint& joint = facts.joints[i];
    if (!frame.joints[i].alive || !hasCoordinate(joint.type) || !shakes(facts, frame, joint, at)) continue;
    const bool hasServo = joint.drive.kind == DriveKind::servo;
    const double stiffness = joint.spring.stiffness + (hasServo ? joint.drive.stiffness : 0),
                 damping = joint.spring.damping + (hasServo ? joint.drive.damping : 0);
    const std::size_t a = bodyAt(joint.a);
    const Vec3 axis = rotate(a == kNoBodyIndex ? joint.a.frame : frame.bodies[a].q * joint.a.frame, {1, 0, 0});
    double ease = 0;  // 1/kg or 1/(kg m^2)
    for (const std::size_t index : {a, bodyAt(joint.b)}) {
      if (index == kNoBodyIndex || !isMovable(facts.bodies[index])) continue;
      const BodyFacts& body = facts.bodies[index];
      const Vec3 u = inverseRotate(frame.bodies[index].q, axis), m = body.moments;
      ease += joint.type == JointType::slider ? 1 / body.mass : u.x * u.x / m.x + u.y * u.y / m.y + u.z * u.z / m.z;
    }
    sum += (stiffness + damping / facts.h) * ease * facts.h * facts.h;
  }
  return sum;
}

/// theta^2 = h^2 k / m, at most, of the springs that hold the body.
double phaseSquared(const Facts& facts, const Frame& frame, std::size_t at) {
  double sum = phaseSquaredOfJoints(facts, frame, at);
  for (const Force& force : facts.forces) {
    if (!isSpring(force)) continue;
    const Spring* const coupling = couplingOf(force);
    const bool ends[] = {bodyIndex(force.body) == at, coupling && bodyIndex(coupling->other) == at};
    if (!ends[0] && !ends[1]) continue;
    double ease = 0;  // 1/kg: of both ends along any direction
    for (int end = 0; end < (coupling ? 2 : 1); ++end) {
      const std::size_t index = bodyIndex(end == 0 ? force.body : coupling->other);
      const BodyFacts& body = facts.bodies[index];
      if (!isMovable(body)) continue;
      const double arm =
          length(pointOf(body, frame.bodies[index], end == 0 ? *pointOf(force) : coupling->otherPoint) - frame.bodies[index].x);
      ease += 1 / body.mass + arm * arm / std::min({body.moments.x, body.moments.y, body.moments.z});
    }
    const auto* beam = std::get_if<Beam>(&force.model);
    const double stiffness = beam ? beam->strength / beam->range : std::get<Spring>(force.model).stiffness;
    const double damping = beam ? beam->damping : std::get<Spring>(force.model).damping;
    sum += (stiffness + damping / facts.h) * ease * facts.h * facts.h;
  }
  return sum;
}

/// Overlap of the body with anything, as a share of its thickness.
bool isSqueezed(const Facts& facts, const Frame& frame, std::size_t at) {
  const BodyFacts& body = facts.bodies[at];
  for (std::size_t i = 0; i < body.solidCount; ++i) {
    const Placed own = placed(facts.solids[body.firstSolid + i], frame.bodies[at]);
    for (const Solid& solid : facts.solids) {
      if (solid.body != at && overlapOf(own, placed(solid, frame.bodies[solid.body])) > kSqueezedShare * body.size) return true;
    }
  }
  return false;
}

bool areAgainst(const Facts& facts, const Frame& frame, std::size_t a, std::size_t b) {
  for (std::size_t i = 0; i < facts.bodies[a].solidCount; ++i) {
    const Placed own = placed(facts.solids[facts.bodies[a].firstSolid + i], frame.bodies[a]);
    for (std::size_t k = 0; k < facts.bodies[b].solidCount; ++k) {
      if (overlapOf(own, placed(facts.solids[facts.bodies[b].firstSolid + k], frame.bodies[b])) > -kAgainst) return true;
    }
  }
  return false;
}

/// Who is squeezed, or lies against such a body, directly or through others that move.
std::vector<char> squeezedBodies(const Facts& facts, const Frame& frame) {
  std::vector<char> squeezed(facts.bodies.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < facts.bodies.size(); ++i) {
    if (isMovable(facts.bodies[i]) && isSqueezed(facts, frame, i)) squeezed[i] = 1, open.push_back(i);
  }
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    const Extent own = extentOf(facts, frame, at);
    for (std::size_t i = 0; i < facts.bodies.size(); ++i) {
      if (squeezed[i] || !isMovable(facts.bodies[i]) || facts.bodies[i].solidCount == 0) continue;
      if (areApart(own, extentOf(facts, frame, i), kAgainst) || !areAgainst(facts, frame, at, i)) continue;
      squeezed[i] = 1;
      open.push_back(i);
    }
  }
  return squeezed;
}

std::vector<Extent> extentsOf(const Facts& facts, const Frame& frame) {
  std::vector<Extent> extents;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) extents.push_back(extentOf(facts, frame, i));
  return extents;
}

/// True when no solid of another body comes near it.
bool isAlone(const Facts& facts, const Frame& frame, const std::vector<Extent>& extents, std::size_t at) {
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (i == at || facts.bodies[i].solidCount == 0 || !facts.bodies[i].alive) continue;
    if (!areApart(extents[i], extents[at], kNear + 2 * (wayOf(facts, frame, at) + wayOf(facts, frame, i)))) return false;
  }
  return true;
}

/// rad/s per m/s, about a principal axis. A blow that changes the velocity by dv = J / m changes the spin by at most J lever / I.
double spinOfBlow(const BodyFacts& body, int axis) {
  return body.moments[axis] > 0 ? body.mass * body.lever[axis] / body.moments[axis] : 0;
}

/// `first`: the extents of `before`.
void watchFlight(const Facts& facts, const Frame& before, const Frame& now, const std::vector<Extent>& first, int step,
                 std::vector<Finding>& findings) {
  const std::vector<Extent> second = extentsOf(facts, now);
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body) || body.damped || body.planar || isJointed(facts, i)) continue;
    const Pushes pushes = pushesOf(facts, i);
    if (!pushes.simple) continue;
    if (facts.collisions && body.solidCount > 0 && !(isAlone(facts, before, first, i) && isAlone(facts, now, second, i))) continue;
    const BodyFrame &a = before.bodies[i], &b = now.bodies[i];
    const Vec3 right = drivenVelocity(pushes, body.mass, a.v, facts.h);
    const double share = pushes.any ? kDrivenShare : kFlightShare;
    const double room = share * (length(a.v) + length(b.v) + length(right) + length(facts.gravity) * facts.h), off = length(b.v - right);
    if (off > room) {
      report(findings, "flight", facts, step, off / room,
             "body " + std::to_string(i) + " touches nothing, and its velocity is " + shortText(off) + " m/s off after a step from " +
                 shortText(length(a.v)) + " m/s");
    }
    const bool keeps = body.motion != MotionScheme::semiImplicitEuler && body.motion != MotionScheme::semiImplicitEulerNoGyro &&
                       body.motion != MotionScheme::eulerAngles;
    const double turning = length(a.L) + length(b.L), turned = length(b.L - a.L);
    // What falls asleep loses what rounding had left it.
    const double allowed = kFlightShare * turning + kRounding * body.mass * body.reach;
    if (keeps && turned > allowed) {
      report(findings, "flight", facts, step, turned / allowed,
             "body " + std::to_string(i) + " touches nothing, and its angular momentum changes by " + shortText(turned) + " of " +
                 shortText(turning));
    }
  }
}

}  // namespace

void begin(MotionLaw& law, const Facts& facts, const Frame& start) {
  law = {};
  law.window = std::max(3, static_cast<int>(kWindow / facts.h + 0.5));
  law.sums.resize(start.bodies.size());
  for (auto& sums : law.sums) sums.push_back({});
  for (const Solid& solid : facts.solids) law.bounces |= solid.restitution > 0;
  law.squeezes = canSqueeze(facts);
}

void watch(MotionLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings) {
  const double h = facts.h;
  std::vector<char> squeezed, wasSqueezed;
  if (law.squeezes) squeezed = squeezedBodies(facts, now), wasSqueezed = squeezedBodies(facts, before);
  const std::vector<Extent> extents = extentsOf(facts, before);
  const std::vector<double> between = speedsBetweenImpacts(facts, before, now, extents);
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!body.alive || body.type == BodyType::fixed) continue;
    const BodyFrame &a = before.bodies[i], &b = now.bodies[i];
    std::vector<MotionLaw::Sums>& sums = law.sums[i];
    MotionLaw::Sums sum = sums.back();
    const Vec3 way = (a.v + b.v) * (0.5 * h), turn = (a.omega + b.omega) * (0.5 * h), spinChange = inverseRotate(b.q, b.omega - a.omega);
    // A parabola is the trapezoidal rule's own: gravity is no jump.
    const bool isAutomatic = body.motion == MotionScheme::automatic;
    sum.jump = length(b.v - a.v);
    if (isMovable(body) && isAutomatic) sum.jump = std::min(sum.jump, length(b.v - a.v - facts.gravity * h));
    sum.speed = std::max(length(a.v), length(b.v));
    sum.between = between[i];
    const bool settles = sums.size() == 1 && isJointed(facts, i);
    if (!settles) sum.place += b.x - a.x - way;
    if (!settles) sum.turn += inverseRotate(b.q, turnBetween(a.q, b.q) - turn);
    sum.placeRoom += 0.5 * h * sum.jump;
    // Schemes that add h/2 omega q and make it unit turn by 2 atan(omega h / 2).
    const double angle = std::max(length(a.omega), length(b.omega)) * h;
    const double phase = facts.forces.empty() && facts.joints.empty() ? 0 : phaseSquared(facts, now, i);
    for (int k = 0; k < 3; ++k) {
      sum.spinJump[k] = std::fabs(spinChange[k]);
      sum.turnRoom[k] += 0.5 * h * sum.spinJump[k] + h * sum.jump * spinOfBlow(body, k) + (isAutomatic ? 0 : angle * angle * angle / 8) +
                         phase / 12 * h * std::max(length(a.omega), length(b.omega));
    }
    sum.path += length(way);
    sum.angle += length(turn);
    sum.fast = std::max(length(a.omega), length(b.omega)) * h > kFastTurn;
    if (!isSteady(body.motion) && isMovable(body) && (body.motion == MotionScheme::eulerAngles || stiffnessOfSpin(body, b.omega, h) > 1))
      sum.fast = true;
    sum.open = phase > 1 || body.motion == MotionScheme::eulerAngles || (law.squeezes && (squeezed[i] || wasSqueezed[i]));
    sum.placeRoom += phase / 12 * h * sum.speed;
    sums.push_back(sum);
    if (static_cast<int>(sums.size()) > law.window + 1) sums.erase(sums.begin());
    double jump = 0, speed = 0, speedBetween = 0;
    Vec3 spinJump;
    bool fast = false, open = false;
    for (std::size_t k = 1; k < sums.size(); ++k) {
      jump = std::max(jump, sums[k].jump);
      for (int axis = 0; axis < 3; ++axis) spinJump[axis] = std::max(spinJump[axis], sums[k].spinJump[axis]);
      speed = std::max(speed, sums[k].speed);
      speedBetween = std::max(speedBetween, sums[k].between);
      fast |= sums[k].fast;
      open |= sums[k].open;
    }
    const MotionLaw::Sums& old = sums.front();
    // A scheme of first order is h |a| dt off, which is the jump of velocity in each step: as much again. It turns the body otherwise than
    // the contact solver thinks, and what is then in the ground is pushed out.
    const double order = isAutomatic ? 1 : 2;
    const double pushed = order * (kPushedShare * body.size + std::min(kPushed, 0.1 * body.size));
    const double off = length(sum.place - old.place);
    const double room = order * (sum.placeRoom - old.placeRoom) + 0.5 * h * jump + (law.bounces ? h * speed : 0) + h * speedBetween +
                        pushed + kPathShare * (sum.path - old.path);
    if (!open && off > room) {
      report(findings, "consistency", facts, step, off / room,
             "body " + std::to_string(i) + " went " + shortText(off) + " m otherwise than its velocity says in " +
                 shortText((static_cast<double>(sums.size()) - 1) * h) + " s, at " + shortText(length(b.v)) + " m/s");
    }
    for (int axis = 0; axis < 3 && !fast && !open; ++axis) {
      const double twisted = std::fabs(sum.turn[axis] - old.turn[axis]), lever = body.lever[axis];
      const double turnRoom = order * (sum.turnRoom[axis] - old.turnRoom[axis]) + 0.5 * h * spinJump[axis] + kTurned +
                              kPathShare * (sum.angle - old.angle) + (lever > 0 ? 0.5 * pushed / lever : 0) +
                              (law.bounces ? h * 2 * length(b.omega) : 0) + h * speedBetween * spinOfBlow(body, axis);
      if (twisted <= turnRoom) continue;
      report(findings, "spin-consistency", facts, step, twisted / turnRoom,
             "body " + std::to_string(i) + " turned by " + shortText(twisted) + " rad otherwise than its angular velocity says, at " +
                 shortText(length(b.omega)) + " rad/s");
    }
  }
  watchFlight(facts, before, now, extents, step, findings);
}

}  // namespace tumble::fuzz
