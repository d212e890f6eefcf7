// Energy: what a world has is never more than what it began with and the work put in. Contacts, friction, damping and drag only take.
//
// closed   No kinematic body collides. Constant forces in world axes, springs and beams have potentials; forces in body axes and torques
//          do work F . dp and torque . omega dt, by the trapezoidal rule, whose error where velocities jump is allowed for.
// carried  One kinematic body, and nothing static, collides (turntable, drum): whatever passes between it and the rest shows in the
//          momentum of the rest, so that its work is known: V . dP + Omega . dL, with L about its own centre.
// bounded  Kinematic bodies beside static ones: nobody outside knows the work of a squeeze. Nothing squeezed may end up faster than a few
//          times the fastest surface: a bound on the whole energy. Only where nothing bounces (a ball between two pistons gains
//          without bound, and rightly).
// elastic  Where all bounces are elastic and nothing rubs, drags or weighs, no energy goes either. (With gravity a bounce that has become
//          slower than two steps of falling ends, by the rule of the engine.)
#include <algorithm>
#include <cmath>

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
  return force.other != kNoBody && facts.bodies[bodyIndex(force.other)].type == BodyType::kinematic;
}

/// Potential of a spring or a beam at this distance from its anchor.
double potentialAt(const Force& force, double distance) {
  if (force.type == ForceType::beam) {
    return distance < force.reach ? 0.5 * force.strength * distance * distance / force.reach
                                  : force.strength * (distance - 0.5 * force.reach);
  }
  const double stretch = distance - force.restLength;
  return 0.5 * force.stiffness * stretch * stretch;
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
    const Vec3 p = pointOf(facts.bodies[at], frame.bodies[at], force.point);
    if (force.type == ForceType::field) sum.level -= facts.bodies[at].mass * dot(force.vector, frame.bodies[at].x);
    if (force.type == ForceType::force && force.frame == ForceFrame::world) sum.level -= dot(force.vector, p);
    if (force.type == ForceType::spring || force.type == ForceType::beam) {
      Vec3 anchor = force.anchor;
      if (force.other != kNoBody) {
        const std::size_t far = bodyIndex(force.other);
        anchor = pointOf(facts.bodies[far], frame.bodies[far], force.otherPoint);
      }
      sum.springs += potentialAt(force, length(p - anchor));
    }
  }
  return sum;
}

double total(const Sum& sum) { return sum.kinetic + sum.springs + sum.level; }

/// The work that forces without potential do in a step, and what may be wrong with it.
void addWork(const Facts& facts, const Frame& before, const Frame& now, double& work, double& input, double& doubt) {
  for (const Force& force : facts.forces) {
    const std::size_t at = bodyIndex(force.body);
    const BodyFacts& body = facts.bodies[at];
    if (!isMovable(body)) continue;
    const BodyFrame &a = before.bodies[at], &b = now.bodies[at];
    const bool turns = force.frame == ForceFrame::body;
    const Vec3 first = turns ? rotate(bodyFrame(body, a), force.vector) : force.vector;
    const Vec3 second = turns ? rotate(bodyFrame(body, b), force.vector) : force.vector;
    double one = 0;
    if (force.type == ForceType::torque) {
      one = 0.25 * facts.h * dot(first + second, a.omega + b.omega);
      doubt += facts.h * length(force.vector) * length(b.omega - a.omega);
    } else if (force.type == ForceType::force && turns) {
      one = 0.5 * dot(first + second, pointOf(body, b, force.point) - pointOf(body, a, force.point));
      doubt += 0.5 * length(second - first) * length(pointOf(body, b, force.point) - pointOf(body, a, force.point));
    } else if (force.type == ForceType::spring && touchesKinematic(facts, force)) {
      const std::size_t far = bodyIndex(force.other);
      const auto pull = [&](const Frame& frame) {  // on the partner
        const Vec3 p = pointOf(body, frame.bodies[at], force.point), q = pointOf(facts.bodies[far], frame.bodies[far], force.otherPoint);
        const Vec3 n = normalized(p - q), v = velocityOf(frame.bodies[at], p) - velocityOf(frame.bodies[far], q);
        return n * (force.stiffness * (length(p - q) - force.restLength) + force.damping * dot(n, v));
      };
      const Vec3 way = pointOf(facts.bodies[far], now.bodies[far], force.otherPoint) - pointOf(facts.bodies[far], before.bodies[far], force.otherPoint);
      const Vec3 start = pull(before), end = pull(now);
      one = -0.5 * dot(start + end, way);
      doubt += 0.5 * length(end - start) * length(way);
    }
    work += one;
    input += std::fabs(one);
  }
}

