// Energy: what a world has is never more than what it had at any time before and the work put in since. Contacts, friction, damping and drag only
// take.
//
// closed   No kinematic body collides. Constant forces in world axes, springs and beams have potentials; forces in body axes and torques
//          do work F . dp and torque . omega dt, by the trapezoidal rule, whose error where velocities jump is allowed for.
// driven   With kinematic bodies, and without lasting forces: bodies near each other are a group. Near nothing kinematic, nothing does work
//          on it. Near one kinematic body and nothing static (turntable, drum, lift), whatever passes between the two shows in the
//          momentum of the group, so that its work is known: V . dP + Omega . dL, with L about the centre of the kinematic body. Near
//          both, nobody outside knows the work, and what it gains is taken for granted.
// With joints: dry friction, dampers, stops and breaking only take, springs of joints have a potential. Where a motor or a servo drives, or a
// kinematic body holds one, nobody outside knows the work, and the law is off.
// bound    Of the whole: nothing squeezed may end up faster than some times the fastest surface. Only where nothing bounces (a ball
//          between two pistons gains without bound, and rightly).
// elastic  Where all bounces are elastic and nothing rubs, drags or weighs, no energy goes either. (With gravity a bounce that has become
//          slower than two steps of falling ends, by the rule of the engine.)
#include <algorithm>
#include <cmath>

#include "forces/evaluate.h"
#include "fuzz/geometry.h"
#include "fuzz/laws.h"

namespace tumble::fuzz {
namespace {

/// Share of the scale of energy that may come from nowhere: rounding, overlap that is pushed out, the error of a good scheme.
constexpr double kShare = 0.005;
/// The same of schemes of order 2 and 4 that do not keep energy (explicit midpoint, Runge-Kutta), turning slowly.
constexpr double kShareOfSchemes = 0.05;
/// 1. How many times the speed of the fastest kinematic surface things may have. A box pushed by its edge is thrown at twice, what is
/// squeezed between planes that are not parallel at some times more.
constexpr double kBoundSpeeds = 10;

/// The same where nothing takes any: a minute of hard collisions.
constexpr double kElasticShare = 0.01;

struct Sum {
  double kinetic = 0, springs = 0, level = 0;  // J; level: potential of gravity and of constant forces
};

bool touchesKinematic(const Facts& facts, const Force& force) {
  const Spring* const coupling = couplingOf(force);
  return coupling && facts.bodies[bodyIndex(coupling->other)].type == BodyType::kinematic;
}

/// Potential of a spring or a beam at this distance from its anchor.
double potentialAt(const Force& force, double distance) {
  if (const auto* beam = std::get_if<Beam>(&force.model)) {
    return distance < beam->range ? 0.5 * beam->strength * distance * distance / beam->range
                                  : beam->strength * (distance - 0.5 * beam->range);
  }
  const Spring& spring = std::get<Spring>(force.model);
  const double stretch = distance - spring.restLength;
  return 0.5 * spring.stiffness * stretch * stretch;
}

/// Of the springs along the coordinates of joints.
double storedInJoints(const Facts& facts, const Frame& frame) {
  double sum = 0;
  for (std::size_t i = 0; i < facts.joints.size(); ++i) {
    const JointSpring& spring = facts.joints[i].spring;
    const double stretch = frame.joints[i].coordinate - spring.rest;
    if (frame.joints[i].alive) sum += 0.5 * spring.stiffness * stretch * stretch;
  }
  return sum;
}

Sum energyOf(const Facts& facts, const Frame& frame) {
  Sum sum;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body)) continue;
    const BodyFrame& state = frame.bodies[i];
    sum.kinetic += 0.5 * body.mass * dot(state.v, state.v) + 0.5 * dot(state.L, state.omega);
    sum.level -= body.mass * dot(facts.gravity, state.x);
  }
  for (const Force& force : facts.forces) {
    const std::size_t at = bodyIndex(force.body);
    if (!isMovable(facts.bodies[at])) continue;
    const Vec3 p = pointOf(force) ? pointOf(facts.bodies[at], frame.bodies[at], *pointOf(force)) : Vec3{};
    if (const auto* field = std::get_if<AccelerationField>(&force.model))
      sum.level -= facts.bodies[at].mass * dot(field->acceleration, frame.bodies[at].x);
    const auto* constant = std::get_if<ConstantForce>(&force.model);
    if (constant && constant->frame == ForceFrame::world) sum.level -= dot(constant->force, p);
    if (isSpring(force)) {
      Vec3 anchor = lineOf(force, p).anchor;
      if (const Spring* coupling = couplingOf(force)) {
        const std::size_t far = bodyIndex(coupling->other);
        anchor = pointOf(facts.bodies[far], frame.bodies[far], coupling->otherPoint);
      }
      sum.springs += potentialAt(force, length(p - anchor));
    }
  }
  sum.springs += storedInJoints(facts, frame);
  return sum;
}

