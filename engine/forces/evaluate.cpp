#include "forces/evaluate.h"

#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

/// F = -(k (l - l0) + c dl/dt) along the line; with l0 = 0 isotropic: F = -k d - c v. (Between two bodies always along the line:
/// a force across it would be a torque that nothing answers.)
Vec3 springForce(const Force& law, const Body& body, Vec3 p, double time) {
  const Vec3 d = p - law.anchor, v = velocityAt(body, p) - law.anchorVelocity;
  const double w = inverseMassAt(body, p) + law.anchorInverseMass;
  // (d + h v) instead of d, and the change of v by the force itself: F = -(k (d + h v) + c v) / (1 + h w (c + h k)).
  // That would take a share off a spring that only holds a weight, so a soft one is taken as it is.
  const double share = time * w * (law.damping + time * law.stiffness);
  if (share < kSoftSpring) time = 0;
  const double implicit = time > 0 ? 1 / (1 + share) : 1;
  if (law.restLength == 0 && law.other == kNoBody) return ((d + v * time) * law.stiffness + v * law.damping) * -implicit;
  const Vec3 n = normalized(d);
  const double speed = dot(n, v);
  return n * (-implicit * (law.stiffness * (length(d) - law.restLength + time * speed) + law.damping * speed));
}

/// Beyond its reach a beam pulls with its full strength, as a spring that is softer the farther away; within as one spring.
Force springOf(const Force& beam, Vec3 p) {
  const double distance = length(p - beam.anchor);
  Force spring = beam;
  spring.stiffness = beam.strength / (distance > beam.reach ? distance : beam.reach);
  return spring;
}

/// (1 - e^(-x)) / x, the mean of e^-s over s in [0, x].
double meanDecay(double x) { return x < 1e-4 ? 1 - x * (0.5 - x / 6) : (1 - exponential(-x)) / x; }

}  // namespace

Vec3 worldPoint(const Body& body, Vec3 pointInBody) { return bodyOrigin(body) + rotate(bodyOrientation(body), pointInBody); }

void followPartner(Force& law, const Body& partner) {
  law.anchor = worldPoint(partner, law.otherPoint);
  law.anchorVelocity = partner.type == BodyType::fixed ? Vec3{} : velocityAt(partner, law.anchor);
  law.anchorInverseMass = inverseMassAt(partner, law.anchor);
}

Wrench wrenchOf(const Force& law, const Body& body) {
  return law.type == ForceType::drag ? meanDrag({&law, 1}, body, 0) : totalWrench({&law, 1}, body, 0);
}

double potentialEnergy(const Force& law, const Body& body) {
  const Vec3 p = worldPoint(body, law.point);
  const double distance = length(p - law.anchor);
  switch (law.type) {
    case ForceType::spring: {
      const double stretch = distance - law.restLength;
      return 0.5 * law.stiffness * stretch * stretch;
    }
    case ForceType::beam: {  // the integral of its pull: of a spring within reach, then of a constant strength
      const double within = distance < law.reach ? distance : law.reach;
      return law.strength * (0.5 * within * within / law.reach + distance - within);
    }
    case ForceType::field: return -body.mass * dot(law.vector, body.x);
    case ForceType::force: return law.frame == ForceFrame::world && law.untilStep < 0 ? -dot(law.vector, p) : 0;
    case ForceType::torque:
    case ForceType::drag: break;
  }
  return 0;
}

Wrench totalWrench(std::span<const Force> laws, const Body& body, double time) {
  Wrench sum;
  for (const Force& law : laws) {
    const Vec3 vector = law.frame == ForceFrame::body ? rotate(bodyOrientation(body), law.vector) : law.vector;
    switch (law.type) {
      case ForceType::force:
        sum.force += vector;
        sum.torque += cross(worldPoint(body, law.point) - body.x, vector);
        break;
      case ForceType::torque: sum.torque += vector; break;
      case ForceType::spring: {
        const Vec3 p = worldPoint(body, law.point), force = springForce(law, body, p, time);
        sum.force += force;
        sum.torque += cross(p - body.x, force);
        break;
      }
      case ForceType::beam: {
        const Vec3 p = worldPoint(body, law.point), force = springForce(springOf(law, p), body, p, time);
        sum.force += force;
        sum.torque += cross(p - body.x, force);
        break;
      }
      case ForceType::field: sum.force += law.vector * body.mass; break;
      case ForceType::drag: break;  // meanDrag
    }
  }
  return sum;
}

Wrench meanDrag(std::span<const Force> laws, const Body& body, double time) {
  double linear = 0, angular = 0;
  for (const Force& law : laws) {
    if (law.type == ForceType::drag) linear += law.linear, angular += law.angular;
  }
  if (linear == 0 && angular == 0) return {};
  const Vec3 l = inverseRotate(body.q, body.L);
  Vec3 torque;
  for (int i = 0; i < 3; ++i) {
    const double rate = angular * body.inverseInertia[i];
    torque[i] = -l[i] * rate * meanDecay(rate * time);
  }
  return {body.v * (-linear * meanDecay(linear * body.inverseMass * time)), rotate(body.q, torque)};
}

double dragRate(std::span<const Force> laws, const Body& body) {
  double linear = 0, angular = 0;
  for (const Force& law : laws) {
    if (law.type == ForceType::drag) linear += law.linear, angular += law.angular;
  }
  double fastest = linear * body.inverseMass;
  for (int i = 0; i < 3; ++i) {
    const double rate = angular * body.inverseInertia[i];
    fastest = rate > fastest ? rate : fastest;
  }
  return fastest;
}

double springRate(std::span<const Force> laws, const Body& body) {
  double fastest = 0;
  for (const Force& law : laws) {
    if (law.type != ForceType::spring && law.type != ForceType::beam) continue;
    const Vec3 p = worldPoint(body, law.point);
    const double w = inverseMassAt(body, p) + law.anchorInverseMass;
    const double stiffness = law.type == ForceType::beam ? springOf(law, p).stiffness : law.stiffness;
    const double rate = std::sqrt(stiffness * w) + law.damping * w;
    if (rate > fastest) fastest = rate;
  }
  return fastest;
}

}  // namespace tumble