/// Momentum, and angular momentum about a point.
void momentaOf(const Facts& facts, const Frame& frame, Vec3 about, Vec3& momentum, Vec3& angular, Vec3& weight) {
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    if (!isMovable(facts.bodies[i])) continue;
    const BodyFrame& body = frame.bodies[i];
    momentum += body.v * facts.bodies[i].mass;
    angular += cross(body.x - about, body.v * facts.bodies[i].mass) + body.L;
    weight += cross(body.x - about, facts.gravity * facts.bodies[i].mass);
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
    case MotionScheme::explicitEuler:
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
  std::size_t moved = 0, still = 0;
  double bounce = 0;
  for (const BodyFacts& body : facts.bodies) {
    if (!body.alive || body.solidCount == 0) continue;
    moved += body.type == BodyType::kinematic;
    still += body.type == BodyType::fixed;
  }
  for (const Solid& solid : facts.solids) bounce = std::max(bounce, solid.restitution);
  const bool forced = !facts.forces.empty();
  law.kind = moved == 0 || !facts.collisions ? EnergyLaw::Kind::closed
             : moved == 1 && still == 0 && !forced ? EnergyLaw::Kind::carried
             : bounce <= 0.3 && !forced            ? EnergyLaw::Kind::bounded
                                                   : EnergyLaw::Kind::off;
  law.share = kShare;
  for (const BodyFacts& body : facts.bodies) {
    if (!isMovable(body)) continue;
    const double share = shareOf(body, forced);
    if (share < 0) law.kind = EnergyLaw::Kind::off;
    law.share = std::max(law.share, share);
    // Explicit Euler: x += h v with the old v gains m g^2 h^2 / 2 in a step.
    if (keepsMatrix(body.motion)) law.growth += body.mass * dot(facts.gravity, facts.gravity) * facts.h;
    law.stored += body.mass * length(facts.gravity) * body.size;
  }
  law.elastic = law.kind == EnergyLaw::Kind::closed && !forced && length(facts.gravity) == 0 && law.share == kShare;
  for (const Solid& solid : facts.solids) law.elastic &= solid.restitution == 1 && solid.friction == 0;
  for (const BodyFacts& body : facts.bodies) law.elastic &= !body.alive || (!body.damped && body.motion == MotionScheme::automatic);
  const Sum sum = energyOf(facts, start);
  law.start = total(sum);
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
  double most = law.start + law.work + law.growth * law.time;
  double scale = law.stored + law.input + (law.level - law.lowest) + law.growth * law.time;
  double mass = 0;
  const BodyFrame* driver = nullptr;
  const BodyFrame* driverBefore = nullptr;
  for (std::size_t i = 0; i < now.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (isMovable(body)) {
      mass += body.mass;
      // Schemes that do not keep energy do so while they turn by little in a step.
      if (law.share > kShare && length(now.bodies[i].omega) * facts.h > 0.1) law.kind = EnergyLaw::Kind::off;
    } else if (body.type == BodyType::kinematic && body.solidCount > 0) {
      driver = &now.bodies[i];
      driverBefore = &before.bodies[i];
      law.fastest = std::max(law.fastest, length(driver->v) + length(driver->omega) * body.reach);
    }
  }
  if (law.kind == EnergyLaw::Kind::carried) {
    Vec3 p0, l0, w0, p1, l1, w1;
    momentaOf(facts, before, driverBefore->x, p0, l0, w0);
    momentaOf(facts, now, driver->x, p1, l1, w1);
    const Vec3 impulse = p1 - p0 - facts.gravity * (mass * facts.h);
    // dL/dt about a moving point c: torque - V x P.
    const Vec3 twist = l1 - l0 - (w0 + w1) * (0.5 * facts.h) + cross(driver->v, (p0 + p1) * (0.5 * facts.h));
    const double done = dot(driver->v, impulse) + dot(driver->omega, twist);
    law.work += done;
    law.input += std::fabs(done);
    most += done;
    scale += std::fabs(done);
  }
  if (law.kind == EnergyLaw::Kind::bounded) {
    const double speed = kBoundSpeeds * law.fastest;
    most += mass * (0.5 * speed * speed + length(facts.gravity) * law.fastest * law.time);
  }
  if (law.elastic && total(sum) < law.start * (1 - kElasticShare)) {
    report(findings, "elastic", facts, step, (1 - total(sum) / law.start) / kElasticShare, shortText(total(sum)) + " J are left of " + shortText(law.start));
  }
  const double over = total(sum) - most, room = law.share * scale + 1e-12;
  if (law.kind == EnergyLaw::Kind::off || !(over > room)) return;
  report(findings, law.kind == EnergyLaw::Kind::bounded ? "bound" : "energy", facts, step, over / room,
         shortText(total(sum)) + " J where at most " + shortText(most) + " can be (scale " + shortText(scale) + " J)");
}

}  // namespace tumble::fuzz