/// Nobody outside knows the work that is done through joints.
bool areDriven(const Facts& facts) {
  const auto isKinematic = [&](const JointEnd& end) {
    return end.body != kNoBody && facts.bodies[bodyIndex(end.body)].type == BodyType::kinematic;
  };
  return std::any_of(facts.joints.begin(), facts.joints.end(), [&](const Joint& joint) {
    return joint.alive && (joint.drive.kind != DriveKind::none || isKinematic(joint.a) || isKinematic(joint.b));
  });
}

double total(const Sum& sum) { return sum.kinetic + sum.springs + sum.level; }

/// The work that forces without potential do in a step, and what may be wrong with it.
void addWork(const Facts& facts, const Frame& before, const Frame& now, double& work, double& input, double& doubt) {
  for (const Force& force : facts.forces) {
    const std::size_t at = bodyIndex(force.body);
    const BodyFacts& body = facts.bodies[at];
    if (!isMovable(body)) continue;
    const BodyFrame &a = before.bodies[at], &b = now.bodies[at];
    const auto inWorld = [&](Vec3 vector, ForceFrame axes, const BodyFrame& state) {
      return axes == ForceFrame::body ? rotate(bodyFrame(body, state), vector) : vector;
    };
    const auto* constant = std::get_if<ConstantForce>(&force.model);
    double one = 0;
    if (const auto* torque = std::get_if<ConstantTorque>(&force.model)) {
      const Vec3 first = inWorld(torque->torque, torque->frame, a), second = inWorld(torque->torque, torque->frame, b);
      one = 0.25 * facts.h * dot(first + second, a.omega + b.omega);
      doubt += facts.h * length(torque->torque) * length(b.omega - a.omega);
    } else if (constant && constant->frame == ForceFrame::body) {
      const Vec3 first = inWorld(constant->force, constant->frame, a), second = inWorld(constant->force, constant->frame, b);
      one = 0.5 * dot(first + second, pointOf(body, b, constant->point) - pointOf(body, a, constant->point));
      doubt += 0.5 * length(second - first) * length(pointOf(body, b, constant->point) - pointOf(body, a, constant->point));
    } else if (touchesKinematic(facts, force)) {
      const Spring& spring = *couplingOf(force);
      const std::size_t far = bodyIndex(spring.other);
      const auto pull = [&](const Frame& frame) {  // on the partner
        const Vec3 p = pointOf(body, frame.bodies[at], spring.point), q = pointOf(facts.bodies[far], frame.bodies[far], spring.otherPoint);
        const Vec3 n = normalized(p - q), v = velocityOf(frame.bodies[at], p) - velocityOf(frame.bodies[far], q);
        return n * (spring.stiffness * (length(p - q) - spring.restLength) + spring.damping * dot(n, v));
      };
      const Vec3 way = pointOf(facts.bodies[far], now.bodies[far], spring.otherPoint) -
                       pointOf(facts.bodies[far], before.bodies[far], spring.otherPoint);
      const Vec3 start = pull(before), end = pull(now);
      one = -0.5 * dot(start + end, way);
      doubt += 0.5 * length(end - start) * length(way);
    }
    work += one;
    input += std::fabs(one);
  }
}

constexpr std::size_t kNone = ~std::size_t{0};
/// m: what is farther apart than this and the way of both in a step does not touch.
constexpr double kNear = 0.05;
constexpr double kSunk = 0.05;  // of the thickness

/// Bodies that may touch each other in a step, and what else they may touch.
struct Group {
  std::vector<std::size_t> bodies;
  std::size_t driver = kNone;           // the kinematic body near it
  bool still = false, drivers = false;  // near static bodies, near several kinematic ones
};

std::vector<Group> groupsOf(const Facts& facts, const Frame& before, const Frame& now) {
  const std::size_t count = facts.bodies.size();
  std::vector<Extent> extents;
  std::vector<std::size_t> leader(count);
  std::vector<double> ways;
  for (std::size_t i = 0; i < count; ++i) {
    const Extent a = extentOf(facts, before, i), b = extentOf(facts, now, i);
    Extent both = a;
    for (int axis = 0; axis < 3; ++axis)
      both.low[axis] = std::min(a.low[axis], b.low[axis]), both.high[axis] = std::max(a.high[axis], b.high[axis]);
    extents.push_back(both);
    ways.push_back(std::max(wayOf(facts, before, i), wayOf(facts, now, i)));
    leader[i] = i;
  }
  const auto find = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i];
    return i;
  };
  const auto collides = [&](std::size_t i) { return facts.bodies[i].alive && facts.bodies[i].solidCount > 0; };
  const auto near = [&](std::size_t i, std::size_t j) {
    return collides(i) && collides(j) && !areApart(extents[i], extents[j], kNear + ways[i] + ways[j]);
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      if (isMovable(facts.bodies[i]) && isMovable(facts.bodies[j]) && near(i, j)) leader[find(i)] = find(j);
    }
  }
  std::vector<Group> groups(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!isMovable(facts.bodies[i])) continue;
    Group& group = groups[find(i)];
    group.bodies.push_back(i);
    for (std::size_t j = 0; j < count; ++j) {
      if (isMovable(facts.bodies[j]) || !near(i, j)) continue;
      if (facts.bodies[j].type == BodyType::fixed) group.still = true;
      else if (group.driver != kNone && group.driver != j) group.drivers = true;
      else group.driver = j;
    }
  }
  std::erase_if(groups, [](const Group& group) { return group.bodies.empty(); });
  return groups;
}

/// Momentum, and angular momentum and torque of weight about a point.
void momentaOf(const Facts& facts, const Frame& frame, const Group& group, Vec3 about, Vec3& momentum, Vec3& angular, Vec3& weight) {
  for (std::size_t i : group.bodies) {
    const BodyFrame& body = frame.bodies[i];
    momentum += body.v * facts.bodies[i].mass;
    angular += cross(body.x - about, body.v * facts.bodies[i].mass) + body.L;
    weight += cross(body.x - about, facts.gravity * facts.bodies[i].mass);
  }
}

double energyOf(const Facts& facts, const Frame& frame, const Group& group) {
  double sum = 0;
  for (std::size_t i : group.bodies) {
    const BodyFrame& body = frame.bodies[i];
    const double mass = facts.bodies[i].mass;
    sum += 0.5 * mass * dot(body.v, body.v) + 0.5 * dot(body.L, body.omega) - mass * dot(facts.gravity, body.x);
  }
  return sum;
}

/// True when a body of the group is deep in the kinematic one: what was squeezed until nothing held it any more is pushed out somewhere.
bool isSunk(const Facts& facts, const Frame& frame, const Group& group) {
  const BodyFacts& driver = facts.bodies[group.driver];
  for (std::size_t i : group.bodies) {
    const BodyFacts& body = facts.bodies[i];
    for (std::size_t k = 0; k < body.solidCount; ++k) {
      const Placed own = placed(facts.solids[body.firstSolid + k], frame.bodies[i]);
      for (std::size_t j = 0; j < driver.solidCount; ++j) {
        if (overlapOf(own, placed(facts.solids[driver.firstSolid + j], frame.bodies[group.driver])) > kSunk * body.size) return true;
      }
    }
  }
  return false;
}

/// The work of kinematic bodies in a step.
void addDriven(EnergyLaw& law, const Facts& facts, const Frame& before, const Frame& now) {
  for (const Group& group : groupsOf(facts, before, now)) {
    if (group.driver == kNone) continue;
    double done = 0;
    if (group.still || group.drivers || (law.squeezes && isSunk(facts, before, group))) {
      done = std::max(0.0, energyOf(facts, now, group) - energyOf(facts, before, group));
    } else {
      const BodyFrame &driver = now.bodies[group.driver], &driverBefore = before.bodies[group.driver];
      Vec3 p0, l0, w0, p1, l1, w1;
      momentaOf(facts, before, group, driverBefore.x, p0, l0, w0);
      momentaOf(facts, now, group, driver.x, p1, l1, w1);
      double mass = 0;
      for (std::size_t i : group.bodies) mass += facts.bodies[i].mass;
      const Vec3 impulse = p1 - p0 - facts.gravity * (mass * facts.h);
      // dL/dt about a moving point c: torque - V x P.
      const Vec3 twist = l1 - l0 - (w0 + w1) * (0.5 * facts.h) + cross(driver.v, (p0 + p1) * (0.5 * facts.h));
      done = dot(driver.v, impulse) + dot(driver.omega, twist);
    }
    law.work += done;
    law.input += std::fabs(done);
  }
}

/// What a scheme promises of energy: the share that may be missing, below 0 nothing at all.
double shareOf(const BodyFacts& body, bool springs) {
  switch (body.motion) {
    case MotionScheme::automatic:
    case MotionScheme::splitting2:
    case MotionScheme::splitting4:
    case MotionScheme::exact: return kShare;
    case MotionScheme::midpoint:
    case MotionScheme::rungeKutta4: return springs ? -1 : kShareOfSchemes;
    case MotionScheme::explicitEuler: return -1;  // its matrix grows, and the angular velocity with it
    case MotionScheme::explicitEulerGramSchmidt:
    case MotionScheme::semiImplicitEuler:
    case MotionScheme::semiImplicitEulerNoGyro:  // no gyroscopic torque on what is the same about every axis
      return springs || !isIsotropic(body.moments) ? -1 : kShare;
    case MotionScheme::eulerAngles: return -1;
  }
  return -1;
}

}  // namespace

void begin(EnergyLaw& law, const Facts& facts, const Frame& start) {
  law = {};
  std::size_t moved = 0;
  double bounce = 0;
  for (const BodyFacts& body : facts.bodies) {
    if (!body.alive || body.solidCount == 0) continue;
    moved += body.type == BodyType::kinematic;
    law.squeezes |= body.type == BodyType::fixed;
  }
  for (const Solid& solid : facts.solids) bounce = std::max(bounce, solid.restitution);
  const bool forced = !facts.forces.empty() || !facts.joints.empty();
  law.kind = moved == 0 || !facts.collisions ? EnergyLaw::Kind::closed : !forced ? EnergyLaw::Kind::driven : EnergyLaw::Kind::off;
  if (areDriven(facts)) law.kind = EnergyLaw::Kind::off;
  law.bounded = law.kind == EnergyLaw::Kind::driven && bounce <= 0.3;
  law.share = kShare;
  for (const BodyFacts& body : facts.bodies) {
    if (!isMovable(body)) continue;
    const double share = shareOf(body, forced);
    if (share < 0) law.kind = EnergyLaw::Kind::off;
    law.share = std::max(law.share, share);
    // Explicit Euler: x += h v with the old v gains m g^2 h^2 / 2 in a step.
    if (storesMatrix(body.motion)) law.growth += body.mass * dot(facts.gravity, facts.gravity) * facts.h;
    law.stored += body.mass * length(facts.gravity) * body.size;
  }
  law.elastic = law.kind == EnergyLaw::Kind::closed && !forced && length(facts.gravity) == 0 && law.share == kShare;
  for (const Solid& solid : facts.solids) law.elastic &= solid.restitution == 1 && solid.friction == 0;
  for (const BodyFacts& body : facts.bodies) law.elastic &= !body.alive || (!body.damped && body.motion == MotionScheme::automatic);
  const Sum sum = energyOf(facts, start);
  law.start = law.least = total(sum);
  law.stored += sum.kinetic + sum.springs;
  law.level = law.lowest = sum.level;
}

void watch(EnergyLaw& law, const Facts& facts, const Frame& before, const Frame& now, int step, std::vector<Finding>& findings) {
  if (law.kind == EnergyLaw::Kind::off) return;
  law.time += facts.h;
  double doubt = 0;
  addWork(facts, before, now, law.work, law.input, doubt);
  law.input += doubt / kShare;  // the doubt itself is allowed
  const Sum sum = energyOf(facts, now);
  law.lowest = std::min(law.lowest, sum.level);
  if (law.kind == EnergyLaw::Kind::driven) addDriven(law, facts, before, now);
  const double given = law.work + law.growth * law.time;
  const double most = law.least + given;
  law.least = std::min(law.least, total(sum) - given);
  const double scale = law.stored + law.input + (law.level - law.lowest) + law.growth * law.time;
  double mass = 0;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (isMovable(body)) {
      mass += body.mass;
      // Schemes that do not keep energy do so while they turn by little in a step.
      if (law.share > kShare && stiffnessOfSpin(body, now.bodies[i].omega, facts.h) > 0.2) law.kind = EnergyLaw::Kind::off;
    } else if (body.type == BodyType::kinematic && body.solidCount > 0) {
      law.fastest = std::max(law.fastest, length(now.bodies[i].v) + length(now.bodies[i].omega) * body.reach);
    }
  }
  if (law.bounded) {
    const double speed = kBoundSpeeds * law.fastest;
    const double bound = law.start + mass * (0.5 * speed * speed + length(facts.gravity) * law.fastest * law.time);
    const double room = kShare * (law.stored + law.level - law.lowest) + 1e-12;
    if (total(sum) - bound > room) {
      report(findings, "bound", facts, step, (total(sum) - bound) / room,
             shortText(total(sum)) + " J where at most " + shortText(bound) + " can be of surfaces at " + shortText(law.fastest) + " m/s");
    }
  }
  if (law.elastic && total(sum) < law.start * (1 - kElasticShare)) {
    report(findings, "elastic", facts, step, (1 - total(sum) / law.start) / kElasticShare,
           shortText(total(sum)) + " J are left of " + shortText(law.start));
  }
  const double over = total(sum) - most, room = law.share * scale + 1e-12;
  if (law.kind == EnergyLaw::Kind::off || !(over > room)) return;
  report(findings, "energy", facts, step, over / room,
         shortText(total(sum)) + " J where at most " + shortText(most) + " can be (scale " + shortText(scale) + " J)");
}

}  // namespace tumble::fuzz
